/** Role of a member of a class: admins lead, talkers publish, audience watches. */
export type ClassRole = 'admin' | 'talker' | 'audience';

/** A room that admits only members with a grant. */
export interface NewClassRoom {
  readonly name: string;
  /** User name of the host, who is always admin. */
  readonly owner: string;
  /** Required besides a grant. */
  readonly password?: string | undefined;
  /** Time at which it closes by itself, in milliseconds since the epoch. */
  readonly closesAt: number;
  /** True records every stream, and merges the recordings into one at the end. */
  readonly merge: boolean;
  /** True closes a room of the same name that a user opened. */
  readonly replace: true;
}

export interface NewClassGrant {
  readonly user: string;
  readonly room: string;
  readonly role: ClassRole;
  readonly nickname: string;
  /** Seconds until it expires. */
  readonly expiresIn: number;
}

/** A room that is open. */
interface OpenRoom {
  /** Id of its conference. */
  readonly id: string;
  /** `users` for one that a user opened, which admits without grants. */
  readonly access: string;
}

/**
 * The conference server's operator API, as far as classes need it: in process, or over HTTP by the client of
 * `@lectern/server/client`. Errors have a `code`: `conflict` for a room that exists, `not_found` for one that does not.
 */
export interface RoomOperator {
  createRoom(room: NewClassRoom): Promise<OpenRoom>;
  getRoom(room: string): Promise<OpenRoom>;
  changeRoom(room: string, change: { readonly isMuted: boolean }): Promise<unknown>;
  closeRoom(room: string): Promise<void>;
  /** Voids the user's grants for the room, and removes the user from it. */
  revokeGrantsOf(user: string, room: string): Promise<void>;
  createGrant(grant: NewClassGrant): Promise<{ readonly grant: string }>;
  createToken(user: string): Promise<{ readonly token: string }>;
}

/** An event of a room, in the form of webhooks (`docs/webhooks.md`). */
export interface RoomEvent {
  readonly type: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly conference: { readonly id: string };
  readonly data: Readonly<Record<string, unknown>>;
}
