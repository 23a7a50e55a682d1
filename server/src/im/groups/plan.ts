import { encode, MucBody, MucOperation, NameSpace } from '@lectern/rtc/im-protocol';
import { groupKeyOf, type GroupRecord, type GroupRequest, type GroupWrite, type ImMessage } from '../../store/index.js';
import { groupJid, userJid } from '../frames.js';
import type { Group } from './group.js';

/** Source of ids and of the time, in milliseconds. */
export interface Moment {
  readonly nextId: () => bigint;
  readonly now: number;
}

interface Telling {
  readonly from: string;
  /** Subjects of the event. */
  readonly to?: readonly string[];
  readonly reason?: string;
  /** Changed properties, by the names of the wire. */
  readonly facts?: Readonly<Record<string, string>>;
}

/**
 * Planned changes of a group and the events about them. Ids decide on delivery: a member receives events and messages
 * with ids between that of its joining and that of its leaving.
 */
export class GroupPlan {
  readonly writes: GroupWrite[] = [];
  readonly events: ImMessage[] = [];
  readonly #periods = new Map<string, { readonly joinedId: bigint; readonly leftId?: bigint }>();

  constructor(
    private readonly group: Group,
    private readonly moment: Moment,
  ) {
    for (const member of group.members) this.#periods.set(member.name, member);
  }

  save(record: GroupRecord): void {
    this.writes.push({ kind: 'record', record });
  }

  join(name: string): void {
    const member = { name, joinedId: this.moment.nextId(), joinedAt: this.moment.now };
    this.writes.push({ kind: 'join', member }, { kind: 'settle', name });
    this.#periods.set(name, member);
  }

  leave(name: string): void {
    const leftId = this.moment.nextId();
    this.writes.push({ kind: 'leave', name, leftId });
    this.#end(name, leftId);
  }

  /** Removes all members after notifying them. */
  destroy(): void {
    const leftId = this.moment.nextId();
    this.writes.push({ kind: 'destroy', leftId });
    for (const name of this.#periods.keys()) this.#end(name, leftId);
  }

  ask(request: GroupRequest): void {
    this.writes.push({ kind: 'request', request });
  }

  settle(name: string): void {
    this.writes.push({ kind: 'settle', name });
  }

  /** Notifies all members except the originator. */
  tellMembers(operation: number, telling: Telling): void {
    this.#tell(groupKeyOf(this.group.record.id), operation, telling);
  }

  /** Notifies one user, in the queue of the originator; the user need not be a member. */
  tell(name: string, operation: number, telling: Telling): void {
    this.#tell(name, operation, { to: [name], ...telling });
  }

  /** Recipients of an event, once the plan has been carried out. */
  audienceOf({ recipient, sender, id }: ImMessage): readonly string[] {
    if (recipient !== groupKeyOf(this.group.record.id)) return [recipient];
    return [...this.#periods].flatMap(([name, { joinedId, leftId }]) => {
      const gets = name !== sender && id > joinedId && (leftId === undefined || id < leftId);
      return gets ? [name] : [];
    });
  }

  #end(name: string, leftId: bigint): void {
    const period = this.#periods.get(name);
    if (period) this.#periods.set(name, { ...period, leftId });
  }

  #tell(recipient: string, operation: number, { from, to = [], reason, facts }: Telling): void {
    const { appKey, id: groupId, name: mucName } = this.group.record;
    const id = this.moment.nextId();
    const body = encode(MucBody, {
      mucId: groupJid(appKey, groupId),
      operation,
      from: userJid(appKey, from),
      to: to.map((name) => userJid(appKey, name)),
      mucName,
      ...(reason !== undefined && reason !== '' && { reason }),
      ...(facts && { eventInfo: { ext: JSON.stringify(facts) } }),
    });
    this.events.push({
      ...{ id, appKey, recipient, body },
      sender: from,
      resource: '',
      clientId: String(id),
      ns: NameSpace.Muc,
      kind: 0,
      contentType: null,
      sentAt: this.moment.now,
    });
  }
}

/** Adds a member and notifies the others. */
export function admit(plan: GroupPlan, name: string): void {
  plan.tellMembers(MucOperation.Presence, { from: name });
  plan.join(name);
}
