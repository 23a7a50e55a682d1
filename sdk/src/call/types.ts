import type { Dispose } from '../core/clock.js';
import type { LecternError } from '../core/errors.js';
import type { Snapshots } from '../core/snapshot.js';
import type { TrackProcessor } from '../media/local-media.js';
import type { MediaIntentOptions } from '../media/media-control.js';
import type { CallState } from './transitions.js';

/** Reason of a call's end (spec §3: call end reasons; the last one is an extension, for end reason 10). */
export type CallEndReason =
  /** One side hung up, or cancelled the call before it was answered. @remedy Nothing. */
  | 'hangup'
  /** The callee did not answer within 60 s. @remedy Offer to call again, or to leave a message. */
  | 'noresponse'
  /** The callee rejected the call. @remedy Nothing: it is the decision of the other user. */
  | 'reject'
  /** The callee is in another call. @remedy Offer to call again later. */
  | 'busy'
  /**
   * The connection could not be made or was lost, or the server refused; `error` has the cause.
   * @remedy Read `error`; check network and TURN, then call again.
   */
  | 'fail'
  /** The callee does not support calls. @remedy Offer a chat in place of the call. */
  | 'unsupported'
  /** The other side is offline or its connection was lost. @remedy Leave a message; call again when it is online. */
  | 'offline'
  /** Another device of the same user answered, or rejected. @remedy Nothing: stop ringing. */
  | 'other-device';

export type CallKind = 'audio' | 'video';

/** `local` is this side. */
export type Side = 'local' | 'remote';

/** State of a call. */
export interface CallSnapshot {
  /** The same on both sides. */
  readonly id: string;
  /** Plain user name of the other side. */
  readonly peer: string;
  readonly isIncoming: boolean;
  /** True for a video call, false for an audio call. */
  readonly isVideo: boolean;
  readonly state: CallState;
  /** The callee is offline; a push message is being delivered (spec §4). */
  readonly isPeerOffline: boolean;
  /** Media that is sent. */
  readonly localMedia: MediaStream | undefined;
  /** Media that is received. */
  readonly remoteMedia: MediaStream | undefined;
  readonly audioMuted: boolean;
  readonly videoMuted: boolean;
  /** Mute state that the other side reports for its media. */
  readonly remoteAudioMuted: boolean;
  readonly remoteVideoMuted: boolean;
  /** Time of the first media in milliseconds since the epoch, by the local clock. */
  readonly connectedAt: number | undefined;
  readonly endReason: CallEndReason | undefined;
  /** The side that ended the call; undefined until then. */
  readonly endedBy: Side | undefined;
  /** The error that ended the call, if one did. */
  readonly error: LecternError | undefined;
}

/** Events of a call. */
export interface CallEvents {
  state: (state: CallState, previous: CallState) => void;
  /**
   * No media bytes of one side for 3000 ms, or 5000 ms after they had resumed; once for each side until they flow (spec
   * §9). `local` is the sent media.
   */
  networkDisconnected: (side: Side) => void;
  ended: (reason: CallEndReason, by: Side) => void;
}

/** Media options of a call. */
export interface CallMediaOptions {
  /** `true`, constraints, or `false` (default `true`); ignored where `media` is given. */
  readonly audio?: boolean | MediaTrackConstraints;
  /** The same for the camera; by default according to the kind of call. */
  readonly video?: boolean | MediaTrackConstraints;
  /** Open media to send; stopped with the call unless `keepMedia`. */
  readonly media?: MediaStream;
  readonly keepMedia?: boolean;
}

export interface AcceptOptions extends CallMediaOptions {
  /** Aborts the request for camera and microphone; the call keeps ringing. */
  readonly signal?: AbortSignal;
}

/** A push message for an offline callee. */
export interface CallPush {
  /** By default `{name} is calling you`, in the language of {@link CallsOptions}. */
  readonly title?: string;
  /** Text of the message; by default the title. */
  readonly text?: string;
}

