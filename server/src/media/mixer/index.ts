/** The mixer: Opus packets of voices in, sums of them out. Independent of transports. */
export { Mix, type MixedPacket, type MixListener } from './mix.js';
export type { SpeakerPacket } from './jitter-buffer.js';
export type { SteadyClock } from './pacer.js';
export type { Speaker } from './speaker.js';
