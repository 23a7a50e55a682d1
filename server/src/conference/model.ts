import type { Capability, ConferenceType, OffFlag, Role, StreamType, WireResource } from '@lectern/rtc/protocol';
import type { LiveConfig } from '../live/config.js';
import type { LiveProgress } from '../live/states.js';
import type { IceCandidate, MediaKinds, SharedTransport } from '../media/engine.js';
import type { PublishFrame, SubscribeFrame } from './frames/init.js';

/** Connection of a member. `away`: the socket is closed and the grace time runs (trap T10). */
export type MemberLink = { readonly state: 'online'; readonly socketId: string } | { readonly state: 'away' };

export interface Member {
  readonly id: string;
  readonly sessId: string;
  readonly tktId: string;
  /** `org#app_user`. */
  readonly name: string;
  readonly nickName: string;
  readonly ext: string | undefined;
  readonly role: Role;
  /** Resource data of the client, relayed unchanged. */
  readonly res: WireResource | undefined;
  readonly vcodes: readonly string[];
  /** Capabilities that were granted. */
  readonly caps: readonly Capability[];
  readonly link: MemberLink;
  /** Channels that the server gave up (`rtcId` → stream id) and whose rebuild the client has not begun yet. */
  readonly rebuilds: ReadonlyMap<string, string>;
  /** Former stream ids of this member and their last version, so that a late republish keeps its id. */
  readonly retired: ReadonlyMap<string, number>;
  /** Audience that was never announced: it comes and goes without a frame to the others. */
  readonly isSilent: boolean;
  /** Version of the last complete lists sent to it. */
  readonly listedAt: number;
  /** The last notification to the member was that an admin muted it (op2 23), not that it was unmuted (24). */
  readonly isToldMuted: boolean;
  /** The grant by which it entered. */
  readonly grant?: TicketGrant;
}

/** Room grant recorded in the ticket that was issued for it. */
export interface TicketGrant {
  readonly id: string;
  /** Id of the API key that signed it. */
  readonly keyId: string;
  readonly role: Role;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
}

/** A message between members that is delivered once, although it may be sent again (capability `messages`). */
export interface NamedMessage {
  readonly senderId: string;
  /** Ids of its recipients. */
  readonly to: readonly string[];
  readonly arg: string;
  readonly topic: string | undefined;
  readonly mid: string | undefined;
}

/** A role that was appointed, and the time, in milliseconds since the epoch. */
export interface AppointedRole {
  readonly role: Role;
  readonly at: number;
}

/**
 * - `starting`: the first publish has not succeeded yet; the stream is unknown to the others
 * - `live`: a channel feeds it
 * - `suspended`: its channel is closed, the engine's source is kept, the stream's grace time runs
 * - `orphaned`: as `suspended`, but the engine lost the source too
 */
export type StreamPhase = 'starting' | 'live' | 'suspended' | 'orphaned';

export interface Stream {
  readonly id: string;
  readonly memId: string;
  readonly memName: string;
  /** Channel id that the publisher used last. Never sent to others (trap T3). */
  readonly rtcId: string;
  readonly type: StreamType;
  /** Kinds that the publisher itself has paused. `flags.ts` derives the flags that the others receive. */
  readonly voff: OffFlag;
  readonly aoff: OffFlag;
  /** Kinds that the last publication has. */
  readonly kinds: MediaKinds;
  /** Its video exceeds the conference's limit and is not forwarded. */
  readonly isOverLimit: boolean;
  readonly name: string | undefined;
  readonly ext: string | undefined;
  readonly csrc: number;
  readonly sver: number;
  readonly vcodes: readonly string[];
  /** Video codecs that its publisher offered and the conference allows, in the publisher's order. */
  readonly offered: readonly string[];
  /** The codec that its publisher was asked to switch to and has not yet. */
  readonly switchingTo: string | undefined;
  /** Codecs that its publisher was asked for and did not switch to. */
  readonly declined: readonly string[];
  readonly resolution: { readonly w: number; readonly h: number } | undefined;
  /** Highest bit rates in kbit/s, as the publisher has them. */
  readonly vbitrate: number | undefined;
  readonly abitrate: number | undefined;
  /** Kinds of sources that were offered for a desktop. */
  readonly screenOptions: readonly string[] | undefined;
  readonly phase: StreamPhase;
  /** Members that asked for its recording (op 500). */
  readonly recordedBy: readonly string[];
}

