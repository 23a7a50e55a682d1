import type { Dispose } from '../core/clock.js';
import type { LecternError } from '../core/errors.js';
import type { CallOptions, MediaKinds } from '../conference/types.js';
import type { MediaKind, TrackProcessor } from '../media/local-media.js';
import type { StreamType } from '../protocol/index.js';
import type { P2pLinkState } from './transitions.js';

/** Reason of the end of a call's stream. */
export type P2pEndReason =
  /** The local side hung up or declined. @remedy Nothing. */
  | 'hangup'
  /** The other side hung up or declined. @remedy Nothing: it is the decision of the other user. */
  | 'remote'
  /** The other member has left. @remedy Call again when it is back. */
  | 'left'
  /**
   * Another device of the same user took the call (end reason 10, result −554).
   * @remedy Nothing: go on at the other device.
   */
  | 'other-device'
  /**
   * No connection was established, even after the rebuilds of spec §9.
   * @remedy Check network and TURN, then call again.
   */
  | 'failed'
  /** The conference has ended for the local member. @remedy Join again, then call. */
  | 'closed';

/** One stream of a call. The main one is bidirectional; each shared screen is a separate one-way stream. */
export interface P2pStreamSnapshot {
  /** Channel of the stream, the same on both sides. */
  readonly id: string;
  readonly type: StreamType;
  /** Camera and microphone of both sides. */
  readonly isMain: boolean;
  /** The local side offered it. */
  readonly isOutgoing: boolean;
  /** Member of the other side; undefined until one has answered. */
  readonly memberId: string | undefined;
  readonly link: P2pLinkState;
  /** Media that is sent. */
  readonly localMedia: MediaStream | undefined;
  /** Media that is received. */
  readonly remoteMedia: MediaStream | undefined;
  readonly audioMuted: boolean;
  readonly videoMuted: boolean;
  /** Mute state that the other side reports for its media. */
  readonly remoteAudioMuted: boolean;
  readonly remoteVideoMuted: boolean;
  /** Kinds that are played here. */
  readonly wanted: MediaKinds;
  readonly endReason: P2pEndReason | undefined;
}

/** The streams of a call at one moment. */
export interface P2pSnapshot {
  readonly isCaller: boolean;
  /** Streams that have not ended, oldest first. */
  readonly streams: readonly P2pStreamSnapshot[];
}

/** Events of a call. */
export interface P2pEvents {
  /** The other side calls, or shares: `accept` or `decline` the stream. */
  offered: (stream: P2pStream) => void;
  linkStateChanged: (stream: P2pStream, state: P2pLinkState, previous: P2pLinkState) => void;
  /** ICE has been disconnected for 1000 ms (spec §4). */
  networkWeak: (stream: P2pStream) => void;
  ended: (stream: P2pStream, reason: P2pEndReason) => void;
  /** An error that no promise reports. */
  error: (error: LecternError) => void;
}

/** Media options of a call. */
export interface P2pMediaOptions extends CallOptions {
  /** `true`, constraints, or `false` (default `true`); ignored where `media` is given. */
  readonly audio?: boolean | MediaTrackConstraints;
  readonly video?: boolean | MediaTrackConstraints;
  /** Open media to send; stopped with the stream unless `keepMedia`. */
  readonly media?: MediaStream;
  readonly keepMedia?: boolean;
}

/** One stream of a call. */
export interface P2pStream {
  readonly id: string;
  /** Current state; after the end the last one. */
  readonly snapshot: P2pStreamSnapshot;
  /**
   * Answers an offer: the main stream with camera and microphone, a shared screen without. Resolves when the answer is
   * sent. @throws {LecternError} `open_user_media_fail` −201; reason `invalid-state` when it does not ring, `closed`
   * when the call ended meanwhile.
   */
  accept(options?: P2pMediaOptions): Promise<void>;
  /** Refuses an offer; idempotent. */
  decline(): Promise<void>;
  /** Ends the stream for both sides; idempotent. */
  hangUp(): Promise<void>;
  /**
   * Mutes or unmutes a kind, and notifies the other side (op 400). On the main stream, a kind that is not open is
   * opened, and the stream is published again (spec §4). Of concurrent calls the last one wins.
   * @throws {LecternError} `voff_fail` or `aoff_fail` −203, when the device cannot be opened; reason `invalid-state`
   * for a kind that a shared screen was shared without, `closed` when the call ended meanwhile.
   */
  setMuted(kind: 'audio' | 'video', isMuted: boolean, options?: CallOptions): Promise<void>;
  /**
   * Sends from another camera or microphone without a new offer; with a muted kind that is not open the constraints
   * count from its next opening on. If the device cannot be opened the previous one is sent again.
   * @throws {LecternError} `open_user_media_fail` −201
   */
  switchDevice(kind: MediaKind, constraints: MediaTrackConstraints, options?: CallOptions): Promise<void>;
  /** Sends what the processor makes of the kind's track, until it is replaced by another one or by undefined. */
  setProcessor(kind: MediaKind, processor: TrackProcessor | undefined, options?: CallOptions): Promise<void>;
  /** The track of the device in use; with a processor another one is sent. */
  deviceTrack(kind: MediaKind): MediaStreamTrack | undefined;
  /** Statistics as the browser has them; undefined while there is no connection. */
  stats(): Promise<RTCStatsReport | undefined>;
  /**
   * Chooses the kinds that are played here, without renegotiation.
   * @throws {LecternError} reason `invalid-state`: Safari cannot turn video off in a P2P call (spec §5).
   */
  setWanted(wanted: MediaKinds): Promise<void>;
  /** Plays the received media in an element, or the sent media without sound; the returned function detaches it. */
  attach(element: HTMLMediaElement, side?: 'local' | 'remote'): Dispose;
}
