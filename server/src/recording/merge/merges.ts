import { rm } from 'node:fs/promises';
import { StreamType } from '@lectern/rtc/protocol';
import type { Logger } from 'pino';
import type { Clock } from '@lectern/kit/clock';
import { readWebm } from '../../media/recorder/webm-reader.js';
import type { RecordedConference, RecordingRecord, RecordingStore } from '../../store/index.js';
import type { Disk, RecordingFiles } from '../files.js';
import type { Outcomes } from '../outcomes.js';
import { EMPTY_RECORD } from '../records.js';
import { MAX_PIXELS } from '../../media/largest-picture.js';
import { CANVAS } from './layout.js';
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

/** Pending merges: one at a time, resumed after a restart. */
export class Merges {
  readonly #queue: RecordingRecord[] = [];
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
    const known = new Set([...this.#queue.map(({ id }) => id), this.#running?.id]);
    for (const record of await this.ports.store.listInStates(['waiting', 'merging'])) {
      if (!known.has(record.id)) this.#enqueue(record);
    }
  }

  /** Removes a merge from the queue, or aborts it. */
  async cancel(id: string): Promise<void> {
    const index = this.#queue.findIndex((record) => record.id === id);
    if (index >= 0) this.#queue.splice(index, 1);
    if (this.#running?.id !== id) return;
    this.#running.abort.abort();
    await this.#running.done;
  }

  /** Stops; unfinished merges are resumed at the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
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
      .catch((error: unknown) => this.ports.log.error({ err: error, recording: record.id }, 'a merge was lost'))
      .finally(() => {
        this.#running = undefined;
        this.#next();
      });
    this.#running = { id: record.id, abort, done, progress: 0 };
  }

  async #make(record: RecordingRecord, signal: AbortSignal): Promise<void> {
    const { store, clock, disk, log } = this.ports;
    const { writes } = this.outcomes;
    const conference = await writes.run(() => store.findConference(record.conferenceId));
    if (conference === undefined) return;
    const output = await this.files.prepare(record);
    const workFolder = `${output}.work`;
    try {
      await writes.run(() => store.update(record.id, { state: 'merging' }));
      const inputs = await this.#inputs(record.conferenceId);
      if (inputs.length === 0) throw new MergeError('there is no recording of a stream to merge');
      await this.ports.merge.run({ inputs, output, workFolder }, signal, (share) => this.#progressed(record.id, share));
      const hasVideo = inputs.some(({ pictures }) => pictures.length > 0);
      const startedAt = Math.min(...inputs.map((input) => input.startedAt));
      const change = {
        state: 'complete',
        startedAt,
        endedAt: clock.now(),
        bytes: await disk.size(output),
        durationMs: Math.round(Math.max(...inputs.map((input) => input.startedAt + input.durationMs)) - startedAt),
        hasAudio: inputs.some(({ hasAudio }) => hasAudio),
        hasVideo,
        ...(hasVideo && { videoCodec: 'VP8', ...CANVAS }),
      } as const;
      await this.outcomes.ready(record, conference, change);
    } catch (error) {
      if (signal.aborted) {
        if (this.#isClosed) return;
        await rm(workFolder, { recursive: true, force: true });
        await rm(`${output}.part`, { force: true });
        return;
      }
      log.error({ err: error, recording: record.id }, 'a merged recording could not be made');
      const message = error instanceof MergeError ? error.message : 'the recordings could not be merged';
      const change = { state: 'failed', endedAt: clock.now(), endReason: 'merge-failed', message } as const;
      await rm(workFolder, { recursive: true, force: true });
      await this.outcomes.failed(record, conference, change);
    }
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
