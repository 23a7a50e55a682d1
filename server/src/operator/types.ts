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
  /** Milliseconds since the epoch, as all times. */
  readonly createdAt: number;
}

export interface NewUser {
  readonly name: string;
  readonly nickname?: string | undefined;
  /** Without one the user gets in by tokens of {@link Token} alone. */
  readonly password?: string | undefined;
}

/** An access token, with which a client acts as a user. */
export interface Token {
  readonly token: string;
  readonly expiresAt: number;
}

/** A room that is open. */
export interface Room {
  readonly id: string;
  /** Null for a conference that was made without a name. */
  readonly name: string | null;
  readonly access: RoomAccess;
  /** 10 communication, 11 with mixed audio, 12 live, 14 intercom. */
  readonly type: number;
  /** The user that it belongs to; null where it belongs to none. */
  readonly owner: string | null;
  /** Number of present members. */
  readonly memberCount: number;
  readonly isMuted: boolean;
  readonly isRecorded: boolean;
  readonly createdAt: number;
  /** When it closes by itself. */
  readonly closesAt: number | null;
}

/** A user with the role that it has in a room. */
export interface NamedMember {
  readonly user: string;
  readonly role: RoleName;
}

export interface NewRoom {
  /** All who name the room the same way meet; 256 characters at most. Without one it is found by its id. */
  readonly name?: string | undefined;
  /** `granted` unless given. */
  readonly access?: 'granted' | 'open' | undefined;
  /** 10 unless given, see {@link Room.type}. */
  readonly type?: number | undefined;
  /** Asked for besides grant or name. */
  readonly password?: string | undefined;
  /** Is admin whenever it comes, and cannot be removed by other admins. */
  readonly owner?: string | undefined;
  /** Users that may enter without a grant, with their roles. */
  readonly members?: readonly NamedMember[] | undefined;
  /** Closes by itself then; else it stays open, with and without members, until it is closed. */
  readonly closesAt?: number | undefined;
  /** Every stream is recorded, from its publication to its end. */
  readonly record?: boolean | undefined;
  /** As `record`, and one more file of all of them is made at the end. */
  readonly merge?: boolean | undefined;
  /** Lower limits than the server's. */
  readonly maxTalkers?: number | undefined;
  readonly maxAudience?: number | undefined;
  /** Closes a room of this name that a user opened. Without it such a room is a conflict. */
  readonly replace?: boolean | undefined;
}

export interface RoomChange {
  /** Everybody but admins is muted, or no longer. */
  readonly isMuted?: boolean | undefined;
  /** Every stream is recorded from now on, or no longer. */
  readonly isRecorded?: boolean | undefined;
}

/** A session of a user in a room; a user with two tabs has two. */
export interface Member {
  readonly id: string;
  readonly user: string;
  readonly nickname: string;
  readonly role: RoleName;
  readonly isMuted: boolean;
  /** False while its connection is lost and it is waited for. */
  readonly isConnected: boolean;
  /** Streams that it publishes. */
  readonly streams: readonly string[];
}

export interface MemberList {
  readonly members: readonly Member[];
  /** Users that may enter without a grant, present or not. */
  readonly named: readonly NamedMember[];
}

