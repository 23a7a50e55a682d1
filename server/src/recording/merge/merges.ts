import { StreamType } from '@lectern/rtc/protocol';
import type { Logger } from 'pino';
import type { Clock } from '@lectern/kit/clock';
import { readWebm } from '../../media/recorder/webm-reader.js';
import type { RecordedConference, RecordingChange, RecordingRecord, RecordingStore } from '../../store/index.js';
import { type Disk, type RecordingFiles, workFolderOf } from '../files.js';
import type { Outcomes } from '../outcomes.js';
import { EMPTY_RECORD } from '../records.js';
import { MAX_PIXELS } from '../../media/largest-picture.js';
import { CANVAS } from './layout.js';
import { attemptAfter, exhausted } from './attempts.js';
import type { MergeInput } from './plan.js';
import { MergeError, type MergeRunner } from './runner.js';

export interface MergePorts {
  readonly clock: Clock;
  readonly store: RecordingStore;
  readonly disk: Disk;
  readonly merge: MergeRunner;
  readonly log: Logger;
}

interface Running {
  readonly id: string;
  readonly abort: AbortController;
  readonly done: Promise<void>;
  progress: number;
}

/** Pending merges: one at a time, resumed after a restart, and retried a limited number of times when they fail. */
export class Merges {
  readonly #queue: RecordingRecord[] = [];
  /** Functions that cancel the next attempt of a failed merge, by its id. */
  readonly #retries = new Map<string, () => void>();
  #running: Running | undefined;
  #isClosed = false;

  constructor(
    private readonly files: RecordingFiles,
    private readonly ports: MergePorts,
    private readonly outcomes: Outcomes,
    private readonly newId: () => string,
  ) {}

  /** The completed share of a merge, 0 to 1. */
  progressOf(id: string): number | undefined {
    return this.#running?.id === id ? this.#running.progress : undefined;
  }

  /** Queues the merge of a closed conference. */
  async add(conference: RecordedConference): Promise<void> {
    const { store, clock } = this.ports;
    const streams = (await store.list(conference.id)).filter(
      ({ kind, state }) => kind === 'stream' && state === 'complete',
    );
    if (streams.length === 0) {
      // Nothing to merge, now or after a restart.
      await store.saveConference({ ...conference, isMerged: false });
      return;
    }
    const record: RecordingRecord = {
      ...EMPTY_RECORD,
      id: this.newId(),
      conferenceId: conference.id,
      kind: 'merged',
      state: 'waiting',
      startedAt: Math.min(...streams.map(({ startedAt }) => startedAt)) || clock.now(),
    };
    await store.insert(record);
    this.#enqueue(record);
  }

