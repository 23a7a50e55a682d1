import type { RecordedConference, RecordingChange, RecordingRecord, RecordingStore } from '../store/index.js';
import { REOPENED } from '../store/recordings.js';
import type { OutgoingEvent } from '../webhooks/events.js';
import { MemoryEventStore } from './memory-events.js';
import { MemoryWebhookStore } from './memory-webhooks.js';

/** In-memory counterpart of the store in PostgreSQL. */
export class MemoryRecordingStore implements RecordingStore {
  readonly #conferences = new Map<string, RecordedConference>();
  readonly #recordings = new Map<string, RecordingRecord>();

  constructor(private readonly events = new MemoryEventStore(new MemoryWebhookStore())) {}

  async saveConference(conference: RecordedConference): Promise<void> {
    this.#conferences.set(conference.id, conference);
  }

  async findConference(id: string): Promise<RecordedConference | undefined> {
    return this.#conferences.get(id);
  }

  async listUnmerged(): Promise<readonly RecordedConference[]> {
    const isDone = (id: string): boolean =>
      this.#all.some(({ conferenceId, kind }) => conferenceId === id && kind === 'merged');
    return [...this.#conferences.values()].filter(({ id, isMerged }) => isMerged && !isDone(id));
  }

  async insert(record: RecordingRecord): Promise<void> {
    this.#recordings.set(record.id, record);
  }

  async update(id: string, change: Partial<RecordingRecord>): Promise<void> {
    const known = this.#recordings.get(id);
    if (known !== undefined) this.#recordings.set(id, { ...known, ...change });
  }

  async complete(id: string, change: RecordingChange, event: OutgoingEvent | undefined): Promise<void> {
    const isNews = this.#recordings.get(id)?.state !== 'complete';
    await this.update(id, change);
    if (isNews && event !== undefined) await this.events.append(event);
  }

  async reopenMerge(id: string): Promise<RecordingRecord | undefined> {
    const known = this.#recordings.get(id);
    if (known?.kind !== 'merged' || known.state !== 'failed') return undefined;
    await this.update(id, REOPENED);
    return this.#recordings.get(id);
  }

  async find(id: string): Promise<RecordingRecord | undefined> {
    return this.#recordings.get(id);
  }

  async list(conferenceId: string): Promise<readonly RecordingRecord[]> {
    return this.#all.filter((record) => record.conferenceId === conferenceId);
  }

  async listInStates(states: readonly RecordingRecord['state'][]): Promise<readonly RecordingRecord[]> {
    return this.#all.filter(({ state }) => states.includes(state));
  }

  async listEndedBefore(time: number): Promise<readonly RecordingRecord[]> {
    return this.#all.filter(({ endedAt }) => endedAt !== null && endedAt < time);
  }

  async delete(id: string): Promise<void> {
    const gone = this.#recordings.get(id);
    this.#recordings.delete(id);
    if (gone === undefined || this.#all.some(({ conferenceId }) => conferenceId === gone.conferenceId)) return;
    if (this.#conferences.get(gone.conferenceId)?.endedAt !== null) this.#conferences.delete(gone.conferenceId);
  }

  async totalBytes(): Promise<number> {
    return this.#all.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  get #all(): RecordingRecord[] {
    return [...this.#recordings.values()].sort((a, b) => a.startedAt - b.startedAt);
  }
}
