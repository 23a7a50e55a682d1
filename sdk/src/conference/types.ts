import type { Dispose } from '../core/clock.js';
import type { LecternError } from '../core/errors.js';
import type { LinkState } from '../link/transitions.js';
import type { Snapshots } from '../core/snapshot.js';
import type { TrackProcessor } from '../media/local-media.js';
import type { TokenProvider } from '../rest/token-source.js';
import type { ConferenceType, Role, StreamType } from '../protocol/index.js';
import type { VideoQuality } from './received.js';
import type {
  MediaKinds,
  ConferenceState,
  MemberSnapshot,
  StreamSnapshot,
  ConferenceSnapshot,
  LiveConfig,
  ConferenceExit,
} from './snapshots.js';

export type { LinkState } from '../link/transitions.js';
export type { ActiveSpeaker, VideoQuality } from './received.js';
export type {
  MediaKinds,
  ConferenceState,
  MemberSnapshot,
  StreamSnapshot,
  ConferenceSnapshot,
  LiveConfig,
  ConferenceExit,
} from './snapshots.js';

/** Options of every asynchronous call. */
export interface CallOptions {
  /** Aborts the call: it rejects with reason `aborted`, and its effects are undone if possible. */
  readonly signal?: AbortSignal;
}

/** Changed fields of a stream with their new values; `mediaStream` when it was replaced. */
export interface StreamChanges {
  readonly audioMuted?: boolean;
  readonly videoMuted?: boolean;
  readonly version?: number;
  readonly mediaStream?: boolean;
}

/**
 * Events; the state is in the snapshot. The first events report the members, streams and so on that existed at the
 * join. They are emitted right after the promise of the conference resolves, so listeners added at once miss none.
 */
export interface ConferenceEvents {
  memberJoined: (member: MemberSnapshot) => void;
  memberLeft: (member: MemberSnapshot, reason: number) => void;
  streamAdded: (stream: StreamSnapshot) => void;
  streamUpdated: (stream: StreamSnapshot, changes: StreamChanges) => void;
  streamRemoved: (stream: StreamSnapshot) => void;
  stateChanged: (state: ConferenceState, previous: ConferenceState) => void;
  linkStateChanged: (stream: StreamSnapshot, state: LinkState, previous: LinkState) => void;
  /** ICE has been disconnected for 1000 ms (spec §4). */
  networkWeak: (stream: StreamSnapshot) => void;
  /** `push_fail` or `sub_fail`: rebuilding has failed for good (spec §4, §8). */
  linkFailed: (stream: StreamSnapshot, error: LecternError) => void;
  /** An own stream is published again with another video codec, best first (SwitchVCodes, terminate reason 21). */
  codecSwitched: (stream: StreamSnapshot, codecs: readonly string[]) => void;
  /** The publisher's codec cannot be decoded here (SubFailNotSupportVCodes, terminate reason 22). */
  codecUnsupported: (stream: StreamSnapshot) => void;
  /** Too many members publish: the server will not forward this kind (terminate reasons 23 and 24). */
  publishersExceeded: (kind: 'video' | 'desktop') => void;
  /** The role of the local member changed. */
  roleChanged: (role: Role, previous: Role) => void;
  /** A member became admin or lost the role; undefined if the server does not name the member (op 413). */
  adminChanged: (member: MemberSnapshot | undefined, role: Role) => void;
  attributesChanged: (attributes: ConferenceSnapshot['attributes']) => void;
  liveConfigsChanged: (configs: readonly LiveConfig[]) => void;
  /**
   * Emitted to members that are not admins (spec §4). The local audio is muted, and stays so until it is unmuted
   * locally.
   */
  allMuted: () => void;
  allUnmuted: () => void;
  /** An admin muted the local member (op2 23): its audio is muted, and stays so until it is unmuted locally. */
  muted: () => void;
  /** The local member may send audio again (op2 24). */
  unmuted: () => void;
  /**
   * A request was answered with a result other than 0 (spec §7: response-failed; for op 200 refuse-enter). If a call
   * sent the request, its promise rejects with the same code and message.
   */
  responseFailed: (op: number, code: number, message: string | undefined) => void;
  /** An error that no promise reports. */
  error: (error: LecternError) => void;
  /** The conference has ended for the local member; no event follows. */
  left: (exit: ConferenceExit) => void;
}

/** Options of a publication. */
export interface PublishOptions extends CallOptions {
  /**
   * By default camera and microphone: `Video`, in mixed conferences (types 11 and 12) `AudioMixer`, which `Video` means
   * there too. `Desktop` needs `media`.
   */
  readonly type?: StreamType;
  /** `true`, constraints, or `false` (default `true`); ignored where `media` is given. */
  readonly audio?: boolean | MediaTrackConstraints;
  readonly video?: boolean | MediaTrackConstraints;
  /** Open media to publish, e.g. from a preview. It is stopped with the stream unless `keepMedia`. */
  readonly media?: MediaStream;
  readonly keepMedia?: boolean;
  readonly audioMuted?: boolean;
  readonly videoMuted?: boolean;
  /** Highest bit rates in kbit/s; by default those of the client's `streams`. */
  readonly audioBitrate?: number;
  readonly videoBitrate?: number;
  readonly name?: string;
  /** Any JSON value, seen by the others. */
  readonly ext?: unknown;
  /**
   * For a desktop stream: the kinds of sources that were offered, e.g. `['screen', 'window']` (wire-conference 2.2).
   */
  readonly screenOptions?: readonly string[];
}