  /** Resumes merges that the previous run of the server left. */
  async resume(): Promise<void> {
    const known = new Set([...this.#queue.map(({ id }) => id), ...this.#retries.keys(), this.#running?.id]);
    for (const record of await this.ports.store.listInStates(['waiting', 'merging'])) {
      if (!known.has(record.id)) this.#enqueue(record);
    }
  }

  /**
   * Queues a failed merge again, with all of its attempts.
   *
   * @returns its record, or undefined when it is no merge that has failed
   */
  async retry(id: string): Promise<RecordingRecord | undefined> {
    const record = await this.ports.store.reopenMerge(id);
    if (record !== undefined) this.#enqueue(record);
    return record;
  }

  /** Removes a merge from the queue, or aborts it. Its files are the caller's to remove. */
  async cancel(id: string): Promise<void> {
    this.#cancelRetry(id);
    const index = this.#queue.findIndex((record) => record.id === id);
    if (index >= 0) this.#queue.splice(index, 1);
    if (this.#running?.id !== id) return;
    this.#running.abort.abort();
    await this.#running.done;
  }

  /** Stops; unfinished merges are resumed at the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const id of this.#retries.keys()) this.#cancelRetry(id);
    this.#running?.abort.abort();
    await this.#running?.done;
  }

  #enqueue(record: RecordingRecord): void {
    this.#queue.push(record);
    this.#next();
  }

  #next(): void {
    if (this.#running !== undefined || this.#isClosed) return;
    const record = this.#queue.shift();
    if (record === undefined) return;
    const abort = new AbortController();
    const done = this.#make(record, abort.signal)
      .catch((error: unknown) =>
        this.ports.log.error({ err: error, recording: record.id }, 'the state of a merge could not be stored'),
      )
      .finally(() => {
        this.#running = undefined;
        this.#next();
      });
    this.#running = { id: record.id, abort, done, progress: 0 };
  }

  /** The attempt is counted before it begins, so that one which takes the server down counts as well. */
  async #make(record: RecordingRecord, signal: AbortSignal): Promise<void> {
    const { store } = this.ports;
    const { writes } = this.outcomes;
    const conference = await writes.run(() => store.findConference(record.conferenceId));
    if (conference === undefined) return;
    const attempt = { ...record, mergeAttempts: record.mergeAttempts + 1 };
    try {
      const lost = exhausted(record);
      if (lost !== undefined) throw lost;
      await writes.run(() => store.update(record.id, { state: 'merging', mergeAttempts: attempt.mergeAttempts }));
      await this.outcomes.ready(record, conference, await this.#merge(attempt, signal));
    } catch (error) {
      if (!signal.aborted) return this.#failed(attempt, conference, error, signal);
      // An orderly stop is no failure of the merge.
      const { mergeAttempts } = record;
      if (this.#isClosed) await writes.run(() => store.update(record.id, { state: 'waiting', mergeAttempts }));
    }
  }

  /** Merges into the file of the record, and describes it. */
  async #merge(record: RecordingRecord, signal: AbortSignal): Promise<RecordingChange> {
    const { clock, disk, merge } = this.ports;
    const output = await this.files.prepare(record);
    const inputs = await this.#inputs(record.conferenceId);
    if (inputs.length === 0) {
      throw new MergeError('there is no recording of a stream to merge', { isPermanent: true });
    }
    const job = { inputs, output, workFolder: workFolderOf(output) };
    await merge.run(job, signal, (share) => this.#progressed(record.id, share));
    const hasVideo = inputs.some(({ pictures }) => pictures.length > 0);
    const startedAt = Math.min(...inputs.map((input) => input.startedAt));
    return {
      state: 'complete',
      startedAt,
      endedAt: clock.now(),
      message: null,
      bytes: await disk.size(output),
      durationMs: Math.round(Math.max(...inputs.map((input) => input.startedAt + input.durationMs)) - startedAt),
      hasAudio: inputs.some(({ hasAudio }) => hasAudio),
      hasVideo,
      ...(hasVideo && { videoCodec: 'VP8', ...CANVAS }),
    };
  }

  /** Finished intermediate files stay for the next attempt; the files of the streams stay in any case. */
  async #failed(
    record: RecordingRecord,
    conference: RecordedConference,
    error: unknown,
    signal: AbortSignal,
  ): Promise<void> {
    const { store, clock, log } = this.ports;
    const next = attemptAfter(record, error);
    log.error({ err: error, recording: record.id, ...next }, 'a merged recording could not be made');
    const message = error instanceof MergeError ? error.message : 'the recordings could not be merged';
    if (next === undefined) {
      await this.files.remove(record);
      const change = { state: 'failed', endedAt: clock.now(), endReason: 'merge-failed', message } as const;
      return this.outcomes.failed(record, conference, change);
    }
    const waiting = { ...record, state: 'waiting', message } as const;
    await this.outcomes.writes.run(() => store.update(record.id, { state: 'waiting', message }));
    if (signal.aborted) return;
    const enqueue = (): void => {
      this.#retries.delete(record.id);
      this.#enqueue(waiting);
    };
    this.#retries.set(record.id, clock.after(next.delayMs, enqueue));
  }

  #cancelRetry(id: string): void {
    this.#retries.get(id)?.();
    this.#retries.delete(id);
  }

  async #inputs(conferenceId: string): Promise<MergeInput[]> {
    const records = await this.outcomes.writes.run(() => this.ports.store.list(conferenceId));
    const inputs: MergeInput[] = [];
    for (const record of records) {
      if (record.kind !== 'stream' || record.state !== 'complete') continue;
      const file = this.files.pathOf(record);
      const index = await readWebm(file).catch(() => undefined);
      if (index === undefined) continue;
      inputs.push({
        file,
        startedAt: index.content.startedAt,
        durationMs: index.content.durationMs,
        hasAudio: index.content.kinds.audio,
        isDesktop: record.streamType === StreamType.Desktop,
        pictures: isTooLarge(index.content.video) ? [] : index.pictures,
      });
    }
    return inputs;
  }

  #progressed(id: string, share: number): void {
    if (this.#running?.id === id) this.#running.progress = share;
  }
}

/** Frames of this size are not decoded: they would exhaust the memory. */
const isTooLarge = (video: { readonly width: number; readonly height: number } | undefined): boolean =>
  video !== undefined && video.width * video.height > MAX_PIXELS;