/**
 * - `held`: a subscription that waits for its stream to be published again: orphaned, or about to switch its codec
 * - `opening`: the engine processes the offer
 * - `open`: answered
 */
export type ChannelPhase = 'held' | 'opening' | 'open';

/** One stream of one member; keyed by member and `rtcId`, since every client counts from `RTC0`. */
export interface Channel {
  readonly memberId: string;
  readonly rtcId: string;
  readonly cctx: string | undefined;
  readonly transportId: string;
  readonly streamId: string;
  readonly direction: 'publish' | 'subscribe';
  readonly phase: ChannelPhase;
  /** The pending request. */
  readonly tsxId: string | undefined;
  readonly wanted: MediaKinds;
  /** Video codecs in the offer. */
  readonly codecs: readonly string[];
  /** Kept only while `held`. */
  readonly offer: string | undefined;
  /** Candidates of either side that arrived before the answer. */
  readonly earlyFromEngine: readonly IceCandidate[];
  readonly earlyFromClient: readonly IceCandidate[];
  /** The shared connection that carries it; absent where it has a connection of its own. */
  readonly shared?: SharedPlace | undefined;
  /** Transport to request from the engine with the next offer of that connection. */
  readonly asks?: SharedTransport | undefined;
}

/** Position of a channel in a shared connection. */
export interface SharedPlace {
  readonly trsId: string;
  /** The sections of its offers that carry the channel. */
  readonly mids: readonly string[];
}

/** A peer connection of one member that carries many streams; keyed like channels, by member and `trsId`. */
export interface Connection {
  readonly memberId: string;
  readonly trsId: string;
  /** Its id in the engine. */
  readonly connectionId: string;
  /** Requests (op 102) received since the last offer. */
  readonly requests: readonly SharedRequest[];
}

export interface SharedRequest {
  readonly frame: PublishFrame | SubscribeFrame;
  readonly tsxId: string | undefined;
}

/**
 * The pointer surface of a stream that its owner granted to another member (op 1002 with op2 30). Not kept over a
 * restart: it is requested again.
 */
export interface SurfaceGrant {
  readonly streamId: string;
  readonly ownerId: string;
  readonly controllerId: string;
  /** The controller's id for it. */
  readonly controlId: string;
}

/** A relayed op 1002 whose answer is outstanding. */
export interface Relay {
  readonly senderId: string;
  readonly targetId: string;
  readonly tsxId: string;
  /** The requested op2; the server answers when an admin grants it by REST. */
  readonly op2: number | undefined;
  /** Effect of the answer on a surface: it is granted or released. */
  readonly surface?: { readonly grant: SurfaceGrant; readonly kind: 'request' | 'pointer' | 'drawing' };
}

/**
 * Configuration of a conference that was opened by the operator or by the holder of a grant. No member is promoted in
 * it automatically.
 */
export interface OperatedConfig {
  /** Admission: members with a grant and appointed users; or every user of the application. */
  readonly access: 'granted' | 'open';
  /** The password is required in addition to the grant. */
  readonly asksPassword: boolean;
  /** The conference stays open while it is empty, until it is closed. */
  readonly isKept: boolean;
  /** Time of opening, in milliseconds since the epoch. */
  readonly openedAt: number;
  /** Time of automatic closing, in milliseconds since the epoch. */
  readonly closesAt?: number;
  /** Users that may enter without a grant, by `memName`, with their roles. */
  readonly members: Readonly<Record<string, Role>>;
}

/** Options with which a conference was created. Limits can only lower those of the server. */
export interface ConferenceConfig {
  /** Every stream is recorded, from its publication to its end. */
  readonly rec?: boolean;
  /** The recordings are merged into one file when the conference is closed. */
  readonly recMerge?: boolean;
  /** For type P2P: `memName` of the callee; the creator is the caller. */
  readonly callee?: string;
  /** Codecs that may be published, best first; absent: all that the server supports. */
  readonly videoCodecs?: readonly string[];
  readonly maxTalkers?: number;
  readonly maxAudience?: number;
  readonly maxVideoPublishers?: number;
  readonly maxDesktopPublishers?: number;
  /** Present for a conference that the operator runs. */
  readonly operated?: OperatedConfig;
}

