/** Live output: conferences as RTMP and HLS. */
export { LiveConfigError, readCanvasText, readLiveConfig, readRegions, requireKnownStreams } from './config.js';
export type { Canvas, LiveConfig, LiveRegion } from './config.js';
export { LiveUnavailable } from './ffmpeg.js';
export { PushPolicy } from './push-policy.js';
export { LiveService } from './service.js';
