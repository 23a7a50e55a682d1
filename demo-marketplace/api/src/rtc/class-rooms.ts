import { FailureReason, type RtcUser } from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import type { Database } from '../db/database.js';
import { chatAccounts, type MemberRow } from '../db/schema/index.js';
import { ApiFailure } from '../http/failure.js';
import type { ChatAccounts } from './chat-accounts.js';
import type { ClassRole, NewClassRoom, RoomOperator } from './room-operator.js';

interface ClassRoomPorts {
  readonly chat: Pick<ChatAccounts, 'ensure' | 'of'>;
  /** Undefined where the marketplace runs without a conference server that it may operate. */
  readonly operator: RoomOperator | undefined;
  /** `org#app`. */
  readonly appKey: string;
  /** Base URL for pages; by default their own origin. */
  readonly restUrl: string | undefined;
}

/** A class, as its room is opened. */
export interface ClassRoom extends Omit<NewClassRoom, 'owner' | 'replace'> {
  readonly host: Member;
  /** True when only the host may speak at first. */
  readonly isMuted: boolean;
}

/** Attempts to open a room whose name others take. */
const ATTEMPTS = 3;

type Member = Pick<MemberRow, 'id' | 'name'>;

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Members at the conference server: their own identities, and the rooms of classes, which admit only granted members. */
export class ClassRooms {
  constructor(private readonly ports: ClassRoomPorts) {}

  /** The member's own identity with a new token. @throws {ApiFailure} when the conference server cannot be reached */
  async userOf(db: Database, member: Member): Promise<RtcUser> {
    const username = await this.#usernameOf(db, member);
    const { appKey, restUrl } = this.ports;
    const { token } = await this.#call((operator) => operator.createToken(username));
    return {
      memName: `${appKey}_${username}`,
      token,
      nickName: member.name,
      appKey,
      ...(restUrl !== undefined && { restUrl }),
    };
  }

  /**
   * Id of the conference of a class; undefined when it is not open.
   *
   * @throws {ApiFailure} when the conference server cannot be reached
   */
  find(name: string): Promise<string | undefined> {
    return this.#call((operator) => this.#find(operator, name));
  }

  /**
   * Opens the room of a class, and resolves with the id of its conference; undefined when it is open already.
   *
   * @throws {ApiFailure} when the conference server cannot be reached
   */
  async open(db: Database, { host, isMuted, ...room }: ClassRoom): Promise<string | undefined> {
    const owner = await this.#usernameOf(db, host);
    return this.#call(async (operator) => {
      for (let attempts = ATTEMPTS; ; attempts -= 1) {
        try {
          const { id } = await operator.createRoom({ ...room, owner, replace: true });
          if (isMuted) await operator.changeRoom(room.name, { isMuted });
          return id;
        } catch (error) {
          if (codeOf(error) !== 'conflict') throw error;
          if ((await this.#find(operator, room.name)) !== undefined) return undefined;
          // A user took the name between the end of another room and this one.
          if (attempts === 1) throw error;
        }
      }
    });
  }

  /** Ends the member's permission to be in a room. */
  async revoke(db: Database, memberId: number, name: string): Promise<void> {
    const account = await this.ports.chat.of(db, memberId);
    if (account !== undefined) await this.ports.operator?.revokeGrantsOf(account.username, name);
  }

  /** A grant with which the member joins the room. @throws {ApiFailure} when the conference server cannot be reached */
  async grant(
    db: Database,
    member: Member,
    { name, role, expiresIn }: Pick<NewClassRoom, 'name'> & { readonly role: ClassRole; readonly expiresIn: number },
  ): Promise<string> {
    const user = await this.#usernameOf(db, member);
    const { grant } = await this.#call((operator) =>
      operator.createGrant({ user, room: name, role, nickname: member.name, expiresIn }),
    );
    return grant;
  }

  /** Closes a room; succeeds when it is not open. */
  async close(name: string): Promise<void> {
    try {
      await this.ports.operator?.closeRoom(name);
    } catch (error) {
      if (codeOf(error) !== 'not_found') throw error;
    }
  }

  /** The member behind a name of a conference, `org#app_user`; undefined for guests. */
  async memberOf(db: Database, memName: string): Promise<number | undefined> {
    const prefix = `${this.ports.appKey}_`;
    if (!memName.startsWith(prefix)) return undefined;
    const [row] = await db
      .select({ id: chatAccounts.memberId })
      .from(chatAccounts)
      .where(eq(chatAccounts.username, memName.slice(prefix.length)));
    return row?.id;
  }

  /** Rooms that users opened under the name are none of ours. */
  async #find(operator: RoomOperator, name: string): Promise<string | undefined> {
    try {
      const { id, access } = await operator.getRoom(name);
      return access === 'users' ? undefined : id;
    } catch (error) {
      if (codeOf(error) === 'not_found') return undefined;
      throw error;
    }
  }

  async #usernameOf(db: Database, member: Member): Promise<string> {
    const { chat } = this.ports;
    let account = await chat.of(db, member.id);
    if (account === undefined) {
      await chat.ensure(member);
      account = await chat.of(db, member.id);
    }
    if (account === undefined) throw new ApiFailure(FailureReason.RtcUnavailable);
    return account.username;
  }

  async #call<T>(work: (operator: RoomOperator) => Promise<T>): Promise<T> {
    const { operator } = this.ports;
    if (operator === undefined) throw new ApiFailure(FailureReason.RtcUnavailable);
    try {
      return await work(operator);
    } catch (error) {
      throw new ApiFailure(FailureReason.RtcUnavailable, {}, { cause: error });
    }
  }
}
