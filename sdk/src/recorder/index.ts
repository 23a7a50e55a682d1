/** Recording in the page, still images of a video, canvases as streams, audio meter. */
export type { AudioPage } from './audio-stage.js';
export { captureCanvas, type CanvasCapture, type CanvasCaptureOptions } from './canvas.js';
export { downloadFile, type DownloadOptions } from './download.js';
export { METER_WORKLET } from './meter-worklet.js';
export { pictureFile, takePicture, type Picture, type PictureOptions } from './picture.js';
export { recordingType, StreamRecorder } from './recorder.js';
export { TalkingDetector, type SoundLevel, type TalkingOptions } from './sound-level.js';
export { SoundMeter, type SoundMeterEvents, type SoundMeterOptions } from './sound-meter.js';
export { TrackBuffer, type TrackBufferOptions } from './track-buffer.js';
export type { RecorderState } from './transitions.js';
export type { RecorderConstructor, RecorderEvents, RecorderOptions, RecorderSnapshot, Recording } from './types.js';
