import { randomUUID } from 'node:crypto';
import type { RoomOperator } from '../rtc/index.js';

type NewRoom = Parameters<RoomOperator['createRoom']>[0];
type NewGrant = Parameters<RoomOperator['createGrant']>[0];

const failure = (code: string): Error => Object.assign(new Error(code), { code });

/** A conference server's rooms in memory, which answers as the operator API does. */
export class FakeRoomOperator implements RoomOperator {
  /** Open rooms, by name. */
  readonly rooms = new Map<string, NewRoom & { readonly id: string; isMuted: boolean }>();
  /** Grants, in the order in which they were made. */
  readonly grants: NewGrant[] = [];
  /** Users whose grants for a room were revoked. */
  readonly revoked: { readonly user: string; readonly room: string }[] = [];
  isAway = false;

  async createRoom(room: NewRoom): Promise<{ id: string; access: string }> {
    this.#reach();
    if (this.rooms.has(room.name)) throw failure('conflict');
    const id = randomUUID();
    this.rooms.set(room.name, { ...room, id, isMuted: false });
    return { id, access: 'granted' };
  }

  async getRoom(name: string): Promise<{ id: string; access: string }> {
    this.#reach();
    return { id: this.#require(name).id, access: 'granted' };
  }

  async revokeGrantsOf(user: string, room: string): Promise<void> {
    this.#reach();
    this.revoked.push({ user, room });
  }

  async changeRoom(name: string, { isMuted }: { readonly isMuted: boolean }): Promise<void> {
    this.#reach();
    this.#require(name).isMuted = isMuted;
  }

  async closeRoom(name: string): Promise<void> {
    this.#reach();
    if (!this.rooms.delete(name)) throw failure('not_found');
  }

  async createGrant(grant: NewGrant): Promise<{ grant: string }> {
    this.#reach();
    this.grants.push(grant);
    return { grant: `grant-${this.grants.length}` };
  }

  async createToken(user: string): Promise<{ token: string }> {
    this.#reach();
    return { token: `token of ${user}` };
  }

  #require(name: string) {
    const room = this.rooms.get(name);
    if (room === undefined) throw failure('not_found');
    return room;
  }

  #reach(): void {
    if (this.isAway) throw new Error('the conference server is away');
  }
}