/** `waiting`: no member has entered yet. `closed` is final. */
export type ConferencePhase = 'waiting' | 'open' | 'closed';

/** State of a conference; immutable. */
export interface ConferenceState {
  readonly id: string;
  readonly type: ConferenceType;
  /** `memName` of the creator. */
  readonly creator: string;
  /** Codecs that may be published, best first. */
  readonly videoCodecs: readonly string[];
  readonly config: ConferenceConfig;
  readonly phase: ConferencePhase;
  readonly cver: number;
  /** Version of the last change that only complete lists carry (op 1000): the role of a member. */
  readonly listsChangedAt: number;
  /**
   * Roles decided in this conference by `memName`: first admin, grants, succession. They outlive a stay and override
   * any ticket.
   */
  readonly roles: ReadonlyMap<string, Role>;
  /** Users muted by an admin, by `memName`; a mute survives leaving and entering again. */
  readonly mutes: ReadonlyMap<string, true>;
  /** Undefined until an admin has used mute-all once. */
  readonly cstate: { readonly muteAll: boolean } | undefined;
  /** Attributes; null marks a deleted one, for returning members that may still hold it. */
  readonly cattrs: ReadonlyMap<string, string | null>;
  /** Number of kicks, by `memName`; a ticket is valid only while its count is the current one. */
  readonly kicks: ReadonlyMap<string, number>;
  /** True once a member has entered. */
  readonly hasStarted: boolean;
  /**
   * For an operated conference: users that the operator appointed or withdrew (null) since it was opened, by `memName`.
   */
  readonly named: ReadonlyMap<string, AppointedRole | null>;
  /** For an operated conference: roles that were decided in it, with their times. */
  readonly decided: ReadonlyMap<string, AppointedRole>;
  /** For an operated conference: the time of the last removal of each user; earlier invitations are void. */
  readonly removedAt: ReadonlyMap<string, number>;
  /** For an operated conference: users that have been admin in it. */
  readonly admins: ReadonlyMap<string, true>;
  /** The operator has every stream recorded. */
  readonly isRecorded: boolean;
  /** Live outputs by their id, with the status of each. */
  readonly lives: ReadonlyMap<string, LiveConfig>;
  readonly liveProgress: ReadonlyMap<string, LiveProgress>;
  readonly members: ReadonlyMap<string, Member>;
  readonly streams: ReadonlyMap<string, Stream>;
  /** By {@link channelKey}. */
  readonly channels: ReadonlyMap<string, Channel>;
  /** Connections that carry many streams, by {@link channelKey} with their `trsId`. Not kept over a restart. */
  readonly connections: ReadonlyMap<string, Connection>;
  readonly relays: readonly Relay[];
  /** The newest messages that have a name, oldest first. */
  readonly namedMessages: readonly NamedMessage[];
  /** Granted pointer surfaces, by stream id. */
  readonly surfaces: ReadonlyMap<string, SurfaceGrant>;
  readonly nextCsrc: number;
  readonly nextTransport: number;
}

export interface ConferenceFacts {
  readonly id: string;
  readonly type: ConferenceType;
  readonly creator: string;
  readonly videoCodecs: readonly string[];
  readonly roles: ReadonlyMap<string, Role>;
  readonly config?: ConferenceConfig;
}

export const channelKey = (memberId: string, rtcId: string): string => `${memberId} ${rtcId}`;

/** The initial state of a conference. */
export const newConference = ({ config = {}, ...facts }: ConferenceFacts): ConferenceState => ({
  ...facts,
  config,
  phase: 'waiting',
  cver: 1,
  listsChangedAt: 0,
  mutes: new Map(),
  cstate: undefined,
  cattrs: new Map(),
  kicks: new Map(),
  hasStarted: false,
  named: new Map(),
  decided: new Map(),
  removedAt: new Map(),
  admins: new Map(),
  isRecorded: false,
  lives: new Map(),
  liveProgress: new Map(),
  members: new Map(),
  streams: new Map(),
  channels: new Map(),
  connections: new Map(),
  relays: [],
  namedMessages: [],
  surfaces: new Map(),
  nextCsrc: 1000,
  nextTransport: 1,
});