/** Options of muting. */
export interface MuteOptions extends CallOptions {
  /** Stops the device as well, so that its indicator turns off; unmuting opens it again. */
  readonly release?: boolean;
}

/** Options of changing the source of a stream. */
export interface SourceOptions extends CallOptions {
  /** An open track, which the stream takes over and stops. Without it the call affects only later captures. */
  readonly track?: MediaStreamTrack;
  /** Publishes again under the same id (spec §4); by default the track is replaced without a gap if possible. */
  readonly republish?: boolean;
}

/** Wanted kinds; both unless chosen. */
export interface SubscribeOptions extends Partial<MediaKinds>, CallOptions {}

/**
 * A stream of the local member. Every intent goes through one queue; the last intent wins. When a device of it
 * disappears, the conference emits `error`, and the kind counts as muted.
 */
export interface LocalStream {
  /** Assigned by the server; kept over rebuilds. */
  readonly id: string;
  readonly type: StreamType;
  /** Current state; after the end the last one. */
  readonly snapshot: StreamSnapshot;
  /** Media that is sent. */
  readonly mediaStream: MediaStream;
  /** Stops sending audio, and notifies the others (op 400, spec §4). */
  muteAudio(options?: MuteOptions): Promise<void>;
  /** Sends audio again. @throws {LecternError} `aoff_fail` −203 when no microphone can be opened. */
  unmuteAudio(options?: CallOptions): Promise<void>;
  /** Stops sending video, and notifies the others (op 400, spec §4). */
  muteVideo(options?: MuteOptions): Promise<void>;
  /** Sends video again. @throws {LecternError} `voff_fail` −203 when no camera can be opened. */
  unmuteVideo(options?: CallOptions): Promise<void>;
  /**
   * Sends this kind from another source; the previous track is stopped, and a muted kind stays muted. Later captures of
   * the kind use the constraints. See `DeviceControl` of `@lectern/rtc/devices`, which opens devices too. When it
   * rejects with reason `closed` or `aborted`, the caller must stop a track that was not taken over.
   * @throws {LecternError} `push_fail` −203 when the stream could not be published again.
   */
  setSource(kind: keyof MediaKinds, constraints: MediaTrackConstraints, options?: SourceOptions): Promise<void>;
  /**
   * Sends what the processor makes of the kind's track, e.g. a camera with a blurred background, until it is replaced
   * by another one or by undefined. It is called again with the track of each further device, and kept over rebuilds; a
   * track that it returns is stopped when it is not sent any more.
   * @throws the processor's error; what was sent before is sent on.
   */
  setProcessor(kind: keyof MediaKinds, processor: TrackProcessor | undefined, options?: CallOptions): Promise<void>;
  /** Statistics of the stream as the browser has them; undefined between two connections. */
  stats(): Promise<RTCStatsReport | undefined>;
  /** The track of the device in use; with a processor `mediaStream` has another one. */
  deviceTrack(kind: keyof MediaKinds): MediaStreamTrack | undefined;
  /** Shows the stream in an element, muted; the returned function detaches it. */
  attach(element: HTMLMediaElement): Dispose;
  /** Ends the publication and stops its media; resolves at once. Idempotent. */
  unpublish(): Promise<void>;
}

/** A subscription of the local member (spec §4, Streams; §5, Subscribing). */
export interface RemoteStream {
  /** Id of the subscribed stream. */
  readonly id: string;
  /** Current state; after the end the last one. */
  readonly snapshot: StreamSnapshot;
  /** Media that is received; a new object after each rebuild. */
  readonly mediaStream: MediaStream;
  /**
   * Changes the wanted kinds (op 205, or a new connection if a track is missing).
   * @throws {LecternError} `sub_fail` −203; the previous kinds are restored.
   */
  setWanted(wanted: MediaKinds, options?: CallOptions): Promise<void>;
  /**
   * Sets the size in which the picture is needed, in place of that of the attached elements. On servers without the
   * capability `layers`, or where the stream is published in one size, it has no effect.
   */
  setVideoQuality(quality: VideoQuality): void;
  /** Statistics of the stream as the browser has them; undefined between two connections. */
  stats(): Promise<RTCStatsReport | undefined>;
  /** Plays the stream in an element and follows rebuilds; the returned function detaches it. */
  attach(element: HTMLMediaElement): Dispose;
  /** Ends the subscription; resolves at once. Idempotent. */
  unsubscribe(): Promise<void>;
}

/**
 * Mixed audio of all other members in mixed conferences (types 11 and 12; spec §3). It arrives with the own
 * publication, muted or not; in LIVE conferences, members that publish nothing receive it as stream "0". Pages play it
 * automatically; if autoplay blocks it, the snapshot's `isPlaybackBlocked` is true.
 */
