import type {
  QualityConference,
  QualityMember,
  QualityQuery,
  QualityRecord,
  QualityStore,
  StoredQualityRecord,
} from '../store/index.js';

/** In-memory counterpart of the store in PostgreSQL. */
export class MemoryQualityStore implements QualityStore {
  readonly #conferences = new Map<string, QualityConference>();
  #records: StoredQualityRecord[] = [];
  #lastId = 0;

  /** All stored records, in the order of arrival. */
  get records(): readonly StoredQualityRecord[] {
    return this.#records;
  }

  async saveConferences(conferences: readonly QualityConference[]): Promise<void> {
    for (const conference of conferences) this.#conferences.set(conference.id, conference);
  }

  async findConference(id: string): Promise<QualityConference | undefined> {
    return this.#conferences.get(id);
  }

  async append(records: readonly QualityRecord[]): Promise<number> {
    const keyOf = ({ conferenceId, memName, uploadId, counterId }: QualityRecord): string =>
      JSON.stringify([conferenceId, memName, uploadId, counterId]);
    const known = new Set(this.#records.map(keyOf));
    let added = 0;
    for (const record of records) {
      if (known.has(keyOf(record))) continue;
      known.add(keyOf(record));
      this.#records.push({ ...record, id: (this.#lastId += 1) });
      added += 1;
    }
    return added;
  }

  async members(conferenceId: string): Promise<readonly QualityMember[]> {
    const own = this.#records.filter((record) => record.conferenceId === conferenceId);
    const names = [...new Set(own.map(({ memName }) => memName))].sort();
    return names.map((memName) => {
      const records = own.filter((record) => record.memName === memName).sort((a, b) => a.time - b.time);
      return {
        memName,
        firstTime: records[0]?.time ?? 0,
        lastTime: records.at(-1)?.time ?? 0,
        client: records.findLast(({ type }) => type === 0)?.body ?? null,
      };
    });
  }

  async list({ after, from, to, limit, ...wanted }: QualityQuery): Promise<readonly StoredQualityRecord[]> {
    const isWanted = (record: StoredQualityRecord): boolean =>
      Object.entries(wanted).every(
        ([name, value]) => value === undefined || record[name as keyof typeof wanted] === value,
      );
    const isAfter = ({ time, id }: StoredQualityRecord): boolean =>
      after === undefined || time > after.time || (time === after.time && id > after.id);
    return this.#records
      .filter((record) => isWanted(record) && isAfter(record))
      .filter(({ time }) => (from === undefined || time >= from) && (to === undefined || time <= to))
      .sort((a, b) => a.time - b.time || a.id - b.id)
      .slice(0, limit);
  }

  async prune(before: number, maxRecords: number): Promise<number> {
    const count = this.#records.length;
    this.#records = this.#records.filter(
      ({ id, receivedAt }) => receivedAt >= before && id > this.#lastId - maxRecords,
    );
    for (const [id, { lastAt }] of this.#conferences) {
      const hasRecords = this.#records.some(({ conferenceId }) => conferenceId === id);
      if (lastAt < before && !hasRecords) this.#conferences.delete(id);
    }
    return count - this.#records.length;
  }
}
