import type { Logger } from 'pino';
import type { Clock } from '@lectern/kit/clock';
import { Pauses } from '@lectern/kit/pauses';
import { isDatabaseAway, type QualityConference, type QualityRecord, type QualityStore } from '../store/index.js';

/** Maximum number of records per write. */
const BATCH = 500;
/** Records that arrive within this time are written together. */
const COLLECT_MS = 200;
/** Pause between two attempts while the database is unreachable, in milliseconds. */
const RETRY_MS = 1_000;
/** Interval after which a conference is stored again, so that it is not deleted before its records. */
const NOTE_INTERVAL_MS = 60_000;
/** Approximate memory of a record in addition to its text. */
const OVERHEAD_BYTES = 300;

/** `duplicate`: stored before. `failed`: rejected by the database. `lost`: the server stopped before the write. */
export type WriteOutcome = 'stored' | 'duplicate' | 'failed' | 'lost';

export interface WriterPorts {
  readonly store: QualityStore;
  readonly clock: Clock;
  readonly log: Logger;
  /** Owner of a conference; undefined once that is no longer known. */
  readonly ownerOf: (conferenceId: string) => Omit<QualityConference, 'lastAt'> | undefined;
  readonly counted: (outcome: WriteOutcome, count: number) => void;
}

interface Waiting {
  readonly record: QualityRecord;
  readonly settled: () => void;
}

const sizeOf = ({ body }: QualityRecord): number => body.length + OVERHEAD_BYTES;

/**
 * Writes records in batches and in order. Producers must reserve space first; while the database is unreachable no
 * record is dropped: reserved records wait here, and the rest stays with the clients.
 */
export class QualityWriter {
  readonly #noted = new Map<string, { readonly admins: string; readonly at: number }>();
  #waiting: Waiting[] = [];
  #bytes = 0;
  #writing: Promise<void> | undefined;
  #isClosing = false;
  /** Waits for more records before a batch is written. */
  readonly #collecting: Pauses;
  readonly #retries: Pauses;
  #thirsty: (() => void)[] = [];

  constructor(
    private readonly ports: WriterPorts,
    /** Limit of pending records, in bytes. */
    private readonly maxBytes: number,
  ) {
    this.#collecting = new Pauses(ports.clock);
    this.#retries = new Pauses(ports.clock);
  }

  /** Records that are not on disk yet. */
  get size(): number {
    return this.#waiting.length;
  }

  /** Conferences of the pending records. */
  get conferenceIds(): ReadonlySet<string> {
    return new Set(this.#waiting.map(({ record }) => record.conferenceId));
  }

  get hasRoom(): boolean {
    return this.#bytes < this.maxBytes;
  }

  /** Calls back once there is space again. */
  whenRoom(callback: () => void): void {
    this.#thirsty.push(callback);
  }

  /** `settled` is called when the record is on disk, or was rejected permanently. */
  write(record: QualityRecord, settled: () => void): void {
    this.#waiting.push({ record, settled });
    this.#bytes += sizeOf(record);
    this.#writing ??= this.#writeAll();
    if (this.#waiting.length >= BATCH) this.#collecting.end();
  }

  /** Resolves once no record is pending. Failed writes are not retried from now on. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#collecting.end();
    this.#retries.end();
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      if (this.#waiting.length < BATCH && !this.#isClosing) await this.#collecting.wait(COLLECT_MS);
      const batch = this.#waiting.slice(0, BATCH);
      const isSettled = await this.#writeBatch(batch.map(({ record }) => record));
      this.#waiting = this.#waiting.slice(batch.length);
      for (const { record, settled } of batch) {
        this.#bytes -= sizeOf(record);
        if (isSettled) settled();
      }
      if (this.hasRoom) for (const callback of this.#thirsty.splice(0)) callback();
    }
    this.#writing = undefined;
  }

  /** False when the server stops before they are stored or rejected. */
  async #writeBatch(records: readonly QualityRecord[]): Promise<boolean> {
    for (;;) {
      try {
        await this.#note(records);
        const added = await this.ports.store.append(records);
        this.ports.counted('stored', added);
        this.ports.counted('duplicate', records.length - added);
        return true;
      } catch (error) {
        const { log, counted } = this.ports;
        const isRefused = isWrongData(error);
        if (isRefused && records.length > 1) return this.#writeHalves(records);
        if (isRefused || this.#isClosing) {
          log.error({ err: error, records: records.length }, 'records of quality could not be kept');
          counted(isRefused ? 'failed' : 'lost', records.length);
          return isRefused;
        }
        // Other errors may be temporary too, e.g. a full disk, and dropped records could not be recovered.
        if (!isDatabaseAway(error)) log.error({ err: error }, 'records of quality wait, as the database does not work');
      }
      await this.#retries.wait(RETRY_MS);
    }
  }

  /** Separates records that the database rejects from the others. */
  async #writeHalves(records: readonly QualityRecord[]): Promise<boolean> {
    const middle = records.length >> 1;
    const isFirstSettled = await this.#writeBatch(records.slice(0, middle));
    return (await this.#writeBatch(records.slice(middle))) && isFirstSettled;
  }

  async #note(records: readonly QualityRecord[]): Promise<void> {
    const now = this.ports.clock.now();
    const news: QualityConference[] = [];
    for (const id of new Set(records.map(({ conferenceId }) => conferenceId))) {
      const owner = this.ports.ownerOf(id);
      const noted = this.#noted.get(id);
      const isOld = noted === undefined || now - noted.at >= NOTE_INTERVAL_MS;
      if (owner && (isOld || noted.admins !== owner.admins.join())) news.push({ ...owner, lastAt: now });
    }
    await this.ports.store.saveConferences(news);
    for (const [id, { at }] of this.#noted) if (now - at >= NOTE_INTERVAL_MS) this.#noted.delete(id);
    for (const { id, admins } of news) this.#noted.set(id, { admins: admins.join(), at: now });
  }
}

/** SQLSTATE classes 22 and 23: a value that PostgreSQL can never store. */
function isWrongData(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && /^2[23]/.test(String(cause.code))) return true;
  }
  return false;
}
