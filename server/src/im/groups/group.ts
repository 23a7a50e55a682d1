import type { GroupRecord, GroupRequest, GroupWrite, StoredGroup } from '../../store/index.js';
import { GroupError } from './errors.js';

export type GroupMembership = StoredGroup['members'][number];

const requestKey = ({ kind, name }: Pick<GroupRequest, 'kind' | 'name'>): string => `${kind} ${name}`;

/** Current state of one group. */
export class Group {
  #record: GroupRecord;
  readonly #members = new Map<string, GroupMembership>();
  readonly #requests = new Map<string, GroupRequest>();

  constructor({ record, members, requests }: StoredGroup) {
    this.#record = record;
    for (const member of members) this.#members.set(member.name, member);
    for (const request of requests) this.#requests.set(requestKey(request), request);
  }

  get record(): GroupRecord {
    return this.#record;
  }

  get size(): number {
    return this.#members.size;
  }

  /** In the order in which they joined. */
  get members(): readonly GroupMembership[] {
    return [...this.#members.values()];
  }

  member(name: string): GroupMembership | undefined {
    return this.#members.get(name);
  }

  request(kind: GroupRequest['kind'], name: string): GroupRequest | undefined {
    return this.#requests.get(requestKey({ kind, name }));
  }

  /** @throws {GroupError} when one of the names is not a member */
  requireMembers(...names: readonly string[]): void {
    const strangers = names.filter((name) => !this.#members.has(name));
    if (strangers.length > 0) throw GroupError.notMember(this.#record.id, ...strangers);
  }

  /** @throws {GroupError} when `name` is not the owner; `what` names the action that only the owner may take */
  requireOwner(name: string, what: string): void {
    this.requireMembers(name);
    if (name !== this.#record.owner) throw GroupError.denied(`only the owner of a group may ${what}`);
  }

  /** Applies changes that were written to the database. */
  apply(writes: readonly GroupWrite[]): void {
    for (const write of writes) {
      if (write.kind === 'record') this.#record = write.record;
      else if (write.kind === 'join') this.#members.set(write.member.name, write.member);
      else if (write.kind === 'leave') this.#members.delete(write.name);
      else if (write.kind === 'request') this.#requests.set(requestKey(write.request), write.request);
      else if (write.kind === 'settle') this.#settle(write.name);
      else this.#members.clear();
    }
  }

  #settle(name: string): void {
    for (const kind of ['invite', 'apply'] as const) this.#requests.delete(requestKey({ kind, name }));
  }
}
