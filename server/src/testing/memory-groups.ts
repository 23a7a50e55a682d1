import type { GroupChange, GroupRecord, GroupRequest, GroupStore, ImUser, StoredGroup } from '../store/index.js';
import type { MemoryImStore, MemoryPeriod } from './memory-im.js';

interface Kept {
  record: GroupRecord;
  requests: GroupRequest[];
}

const byMembership = (a: MemoryPeriod, b: MemoryPeriod): number => {
  if (a.joinedId !== b.joinedId) return a.joinedId < b.joinedId ? -1 : 1;
  return a.name < b.name ? -1 : 1;
};

/** Groups in memory, by the same rules as in the database. */
export class MemoryGroupStore implements GroupStore {
  readonly #groups = new Map<string, Kept>();

  constructor(private readonly im: MemoryImStore) {}

  async find(appKey: string, id: string): Promise<StoredGroup | undefined> {
    const kept = this.#groups.get(`${appKey} ${id}`);
    if (kept === undefined) return undefined;
    const members = this.#periods(appKey, id)
      .sort(byMembership)
      .map(({ name, joinedId, joinedAt }) => ({ name, joinedId, joinedAt }));
    return { record: kept.record, members, requests: [...kept.requests] };
  }

  async commit({ appKey, id, writes, events }: GroupChange): Promise<void> {
    if (this.im.failure) throw this.im.failure;
    const key = `${appKey} ${id}`;
    for (const write of writes) {
      const kept = this.#groups.get(key);
      if (write.kind === 'record') {
        this.#groups.set(key, { record: write.record, requests: kept?.requests ?? [] });
      } else if (write.kind === 'join') {
        this.im.periods.push({ appKey, groupId: id, ...write.member });
      } else if (write.kind === 'leave') {
        for (const period of this.#periods(appKey, id)) if (period.name === write.name) period.leftId = write.leftId;
      } else if (write.kind === 'request') {
        const { name, kind } = write.request;
        if (kept) {
          const others = kept.requests.filter((request) => request.name !== name || request.kind !== kind);
          kept.requests = [...others, write.request];
        }
      } else if (write.kind === 'settle') {
        if (kept) kept.requests = kept.requests.filter(({ name }) => name !== write.name);
      } else {
        for (const period of this.#periods(appKey, id)) period.leftId = write.leftId;
        this.#groups.delete(key);
      }
    }
    await this.im.append(events);
  }

  async ofUser(
    { appKey, name }: ImUser,
    offset: number,
    limit: number,
  ): Promise<readonly (GroupRecord & { memberCount: number })[]> {
    return this.im.periods
      .filter((period) => period.appKey === appKey && period.name === name && period.leftId === undefined)
      .sort((a, b) => byMembership(b, a))
      .flatMap(({ groupId }) => {
        const kept = this.#groups.get(`${appKey} ${groupId}`);
        return kept ? [{ ...kept.record, memberCount: this.#periods(appKey, groupId).length }] : [];
      })
      .slice(offset, offset + limit);
  }

  async countsOf(appKey: string, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    for (const period of this.im.periods) {
      if (period.appKey !== appKey || period.leftId !== undefined || !names.includes(period.name)) continue;
      counts.set(period.name, (counts.get(period.name) ?? 0) + 1);
    }
    return counts;
  }

  async listPublic(appKey: string, after: string, limit: number): Promise<readonly GroupRecord[]> {
    return [...this.#groups.values()]
      .map(({ record }) => record)
      .filter((record) => record.appKey === appKey && record.isPublic && record.id > after)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, limit);
  }

  /** Periods of the current members. */
  #periods(appKey: string, id: string): MemoryPeriod[] {
    return this.im.periods.filter(
      (period) => period.appKey === appKey && period.groupId === id && period.leftId === undefined,
    );
  }
}
