/** The mixer: voices in as Opus packets, sums of them out. Knows nothing of transports. */
export { Mix, type MixedPacket, type MixListener } from './mix.js';
export type { SpeakerPacket } from './jitter-buffer.js';
export type { SteadyClock } from './pacer.js';
export type { Speaker } from './speaker.js';
