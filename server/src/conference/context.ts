/** Limits that protect the server and the other members. */
export interface ConferenceLimits {
  /** All members present, without the audience of a live conference. */
  readonly maxMembers: number;
  /** Members that may publish: talkers and admins. */
  readonly maxTalkers: number;
  readonly maxAudience: number;
  /** Streams of camera or mixer whose video is forwarded at a time. */
  readonly maxVideoPublishers: number;
  /** Desktops shared at the same time. */
  readonly maxDesktopPublishers: number;
  /** Members of one user in one conference: its tabs and devices. */
  readonly maxSessionsPerUser: number;
  readonly maxStreamsPerMember: number;
  readonly maxChannelsPerMember: number;
  /** Open conferences that one user created. */
  readonly maxOwnConferences: number;
}

/** Timeouts of the conference, in milliseconds. */
export interface ConferenceTimings {
  /** Retention of the record of a closed conference. */
  readonly retentionMs: number;
  /** Time for which a conference waits for its first member. */
  readonly reapMs: number;
  /** Time for which a member without a socket is kept (trap T10). */
  readonly memberGraceMs: number;
  /** Time for which a stream without a channel is kept (trap T1). */
  readonly streamGraceMs: number;
  /** Time in which a publisher has to complete a requested codec switch. */
  readonly codecSwitchMs: number;
}

/** Permission to record (op 500): admins; also publishers for their own streams; all but audience; everyone. */
export type RecordRight = 'admin' | 'publisher' | 'talker' | 'member';

/** Session ids: unguessable, and bound to conference, member name and member id. */
export interface SessionIds {
  issue(conferenceId: string, memName: string, memberId: string): string;
  /** The member id that a session id was issued for; undefined when it is forged or of another member. */
  memberOf(sessId: string, conferenceId: string, memName: string): string | undefined;
}

/** Dependencies of the pure logic. */
export interface ConferenceContext {
  readonly limits: ConferenceLimits;
  readonly timings: ConferenceTimings;
  readonly recordRight: RecordRight;
  readonly sessions: SessionIds;
  /** Milliseconds since the epoch. */
  now(): number;
  /** A new unique id that starts with `prefix`. */
  newId(prefix: string): string;
  /** A token that authenticates the member by REST, with the role that it has at the time of use. */
  roleToken(conferenceId: string, memName: string): string;
  /** Relays and credentials for a member, as JSON text (`rtcCfg`); absent when members need none. */
  readonly rtcCfg?: (memName: string) => string;
}
