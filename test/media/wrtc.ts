import { createRequire } from 'node:module';
import type { I420Frame } from './i420.js';

/** Types that the package lacks or declares wrongly. */
interface VideoSource {
  createTrack(): MediaStreamTrack;
  onFrame(frame: I420Frame): void;
}

interface AudioSource {
  createTrack(): MediaStreamTrack;
  onData(data: { samples: Int16Array; sampleRate: number; channelCount: number; numberOfFrames: number }): void;
}

interface VideoSink {
  onframe: ((event: { readonly frame: I420Frame }) => void) | null;
  stop(): void;
}

interface AudioSink {
  ondata:
    | ((event: { readonly samples: Int16Array; readonly sampleRate: number; readonly channelCount?: number }) => void)
    | null;
  stop(): void;
}

export interface Wrtc {
  readonly RTCPeerConnection: new (configuration?: RTCConfiguration) => RTCPeerConnection;
  readonly MediaStream: new (tracks?: MediaStreamTrack[]) => MediaStream;
  readonly nonstandard: {
    readonly RTCVideoSource: new () => VideoSource;
    readonly RTCAudioSource: new () => AudioSource;
    readonly RTCVideoSink: new (track: MediaStreamTrack) => VideoSink;
    readonly RTCAudioSink: new (track: MediaStreamTrack) => AudioSink;
  };
}

/**
 * Loads WebRTC for Node. Only child processes may do so: once it has carried media it has to be left by
 * `process.exit()`.
 */
export const loadWrtc = (): Wrtc => createRequire(import.meta.url)('wrtc') as Wrtc;
