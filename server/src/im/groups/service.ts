import type { Clock } from '@lectern/kit/clock';
import { isGroupKey, type GroupRecord, type GroupStore, type ImUser } from '../../store/index.js';
import type { ImDirectory } from '../directory.js';
import type { ImHub } from '../hub.js';
import type { ImWriter } from '../writer.js';
import { GroupError } from './errors.js';
import { Group } from './group.js';
import { GroupPlan } from './plan.js';
import type { GroupRegistry } from './registry.js';
import * as rules from './rules.js';
import type { SharedReads } from './shared-reads.js';

export interface GroupLimits {
  /** Limit of members per group. */
  readonly maxMembers: number;
  /** Limit of groups per user. */
  readonly maxGroups: number;
}

export interface GroupPorts {
  readonly store: GroupStore;
  readonly registry: GroupRegistry;
  readonly reads: SharedReads;
  readonly directory: ImDirectory;
  readonly writer: ImWriter;
  readonly hub: ImHub;
  readonly clock: Clock;
  readonly limits: GroupLimits;
}

/** Properties of a new group. */
export type NewGroup = Omit<GroupRecord, 'appKey' | 'id' | 'owner' | 'createdAt'>;

type Work<T> = (group: Group, plan: GroupPlan) => T | Promise<T>;

/**
 * Group operations of the REST API. Each change is decided and written between two batches of messages, so that the
 * membership is well defined for every message; it counts as a message of the requester.
 */
export class Groups {
  constructor(private readonly ports: GroupPorts) {}

  /** @throws {GroupError} when it does not exist */
  async get(appKey: string, id: string): Promise<Group> {
    const group = await this.ports.registry.find(appKey, id);
    if (group === undefined) throw GroupError.notFound(id);
    return group;
  }

  /** @throws {GroupError} when it does not exist, or `name` is not a member */
  async getAsMember(appKey: string, id: string, name: string): Promise<Group> {
    const group = await this.get(appKey, id);
    group.requireMembers(name);
    return group;
  }

  async create({ appKey, name: owner }: ImUser, facts: NewGroup, invited: readonly string[]): Promise<string> {
    const { registry, writer, clock, limits } = this.ports;
    const names = [...new Set(invited)].filter((name) => name !== owner);
    const maxMembers = Math.min(facts.maxMembers, limits.maxMembers);
    if (names.length + 1 > maxMembers) throw GroupError.tooManyMembers(maxMembers);
    this.#charge(appKey, owner);
    await this.#requireUsers(appKey, names);
    const id = String(writer.nextId());
    const record = { ...facts, maxMembers, appKey, id, owner, createdAt: clock.now() };
    const group = new Group({ record, members: [], requests: [] });
    await this.#commit(
      async () => group,
      async (_, plan) => {
        await this.#requireRoom(appKey, [owner, ...names]);
        rules.found(group, plan, names);
      },
    );
    registry.add(group);
    return id;
  }

  /** Results in the order of the names. */
  async invite(actor: ImUser, id: string, names: readonly string[]): Promise<rules.Admission[]> {
    await this.#requireUsers(actor.appKey, names);
    return this.#change(actor, id, async (group, plan) => {
      const admissions = rules.invite(group, plan, actor.name, names);
      await this.#requireRoom(actor.appKey, names);
      return admissions;
    });
  }

  answerInvite(actor: ImUser, id: string, isAccepted: boolean): Promise<void> {
    return this.#change(actor, id, async (group, plan) => {
      rules.answerInvite(group, plan, actor.name, isAccepted);
      if (isAccepted) await this.#requireRoom(actor.appKey, [actor.name]);
    });
  }

  apply(actor: ImUser, id: string, reason: string): Promise<rules.Admission> {
    return this.#change(actor, id, async (group, plan) => {
      await this.#requireRoom(actor.appKey, [actor.name]);
      return rules.apply(group, plan, actor.name, reason);
    });
  }

  answerApplication(
    actor: ImUser,
    id: string,
    answer: { readonly name: string; readonly isAccepted: boolean; readonly reason: string },
  ): Promise<void> {
    return this.#change(actor, id, async (group, plan) => {
      rules.answerApplication(group, plan, actor.name, answer);
      if (answer.isAccepted) await this.#requireRoom(actor.appKey, [answer.name]);
    });
  }

  leave(actor: ImUser, id: string): Promise<void> {
    return this.#change(actor, id, (group, plan) => rules.leave(group, plan, actor.name));
  }

  remove(actor: ImUser, id: string, names: readonly string[]): Promise<void> {
    return this.#change(actor, id, (group, plan) => rules.remove(group, plan, actor.name, [...new Set(names)]));
  }

  destroy(actor: ImUser, id: string): Promise<void> {
    return this.#change(actor, id, (group, plan) => rules.destroy(group, plan, actor.name));
  }

  transfer(actor: ImUser, id: string, owner: string): Promise<void> {
    return this.#change(actor, id, (group, plan) => rules.transfer(group, plan, actor.name, owner));
  }

  update(actor: ImUser, id: string, facts: rules.GroupFacts): Promise<void> {
    return this.#change(actor, id, (group, plan) => rules.update(group, plan, actor.name, facts));
  }

  async #change<T>({ appKey, name }: ImUser, id: string, work: Work<T>): Promise<T> {
    this.#charge(appKey, name);
    // Loaded before the change, because messages wait until a change is done.
    await this.get(appKey, id);
    return this.#commit(() => this.get(appKey, id), work);
  }

  #commit<T>(find: () => Promise<Group>, work: Work<T>): Promise<T> {
    const { store, registry, reads, writer, hub, clock } = this.ports;
    return writer.change(async () => {
      const group = await find();
      const { appKey, id } = group.record;
      const plan = new GroupPlan(group, { nextId: () => writer.nextId(), now: clock.now() });
      const result = await work(group, plan);
      try {
        await store.commit({ appKey, id, writes: plan.writes, events: plan.events });
      } catch (error) {
        // The write may have succeeded although its answer was lost.
        registry.forget(appKey, id);
        throw error;
      }
      group.apply(plan.writes);
      if (group.size === 0) registry.forget(appKey, id);
      for (const event of plan.events) {
        reads.news(event);
        const queue = isGroupKey(event.recipient) ? event.recipient : event.sender;
        for (const name of plan.audienceOf(event)) hub.notify(appKey, name, queue, event.id);
      }
      return result;
    });
  }

  #charge(appKey: string, name: string): void {
    if (!this.ports.hub.mayWrite(appKey, name)) throw GroupError.tooFast();
  }

  async #requireUsers(appKey: string, names: readonly string[]): Promise<void> {
    const areThere = await Promise.all(names.map((name) => this.ports.directory.has(appKey, name)));
    const missing = names.find((_, index) => !areThere[index]);
    if (missing !== undefined) throw GroupError.noUser(missing);
  }

  /** Throws where one of the users has reached the limit of groups. */
  async #requireRoom(appKey: string, names: readonly string[]): Promise<void> {
    const counts = await this.ports.store.countsOf(appKey, names);
    if ([...counts.values()].some((count) => count >= this.ports.limits.maxGroups)) throw GroupError.limit();
  }
}
