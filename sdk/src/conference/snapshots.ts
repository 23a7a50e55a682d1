import type { LinkState } from '../link/transitions.js';
import type { ConferenceType, ExitReason, Role, StreamType } from '../protocol/index.js';
import type { SignallingState } from '../signalling/types.js';
import type { ActiveSpeaker } from './received.js';

/** Kinds of media, selected separately. */
export interface MediaKinds {
  readonly audio: boolean;
  readonly video: boolean;
}

/**
 * State of the conference for the local member. `reconnecting`: the signalling socket is lost. `recovering`: it is
 * restored, but media that was flowing has not resumed yet.
 */
export type ConferenceState = 'joining' | 'joined' | 'reconnecting' | 'recovering' | 'left';

/** A member (spec §3). The object stays the same until the member changes. */
export interface MemberSnapshot {
  readonly id: string;
  /** `org#app_user`. */
  readonly name: string;
  /** Plain name of the user: `name` without the app key. */
  readonly user: string;
  /** Nickname as it was sent, or `user` where none was. */
  readonly nickName: string;
  /** Name to show to people: the nickname, unless it is only the wire's name again; then `user`. */
  readonly displayName: string;
  readonly role: Role;
  /** Parsed if it was JSON, otherwise as sent. */
  readonly ext: unknown;
  readonly acceptedOps: readonly number[];
  readonly isLocal: boolean;
}

/** A stream (spec §3), local or remote. The object stays the same until the stream changes. */
export interface StreamSnapshot {
  readonly id: string;
  readonly memberId: string;
  readonly memberName: string;
  readonly type: StreamType;
  readonly isLocal: boolean;
  readonly name: string | undefined;
  readonly ext: unknown;
  readonly audioMuted: boolean;
  readonly videoMuted: boolean;
  /** Stream version: +1 with each republish. */
  readonly version: number;
  readonly videoCodecs: readonly string[];
  readonly resolution: { readonly width: number; readonly height: number } | undefined;
  /** Highest bit rates in kbit/s that the publisher set; undefined where it left them to its browser. */
  readonly videoBitrate?: number | undefined;
  readonly audioBitrate?: number | undefined;
  /** Kinds of sources that were offered for a desktop, e.g. `['screen', 'window']`; undefined for other streams. */
  readonly screenOptions?: readonly string[] | undefined;
  /** Names the publisher in the mix of a mixed conference (spec §3); see `MixedAudio.levels`. */
  readonly csrc?: number | undefined;
  /** `idle` for a remote stream that is not subscribed. */
  readonly link: LinkState;
  /** Kinds requested by the local member; undefined while not subscribed, and for local streams. */
  readonly wanted: MediaKinds | undefined;
  /** Media that is received, or sent for an own stream. */
  readonly mediaStream: MediaStream | undefined;
  /** Set if the local member hung the stream up (spec §4), until it is subscribed again. */
  readonly closeReason?: 'UserHangup' | undefined;
}

/** State of the conference at one moment; immutable. */
export interface ConferenceSnapshot {
  readonly id: string;
  readonly type: ConferenceType;
  /** Types 11 and 12. */
  readonly isMixed: boolean;
  readonly isCreator: boolean;
  readonly state: ConferenceState;
  readonly signalling: SignallingState;
  /** The local member; undefined until entered. */
  readonly localMember: MemberSnapshot | undefined;
  readonly role: Role;
  /** The others, in order of arrival. */
  readonly members: readonly MemberSnapshot[];
  /** Local and remote, in order of arrival. */
  readonly streams: readonly StreamSnapshot[];
  readonly version: number;
  /** True if all members except admins are muted (`muteAll`, spec §3). */
  readonly isAllMuted: boolean;
  /** Mixed audio of the others, in mixed conferences only (types 11 and 12); `Conference.mixedAudio` plays it. */
  readonly mixedAudio: MediaStream | undefined;
  /**
   * Members who talk, the local one included, loudest first; undefined until a server that announces them has done so
   * (docs/wire.md, capability `speakers`).
   */
  readonly speakers: readonly ActiveSpeaker[] | undefined;
  /** An admin muted the local member (spec §4). Meanwhile, and while all are muted, `unmuteAudio` is refused. */
  readonly isMuted: boolean;
  /** Conference attributes by key (spec §3). */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Live outputs that the server announced (op 452, spec §3). */
  readonly liveConfigs: readonly LiveConfig[];
  /**
   * An element could not play because of the browser's autoplay policy; call `resumePlayback()` from a user gesture.
   */
  readonly isPlaybackBlocked: boolean;
  /** Set once the state is `left`. */
  readonly exit: ConferenceExit | undefined;
}

/** A live output (spec §3). */
export interface LiveConfig {
  readonly liveId: string;
  readonly [more: string]: unknown;
}

/** End of the conference for the local member. */
export interface ConferenceExit {
  readonly reason: ExitReason;
  /** Result code of the server or client, if there is one (spec §8). */
  readonly code: number | undefined;
  readonly message: string | undefined;
}
