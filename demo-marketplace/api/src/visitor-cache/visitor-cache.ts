import type { Clock } from '@lectern/kit/clock';
import { record } from './recording.js';
import type { TableChanges } from './table-changes.js';

const KEPT_MS = 30_000;
const MAX_ENTRIES = 1_000;
const MAX_BYTES = 16 * 1024 * 1024;
/** Bytes per character of a string at most. */
const CHARACTER_BYTES = 2;

interface Entry {
  readonly answer: string;
  readonly tables: ReadonlySet<string>;
  /** Number of changes of tables when its computation began. */
  readonly changes: number;
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly bytes: number;
}

interface Running {
  readonly changes: number;
  readonly answer: Promise<string>;
}

interface VisitorCacheOptions {
  readonly clock: Clock;
  readonly changes: TableChanges;
  /** Maximum number of kept answers; default 1,000. */
  readonly maxEntries?: number;
  /** Maximum size of kept answers with their keys, in bytes; default 16 MB. */
  readonly maxBytes?: number;
}

/**
 * Keeps the answers that all visitors share for 30 seconds, the most recently used ones. An answer is dropped when a table
 * that it was read from changes in this process, and no later than it is different by time. Failures are not kept.
 */
export class VisitorCache {
  readonly #entries = new Map<string, Entry>();
  readonly #running = new Map<string, Running>();
  readonly #maxEntries: number;
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(private readonly options: VisitorCacheOptions) {
    this.#maxEntries = options.maxEntries ?? MAX_ENTRIES;
    this.#maxBytes = options.maxBytes ?? MAX_BYTES;
  }

  /** Number of kept answers. */
  get size(): number {
    return this.#entries.size;
  }

  /** Size of the kept answers with their keys, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the kept answer, or computes it. Concurrent calls share one computation. @throws the error of `compute` */
  get(key: string, compute: () => Promise<string>): Promise<string> {
    const kept = this.#kept(key);
    if (kept !== undefined) return Promise.resolve(kept);
    const { changes } = this.options;
    const running = this.#running.get(key);
    if (running?.changes === changes.count) return running.answer;
    const own: Running = { changes: changes.count, answer: this.#compute(key, compute) };
    this.#running.set(key, own);
    const end = (): void => {
      if (this.#running.get(key) === own) this.#running.delete(key);
    };
    own.answer.then(end, end);
    return own.answer;
  }

  #kept(key: string): string | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#drop(key, entry);
    if (!this.#holds(entry)) return undefined;
    this.#keep(key, entry);
    return entry.answer;
  }

  #holds({ until, tables, changes }: Entry): boolean {
    return this.options.clock.now() < until && this.options.changes.isUnchanged(tables, changes);
  }

  async #compute(key: string, compute: () => Promise<string>): Promise<string> {
    const changes = this.options.changes.count;
    const begun = this.options.clock.now();
    const { result: answer, recording } = await record(compute);
    const entry: Entry = {
      answer,
      tables: recording.tables,
      changes,
      until: Math.min(recording.until, begun + KEPT_MS),
      bytes: (key.length + answer.length) * CHARACTER_BYTES,
    };
    if (!this.#holds(entry)) return answer;
    const former = this.#entries.get(key);
    if (former !== undefined) this.#drop(key, former);
    this.#keep(key, entry);
    this.#makeRoom();
    return answer;
  }

  #keep(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
  }

  #drop(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  #makeRoom(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#entries.size <= this.#maxEntries && this.#bytes <= this.#maxBytes) return;
      this.#drop(key, entry);
    }
  }
}
