/** Role of a member in a room: admins lead, talkers publish, audience watches. */
export type RoleName = 'admin' | 'talker' | 'audience';

/**
 * Admission to a room: `users` is one that a user opened by itself, with its password; `open` admits every user of the
 * application; `granted` admits users with a grant and appointed users.
 */
export type RoomAccess = 'users' | 'open' | 'granted';

/** A user of the application. */
export interface User {
  /** Letters, digits and `_ . @ -`, 64 at most. */
  readonly name: string;
  readonly nickname: string | null;
  /** Milliseconds since the epoch, like all times. */
  readonly createdAt: number;
}

export interface NewUser {
  readonly name: string;
  readonly nickname?: string | undefined;
  /** Without a password the user logs in by tokens of {@link Token} only. */
  readonly password?: string | undefined;
}

/** An access token, with which a client acts as a user. */
export interface Token {
  readonly token: string;
  readonly expiresAt: number;
}

/** An open room. */
export interface Room {
  readonly id: string;
  /** Null for a conference without a name. */
  readonly name: string | null;
  readonly access: RoomAccess;
  /** 10 communication, 11 with mixed audio, 12 live, 14 intercom. */
  readonly type: number;
  /** The owner; null without one. */
  readonly owner: string | null;
  /** Number of present members. */
  readonly memberCount: number;
  readonly isMuted: boolean;
  readonly isRecorded: boolean;
  readonly createdAt: number;
  /** Time of automatic closing. */
  readonly closesAt: number | null;
}

/** A user with the role that it has in a room. */
export interface NamedMember {
  readonly user: string;
  readonly role: RoleName;
}

export interface NewRoom {
  /** The same name leads to the same room; 256 characters at most. Without one the room is found by its id. */
  readonly name?: string | undefined;
  /** `granted` unless given. */
  readonly access?: 'granted' | 'open' | undefined;
  /** 10 unless given, see {@link Room.type}. */
  readonly type?: number | undefined;
  /** Required in addition to a grant or an appointment. */
  readonly password?: string | undefined;
  /** Always admin, and cannot be removed by other admins. */
  readonly owner?: string | undefined;
  /** Users that may enter without a grant, with their roles. */
  readonly members?: readonly NamedMember[] | undefined;
  /** Time of automatic closing; otherwise the room stays open, with and without members, until it is closed. */
  readonly closesAt?: number | undefined;
  /** Every stream is recorded, from its publication to its end. */
  readonly record?: boolean | undefined;
  /** Like `record`, and merges all recordings into one more file at the end. */
  readonly merge?: boolean | undefined;
  /** Limits below the server's. */
  readonly maxTalkers?: number | undefined;
  readonly maxAudience?: number | undefined;
  /** Closes a room of this name that a user opened. Otherwise such a room is a conflict. */
  readonly replace?: boolean | undefined;
}

export interface RoomChange {
  /** Mutes or unmutes all but admins. */
  readonly isMuted?: boolean | undefined;
  /** Starts or stops recording every stream. */
  readonly isRecorded?: boolean | undefined;
}

/** A session of a user in a room; a user with two tabs has two. */
export interface Member {
  readonly id: string;
  readonly user: string;
  readonly nickname: string;
  readonly role: RoleName;
  readonly isMuted: boolean;
  /** False while its connection is lost and its grace time runs. */
  readonly isConnected: boolean;
  /** Ids of its published streams. */
  readonly streams: readonly string[];
}

export interface MemberList {
  readonly members: readonly Member[];
  /** Users that may enter without a grant, present or not. */
  readonly named: readonly NamedMember[];
}

export interface MemberChange {
  /**
   * In a room opened by the operator this appoints the user: it may enter without a grant from then on, with this role,
   * present or not.
   */
  readonly role?: RoleName | undefined;
  readonly isMuted?: boolean | undefined;
}

export interface NewGrant {
  readonly user: string;
  /** Name of the room; or `roomId`. */
  readonly room?: string | undefined;
  readonly roomId?: string | undefined;
  readonly role: RoleName;
  readonly nickname?: string | undefined;
  /** Its holder may open the room if it is not open. */
  readonly create?: boolean | undefined;
  /** Seconds until it expires, from 1 to 366 days; an hour unless given. */
  readonly expiresIn?: number | undefined;
}

/** A room grant, for `joinRoom({ grant })` of the client. */
export interface Grant {
  readonly id: string;
  /** The JWT. */
  readonly grant: string;
  readonly expiresAt: number;
}

export interface Recording {
  readonly id: string;
  readonly roomId: string;
  readonly kind: 'stream' | 'merged';
  readonly state: 'recording' | 'waiting' | 'merging' | 'complete' | 'failed';
  readonly streamId: string | null;
  readonly user: string | null;
  readonly hasAudio: boolean;
  readonly hasVideo: boolean;
  readonly bytes: number;
  readonly durationMs: number;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly message: string | null;
}

/** A link to a file that needs no other credentials. */
export interface RecordingLink {
  /** Path and query on the server. */
  readonly path: string;
  readonly expiresAt: number;
}

export interface NewLive {
  /** `rtmp://` or `rtmps://` URL to push to. */
  readonly pushUrl?: string | undefined;
  /** The server itself serves the output as HLS. */
  readonly hls?: boolean | undefined;
}

/** A live output of a room. */
export interface Live {
  readonly id: string;
  readonly state: 'starting' | 'live' | 'reconnecting' | 'failed' | 'ended';
  /** Reason for which it is not live. */
  readonly reason: string | null;
  /** Path of the playlist on the server. */
  readonly hlsPath: string | null;
}

