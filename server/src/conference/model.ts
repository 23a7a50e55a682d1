import type { Capability, ConferenceType, OffFlag, Role, StreamType, WireResource } from '@lectern/rtc/protocol';
import type { IceCandidate, MediaKinds } from '../media/engine.js';

/** How a member is reached. `away`: the socket is gone and the grace time runs (trap T10). */
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
  /** What the client says of itself, relayed unchanged. */
  readonly res: WireResource | undefined;
  readonly vcodes: readonly string[];
  /** Capabilities that were granted. */
  readonly caps: readonly Capability[];
  readonly link: MemberLink;
  /** Channels the server gave up (`rtcId` → stream id) and whose rebuild the client has not begun yet. */
  readonly rebuilds: ReadonlyMap<string, string>;
  /** Stream ids this member once had and their last version, so that a late republish keeps its id. */
  readonly retired: ReadonlyMap<string, number>;
}

/**
 * - `starting`: the first publish has not succeeded yet; nobody else knows the stream
 * - `live`: a channel feeds it
 * - `suspended`: its channel is gone, the engine's source is kept, the stream's grace time runs
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
  readonly voff: OffFlag;
  readonly aoff: OffFlag;
  readonly name: string | undefined;
  readonly ext: string | undefined;
  readonly csrc: number;
  readonly sver: number;
  readonly vcodes: readonly string[];
  readonly resolution: { readonly w: number; readonly h: number } | undefined;
  readonly phase: StreamPhase;
}

/**
 * - `held`: a subscription that waits for its orphaned stream to be published again
 * - `opening`: the engine works on the offer
 * - `open`: answered
 */
export type ChannelPhase = 'held' | 'opening' | 'open';

/** One peer connection of one member; keyed by member and `rtcId`, since every client counts from `RTC0`. */
export interface Channel {
  readonly memberId: string;
  readonly rtcId: string;
  readonly cctx: string | undefined;
  readonly transportId: string;
  readonly streamId: string;
  readonly direction: 'publish' | 'subscribe';
  readonly phase: ChannelPhase;
  /** The request that still waits for its answer. */
  readonly tsxId: string | undefined;
  readonly wanted: MediaKinds;
  /** Kept only while `held`. */
  readonly offer: string | undefined;
  /** Candidates of either side that came before the answer. */
  readonly earlyFromEngine: readonly IceCandidate[];
  readonly earlyFromClient: readonly IceCandidate[];
}

/** A relayed op 1002 whose answer is outstanding. */
export interface Relay {
  readonly senderId: string;
  readonly targetId: string;
  readonly tsxId: string;
}

/** `waiting`: nobody has entered yet. `closed` is final. */
export type ConferencePhase = 'waiting' | 'open' | 'closed';

/** Everything a conference is at one moment; never changed, only replaced. */
export interface ConferenceState {
  readonly id: string;
  readonly type: ConferenceType;
  /** `memName` of who created it. */
  readonly creator: string;
  /** Codecs that may be published, best first. */
  readonly videoCodecs: readonly string[];
  readonly phase: ConferencePhase;
  readonly cver: number;
  /** Roles granted so far by `memName`; they outlive a member's stay. */
  readonly roles: ReadonlyMap<string, Role>;
  readonly members: ReadonlyMap<string, Member>;
  readonly streams: ReadonlyMap<string, Stream>;
  /** By {@link channelKey}. */
  readonly channels: ReadonlyMap<string, Channel>;
  readonly relays: readonly Relay[];
  readonly nextCsrc: number;
  readonly nextTransport: number;
}

export interface ConferenceFacts {
  readonly id: string;
  readonly type: ConferenceType;
  readonly creator: string;
  readonly videoCodecs: readonly string[];
  readonly roles: ReadonlyMap<string, Role>;
}

export const channelKey = (memberId: string, rtcId: string): string => `${memberId} ${rtcId}`;

/** A conference that nobody has entered. */
export const newConference = (facts: ConferenceFacts): ConferenceState => ({
  ...facts,
  phase: 'waiting',
  cver: 1,
  members: new Map(),
  streams: new Map(),
  channels: new Map(),
  relays: [],
  nextCsrc: 1000,
  nextTransport: 1,
});
