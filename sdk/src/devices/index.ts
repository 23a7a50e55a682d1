/** Cameras and microphones while they are published: switching, constraints, hot-plug. */
export { setSpeaker } from './speaker.js';
export type { SoundOutput, SoundSource } from '../media/sound-output.js';
export { DeviceControl } from './device-control.js';
export { LocalMedia } from '../media/local-media.js';
export type { LocalMediaOptions, TakeOptions, TrackProcessor, WantedMedia } from '../media/local-media.js';
export type { CaptureState } from './transitions.js';
export type { CaptureSnapshot, DeviceControlEvents, DeviceControlSnapshot, HotPlugPolicy, MediaKind } from './types.js';