export interface MixedAudio {
  /** 0 to 1, initially 1. Values outside are clamped. */
  volume: number;
  /** Plays in this element instead, e.g. to choose the speaker; the returned function restores the page's playback. */
  attach(element: HTMLMediaElement): Dispose;
  /**
   * Current audio levels of the others, 0 to 1, by stream id: the contributing sources of the mix (spec §3: csrc).
   * Silent streams are missing. Poll it at the rate of display.
   */
  levels(): ReadonlyMap<string, number>;
}

/** A joined conference. */
export interface Conference {
  /** The `confrId`. */
  readonly id: string;
  /** State as snapshots. */
  readonly state: Snapshots<ConferenceSnapshot>;
  /** Adds a listener; the returned function removes it. */
  on<K extends keyof ConferenceEvents>(event: K, listener: ConferenceEvents[K]): Dispose;
  /** @throws {LecternError} with the messages of spec §5 and §8. */
  publish(options?: PublishOptions): Promise<LocalStream>;
  /**
   * Subscribes by snapshot or id, both kinds by default. Resolves when media is announced. For a subscribed stream it
   * returns the same handle with the new kinds.
   * @throws {LecternError} with the messages of spec §5 and §8; `sub_fail` −203.
   */
  subscribe(stream: StreamSnapshot | string, options?: SubscribeOptions): Promise<RemoteStream>;
  /** Mixed audio of the others; undefined unless the conference is mixed. */
  readonly mixedAudio: MixedAudio | undefined;
  /** Ends a local or remote stream's connection with closeReason UserHangup (spec §4); resolves at once. Idempotent. */
  hangUp(stream: StreamSnapshot | string): Promise<void>;
  /** The publication of this type, by default that of camera and microphone. */
  localStream(type?: StreamType): LocalStream | undefined;
  /** The subscription to this stream. */
  remoteStream(streamId: string): RemoteStream | undefined;
  /** Plays the elements that autoplay blocked; resolves when they do. Call from a user gesture. */
  resumePlayback(options?: CallOptions): Promise<void>;
  /**
   * Leaves; `close` asks the server to end the conference for all (op 204). Idempotent; resolves when all is released.
   * Leaving cannot be undone: an abort only ends the wait.
   */
  leave(options?: CallOptions & { readonly close?: boolean }): Promise<void>;
}

/** The user who joins. */
export interface Identity {
  /** `org#app_user` or the plain user name. */
  readonly memName: string;
  /**
   * The user's token, or a function that obtains one: it is called before the first call to the server, and again when
   * the server refuses the token as invalid or expired. Calls that wait for a token share one call of the function. It
   * has 15 s.
   */
  readonly token: string | TokenProvider;
  readonly nickName?: string;
}

/** Options of every way to join. */
export interface JoinOptions extends CallOptions {
  /** Shown to the others; by default the identity's. */
  readonly nickName?: string;
  /** Any JSON value, seen by the others with the member. */
  readonly ext?: unknown;
}

/** Settings of a new conference (spec §7; the limits are those of the provider's documentation). */
export interface ConferenceSettings {
  /** Records each stream. */
  readonly rec?: boolean;
  /** Records a merged video of all streams. */
  readonly recMerge?: boolean;
  /** A live output that runs from the start, as `addLive` of `@lectern/rtc/admin` takes it. */
  readonly liveCfg?: unknown;
  /** Video codecs, best first, e.g. `['H264', 'VP8']` for members that decode nothing else. */
  readonly useVCodes?: readonly string[];
  readonly maxTalkerCount?: number;
  readonly maxAudienceCount?: number;
  readonly maxVideoCount?: number;
  readonly maxPubDesktopCount?: number;
}

/** Options for joining by a room name (spec §5): `password` and `role`, or a `grant`. */
export interface JoinRoomOptions extends JoinOptions {
  readonly roomName: string;
  /** Required without a `grant`, and in addition to it if the room has a password. */
  readonly password?: string | undefined;
  /** Required without a `grant`, which determines the role. */
  readonly role?: Role | undefined;
  /**
   * A room grant (JWT) that the application's backend signed for this user: it contains room, role, nickname and
   * expiry.
   */
  readonly grant?: string | undefined;
  /** Only the first joiner's counts; by default `Communication`. */
  readonly type?: ConferenceType;
  /** Only the first joiner's counts; merged into the call, with any further fields that the server supports. */
  readonly config?: ConferenceSettings & Readonly<Record<string, unknown>>;
}

/** Options for creating a conference (spec §7). */
export interface CreateConferenceOptions extends ConferenceSettings, CallOptions {
  readonly type: ConferenceType;
  readonly password: string;
  /** Required for type P2P: the called user, `org#app_user` or the plain name. The creator is the caller. */
  readonly callee?: string;
}

/** Result of the ticket call: allows one join until it expires. */
export interface ConferenceTicket {
  readonly conferenceId: string;
  readonly type: ConferenceType;
  readonly role: Role;
  readonly roleToken: string | undefined;
  readonly ticket: import('../protocol/index.js').WireTicket;
  readonly isCreator: boolean;
}