export interface MemberChange {
  /**
   * Where the operator opened the room the user is named by it: it may enter without a grant from then on, with this
   * role, here or not.
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
  /** Its holder opens the room where it is not open. */
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

/** A link to a file that needs nothing else. */
export interface RecordingLink {
  /** Path and query on the server. */
  readonly path: string;
  readonly expiresAt: number;
}

export interface NewLive {
  /** `rtmp://` or `rtmps://` URL that is pushed to. */
  readonly pushUrl?: string | undefined;
  /** Is served by the server itself as HLS. */
  readonly hls?: boolean | undefined;
}

/** A live output of a room. */
export interface Live {
  readonly id: string;
  readonly state: 'starting' | 'live' | 'reconnecting' | 'failed' | 'ended';
  /** Why it is not live. */
  readonly reason: string | null;
  /** Path of the playlist on the server. */
  readonly hlsPath: string | null;
}

export interface NewMessage {
  /** Text that members receive, as a message of the member `server`. */
  readonly text: string;
  /** Only these; everybody unless given. */
  readonly users?: readonly string[] | undefined;
}

/** Something that happened, in the form of webhooks (`docs/webhooks.md`). */
export interface OperatorEvent {
  readonly id: string;
  /** Read on from here; it rises, with gaps. */
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

/** Why a call was refused. */
export type OperatorErrorCode =
  | 'invalid_request'
  | 'unauthorized'
  | 'not_found'
  | 'conflict'
  | 'refused'
  | 'rate_limited'
  | 'unavailable'
  | 'internal';

/** Body of every answer that is no success. */
export interface OperatorErrorBody {
  readonly error: { readonly code: OperatorErrorCode; readonly message: string };
}

/**
 * All that a backend can do for its application. The HTTP client (`@lectern/server/client`) and the server in process
 * (`server.operator(appKey)`) have the same calls; each rejects with an error that has a `code` of
 * {@link OperatorErrorCode} and changes nothing then.
 *
 * `room` is the id of a room, or its name.
 */
export interface OperatorCalls {
  /** Makes a user. @throws `conflict` when the name is taken */
  createUser(user: NewUser): Promise<User>;
  /** @throws `not_found` */
  getUser(user: string): Promise<User>;
  /** Deletes a user: it is out of rooms and chats at once, and its tokens are worth nothing. */
  deleteUser(user: string): Promise<void>;
  /** An access token of a user, for its client. @throws `not_found` */
  createToken(user: string): Promise<Token>;
  /** Ends all access tokens of a user. */
  revokeTokens(user: string): Promise<void>;
  /** Opens a room. @throws `conflict` when there is one of the same name */
  createRoom(room: NewRoom): Promise<Room>;
  listRooms(): Promise<{ readonly rooms: readonly Room[] }>;
  /** @throws `not_found` */
  getRoom(room: string): Promise<Room>;
  /** Mutes everybody, records, or stops either. @throws `not_found` */
  changeRoom(room: string, change: RoomChange): Promise<Room>;
  /** Ends a room for everybody. @throws `not_found` */
  closeRoom(room: string): Promise<void>;
  /** @throws `not_found` */
  listMembers(room: string): Promise<MemberList>;
  /** Gives a user another role, or mutes it. @throws `not_found` when there is no such room, or no such member in it */
  changeMember(room: string, user: string, change: MemberChange): Promise<MemberList>;
  /** Takes a user out; nothing that it was given so far lets it in again. @throws `not_found` */
  removeMember(room: string, user: string): Promise<void>;
  /** Signs a room grant. */
  createGrant(grant: NewGrant): Promise<Grant>;
  /** Revokes one grant; members that entered with it are removed. */
  revokeGrant(id: string): Promise<void>;
  /** Revokes all grants issued to a user so far, in one room, which need not be open, or in all. */
  revokeGrantsOf(user: string, room?: string): Promise<void>;
  /** Recordings of a room, also of one that is over (by its id), oldest first. */
  listRecordings(room: string): Promise<{ readonly recordings: readonly Recording[] }>;
  /** A link to the file of a recording. @throws `conflict` while it is not complete */
  linkRecording(id: string): Promise<RecordingLink>;
  /** Begins a live output. @throws `invalid_request` for a target that is not allowed */
  startLive(room: string, live: NewLive): Promise<Live>;
  listLives(room: string): Promise<{ readonly lives: readonly Live[] }>;
  stopLive(room: string, id: string): Promise<void>;
  /** Sends a message to the members of a room; it is not stored. */
  sendMessage(room: string, message: NewMessage): Promise<void>;
  /** Events after a cursor, oldest first, as far as they are retained (`EVENT_RETENTION_MS`). */
  listEvents(query?: { readonly after?: number; readonly limit?: number }): Promise<EventPage>;
}