export interface NewMessage {
  /** Text that members receive, as a message of the member `server`. */
  readonly text: string;
  /** Recipients; all members unless given. */
  readonly users?: readonly string[] | undefined;
}

/** An event, in the form of webhooks (`docs/webhooks.md`). */
export interface OperatorEvent {
  readonly id: string;
  /** Position in the log, for the next call; it rises, with gaps. */
  readonly cursor: number;
  readonly type: string;
  readonly createdAt: number;
  readonly conference: {
    readonly id: string;
    readonly appKey: string;
    readonly roomName: string | null;
    readonly type: number | null;
  };
  readonly data: Readonly<Record<string, unknown>>;
}

export interface EventPage {
  readonly events: readonly OperatorEvent[];
  /** `after` of the next call. */
  readonly cursor: number;
}

/** Reason of a refused call. */
export type OperatorErrorCode =
  /** A parameter or the body is missing or malformed. @remedy Correct the field that the message names. */
  | 'invalid_request'
  /**
   * The API key is missing, wrong or revoked, or the signature is not valid.
   * @remedy Use a key of `lectern keys list`; create one by `lectern keys create`.
   */
  | 'unauthorized'
  /**
   * The user, room, member, recording or output does not exist.
   * @remedy Check the name; a room ends when its last member leaves.
   */
  | 'not_found'
  /**
   * It exists already, or its state does not allow the operation.
   * @remedy Read the current state first, then decide.
   */
  | 'conflict'
  /** A rule or limit of the server refuses the operation. @remedy Read the message; it names the rule. */
  | 'refused'
  /** Too many requests of this key. @remedy Wait for the seconds of the header `Retry-After`. */
  | 'rate_limited'
  /** The server is temporarily unable, e.g. while its database is away. @remedy Try again after some seconds. */
  | 'unavailable'
  /** The server failed; its log has the error. @remedy Try again; report it with the log where it persists. */
  | 'internal';

/** Body of every error response. */
export interface OperatorErrorBody {
  readonly error: { readonly code: OperatorErrorCode; readonly message: string };
}

/**
 * The operations of a backend for its application. The HTTP client (`@lectern/server/client`) and the server in process
 * (`server.operator(appKey)`) have the same calls; each rejects with an error that has a `code` of {@link
 * OperatorErrorCode} and changes nothing then.
 *
 * `room` is the id of a room, or its name.
 */
export interface OperatorCalls {
  /** Creates a user. @throws `conflict` when the name is taken */
  createUser(user: NewUser): Promise<User>;
  /** @throws `not_found` */
  getUser(user: string): Promise<User>;
  /** Deletes a user: it is removed from rooms and chats at once, and its tokens are invalid. */
  deleteUser(user: string): Promise<void>;
  /** Issues an access token of a user, for its client. @throws `not_found` */
  createToken(user: string): Promise<Token>;
  /** Revokes all access tokens of a user. */
  revokeTokens(user: string): Promise<void>;
  /** Opens a room. @throws `conflict` when one of the same name exists */
  createRoom(room: NewRoom): Promise<Room>;
  listRooms(): Promise<{ readonly rooms: readonly Room[] }>;
  /** @throws `not_found` */
  getRoom(room: string): Promise<Room>;
  /** Mutes all members or starts recording, or ends either. @throws `not_found` */
  changeRoom(room: string, change: RoomChange): Promise<Room>;
  /** Closes a room for all members. @throws `not_found` */
  closeRoom(room: string): Promise<void>;
  /** @throws `not_found` */
  listMembers(room: string): Promise<MemberList>;
  /** Changes the role of a user, or mutes it. @throws `not_found` when the room or the member does not exist */
  changeMember(room: string, user: string, change: MemberChange): Promise<MemberList>;
  /** Removes a user and voids everything it was granted so far. @throws `not_found` */
  removeMember(room: string, user: string): Promise<void>;
  /** Signs a room grant. */
  createGrant(grant: NewGrant): Promise<Grant>;
  /** Revokes one grant; members that entered with it are removed. */
  revokeGrant(id: string): Promise<void>;
  /** Revokes all grants issued to a user so far, in one room, which need not be open, or in all. */
  revokeGrantsOf(user: string, room?: string): Promise<void>;
  /** Recordings of a room, also of a closed one (by its id), oldest first. */
  listRecordings(room: string): Promise<{ readonly recordings: readonly Recording[] }>;
  /** A link to the file of a recording. @throws `conflict` while it is not complete */
  linkRecording(id: string): Promise<RecordingLink>;
  /**
   * Merges the recordings of a closed room again whose merged recording has failed; `recording.ready` follows when it is
   * complete. @throws `conflict` unless it is a merged recording that has failed
   */
  retryMerge(id: string): Promise<Recording>;
  /** Starts a live output. @throws `invalid_request` for a target that is not allowed */
  startLive(room: string, live: NewLive): Promise<Live>;
  listLives(room: string): Promise<{ readonly lives: readonly Live[] }>;
  stopLive(room: string, id: string): Promise<void>;
  /** Sends a message to the members of a room; it is not stored. */
  sendMessage(room: string, message: NewMessage): Promise<void>;
  /** Events after a cursor, oldest first, as far as they are retained (`EVENT_RETENTION_MS`). */
  listEvents(query?: { readonly after?: number; readonly limit?: number }): Promise<EventPage>;
}