/** Options of an outgoing call. */
export interface PlaceOptions extends CallMediaOptions {
  /** Sends an offline callee a push message, and repeats the call request every 2 s (spec §4). */
  readonly push?: boolean | CallPush;
  /** Time for the call to be accepted, in ms (default 60 000); Lectern's server rings no longer than that. */
  readonly timeoutMs?: number;
  /**
   * Asks the server to record each side of the call (spec §7). Only deployed servers whose calls pass them can: Lectern's
   * server refuses, and the call ends with reason `fail`, code −3 and 'calls are not recorded here; …'.
   */
  readonly rec?: boolean;
  /** Asks for one file of both sides, and is refused like `rec`. */
  readonly recMerge?: boolean;
}

export interface CallsOptions {
  /** Name of the caller in push messages; the user name by default. */
  readonly displayName?: string;
  /** Language of push messages: Chinese for `zh` and its variants (default), else English. */
  readonly language?: string;
  /** Replaces the server's configuration for each call. */
  readonly rtcConfiguration?: RTCConfiguration;
  /** Receives exceptions of listeners; by default they are rethrown asynchronously. */
  readonly report?: (error: unknown) => void;
}

/** A one-to-one call over instant messaging (spec §4). */
export interface Call extends Snapshots<CallSnapshot> {
  /** The same on both sides. */
  readonly id: string;
  /** Adds a listener; the returned function removes it. */
  on<K extends keyof CallEvents>(event: K, listener: CallEvents[K]): Dispose;
  /**
   * Resolves when the callee has accepted, at once if that has happened.
   * @throws {LecternError} that ended the call before: 'callee is not online!', 'call timeout', `open_user_media_fail`
   * −201, 204 for an unknown user, reason `refused` for a callee that declined; reason `aborted`.
   */
  accepted(options?: { readonly signal?: AbortSignal }): Promise<void>;
  /**
   * Accepts a ringing call, with camera and microphone. If they cannot be opened the call keeps ringing, so that it can
   * be accepted with fewer devices. Resolves when the answer is sent.
   * @throws {LecternError} `open_user_media_fail` −201 ('open media error. {name} when get camera/microphone'); reason
   * `invalid-state` when the call does not ring here, `closed` when it ended meanwhile, `aborted`.
   */
  accept(options?: AcceptOptions): Promise<void>;
  /** Ends the call for both sides; one that rings here is rejected. Idempotent. */
  hangUp(): void;
  /**
   * Mutes or unmutes a kind, and notifies the other side (op 400). A kind that is not open, because the call was made
   * without it or its device was lost, is opened. Of concurrent calls the last one wins.
   * @throws {LecternError} `voff_fail` or `aoff_fail` −203, when the device cannot be opened; reason `invalid-state` for
   * video in an audio call, `closed` when the call ended meanwhile, `aborted`.
   */
  setMuted(kind: CallKind, isMuted: boolean, options?: MediaIntentOptions): Promise<void>;
  /**
   * Sends from another camera or microphone; with a muted kind that is not open the constraints count from its next
   * opening on. If the device cannot be opened the previous one is sent again.
   * @throws {LecternError} `open_user_media_fail` −201
   */
  switchDevice(kind: CallKind, constraints: MediaTrackConstraints, options?: MediaIntentOptions): Promise<void>;
  /** Sends what the processor makes of the kind's track, until it is replaced by another one or by undefined. */
  setProcessor(kind: CallKind, processor: TrackProcessor | undefined, options?: MediaIntentOptions): Promise<void>;
  /** The track of the device in use; with a processor another one is sent. */
  deviceTrack(kind: CallKind): MediaStreamTrack | undefined;
  /** Statistics as the browser has them; undefined while there is no connection. */
  stats(): Promise<RTCStatsReport | undefined>;
  /**
   * Shows the received media in an element, or the sent media without audio, until the call ends or the returned
   * function is called.
   * Browsers allow playback because the page captures; if one does not, call `play()` from a user gesture.
   */
  attach(element: HTMLMediaElement, side?: Side): Dispose;
}

/** The call of a client, if there is one. */
export interface CallsSnapshot {
  /** The call that has not ended. */
  readonly current: Call | undefined;
  /** The same while it rings here. */
  readonly incoming: Call | undefined;
}

export interface CallsEvents {
  /** A call rings: accept it, or hang up. */
  incoming: (call: Call) => void;
}
