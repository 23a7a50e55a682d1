import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { MediaError } from '../media/engine.js';
import type { MediaEngine } from '../media/engine.js';
import type { RecordingResult } from '../media/record.js';
import type { RecordingRecord } from '../store/index.js';
import { ActiveRecording, type RecordedStream, type RecordingConference, RecordingRefused } from './active.js';
import type { RecordingEvents } from './events.js';
import { type Disk, RecordingFiles } from './files.js';
import { Merges } from './merge/merges.js';
import type { MergeRunner } from './merge/runner.js';
import { type OutcomePorts, Outcomes } from './outcomes.js';
import { EMPTY_RECORD } from './records.js';

/** Limits that protect the disk. */
export interface RecordingLimits {
  /** Limit of one file. */
  readonly maxBytes: number;
  /** Limit of all files together. */
  readonly totalBytes: number;
  /** Space that recordings must leave free. */
  readonly minFreeBytes: number;
  /** Retention of a recording, in ms; 0 keeps forever. */
  readonly retentionMs: number;
}

export interface RecordingPorts extends OutcomePorts {
  readonly engine: MediaEngine;
  readonly disk: Disk;
  readonly merge: MergeRunner;
}

const MAX_PER_CONFERENCE = 1_000;
const CHECK_INTERVAL_MS = 5_000;
const PRUNE_INTERVAL_MS = 3_600_000;
const ID_BYTES = 12;

/** Starts and stops recordings, and manages their files and records. */
export class Recordings {
  readonly files: RecordingFiles;
  readonly merges: Merges;
  readonly #emitter = new EventEmitter();
  /** By stream id. */
  readonly #active = new Map<string, ActiveRecording>();
  readonly #work = new Set<Promise<void>>();
  readonly #disposers: (() => void)[] = [];
  readonly #outcomes: Outcomes;

  constructor(
    dataDir: string,
    private readonly limits: RecordingLimits,
    private readonly ports: RecordingPorts,
  ) {
    this.files = new RecordingFiles(dataDir);
    this.#outcomes = new Outcomes(this.files, ports, {
      recordingReady: (record, conference) => this.#emitter.emit('recordingReady', record, conference),
      recordingTroubled: (record, conference) => this.#emitter.emit('recordingTroubled', record, conference),
    });
    this.merges = new Merges(this.files, ports, this.#outcomes, () => newId('RM'));
  }

  on<K extends keyof RecordingEvents>(event: K, listener: RecordingEvents[K]): void {
    this.#emitter.on(event, listener);
  }

  /**
   * Begins to watch the disk, completes recordings that the previous run of the server left unfinished, and resumes
   * merging.
   *
   * @param isOpen true if a conference is still open
   */
  async restore(isOpen: (conferenceId: string) => boolean): Promise<void> {
    const { clock, engine, store } = this.ports;
    engine.on('recordingEnded', this.#onEnded);
    this.#disposers.push(
      () => engine.off('recordingEnded', this.#onEnded),
      clock.every(CHECK_INTERVAL_MS, () => this.#do(this.#watchDisk())),
      clock.every(PRUNE_INTERVAL_MS, () => this.#do(this.prune())),
    );
    this.#do(this.#repairAll(await store.listInStates(['recording']), isOpen));
  }

  /**
   * Records a stream; resolves when the recording has started. Does nothing for a stream that is being recorded.
   *
   * @throws {RecordingRefused} a limit, or the disk
   * @throws {MediaError} `no-source`, `engine-down`
   */
  async start(conference: RecordingConference, stream: RecordedStream): Promise<void> {
    const current = this.#active.get(stream.streamId);
    if (current !== undefined && current.phase !== 'ending') return current.started;
    const active = this.#begin(conference, stream, current?.finished);
    return active.started;
  }

  /** The streams of a conference with an active recording. */
  recordedIn(conferenceId: string): readonly string[] {
    const mine = [...this.#active.values()].filter((active) => active.conference.id === conferenceId);
    return mine.filter(({ phase }) => phase !== 'ending').map(({ stream }) => stream.streamId);
  }

  /** Ends the recording of a stream, if there is one. */
  stop(streamId: string, endReason?: string): void {
    const active = this.#active.get(streamId);
    if (active === undefined) return;
    const isRecording = active.phase === 'recording';
    active.endReason ??= endReason;
    if (active.go('ending') && isRecording) this.ports.engine.stopRecording(active.record.id);
  }

  /**
   * A conference was closed: waits for its last recordings, then merges them if requested.
   *
   * @param admins `memName` of the admins at the end
   */
  conferenceEnded(conferenceId: string, admins?: readonly string[]): void {
    this.#do(this.#outcomes.writes.run(() => this.#conclude(conferenceId, admins)));
  }

  /** Deletes a recording with its file; an active one is stopped first. */
  async delete(record: RecordingRecord): Promise<void> {
    const active = [...this.#active.values()].find((entry) => entry.record.id === record.id);
    if (active !== undefined) {
      this.stop(active.stream.streamId);
      await active.finished;
    }
    await this.merges.cancel(record.id);
    await this.files.remove(record);
    await this.ports.store.delete(record.id);
  }

  /** Deletes recordings beyond their retention. */
  async prune(): Promise<void> {
    const { retentionMs } = this.limits;
    if (retentionMs === 0) return;
    const old = await this.ports.store.listEndedBefore(this.ports.clock.now() - retentionMs);
    for (const record of old) await this.delete(record);
  }

  /** Waits for pending writes. Called after the engine has stopped. */
  async close(): Promise<void> {
    for (const dispose of this.#disposers.splice(0)) dispose();
    this.#outcomes.writes.stop();
    await this.merges.close();
    // Recordings that the engine could not complete are repaired at the next start.
    for (const active of this.#active.values()) if (!active.isCompleting) active.finish();
    await Promise.all(this.#work);
  }

  #begin(conference: RecordingConference, stream: RecordedStream, before: Promise<void> | undefined): ActiveRecording {
    const record: RecordingRecord = {
      ...EMPTY_RECORD,
      ...stream,
      id: newId('RE'),
      conferenceId: conference.id,
      kind: 'stream',
      state: 'recording',
      startedAt: this.ports.clock.now(),
    };
    const active = new ActiveRecording(record, conference, stream, (self) => this.#start(self, before));
    this.#active.set(stream.streamId, active);
    return active;
  }

  async #start(active: ActiveRecording, before: Promise<void> | undefined): Promise<void> {
    const { store, engine } = this.ports;
    const { record, conference } = active;
    try {
      await before;
      await this.#requireRoom(conference.id);
      await store.saveConference({ ...conference, endedAt: null });
      await store.insert(record);
      const file = await this.files.prepare(record);
      const { conferenceId: roomId, id: recordingId } = record;
      const { streamId: sourceId } = active.stream;
      await engine.startRecording({ roomId, recordingId, sourceId, file, maxBytes: this.limits.maxBytes });
    } catch (error) {
      this.#forget(active);
      await store.delete(record.id).catch(() => undefined);
      await this.files.remove(record).catch(() => undefined);
      active.finish();
      throw toRefusal(error);
    }
    if (!active.go('recording')) engine.stopRecording(record.id);
  }

  /** @throws {RecordingRefused} */
  async #requireRoom(conferenceId: string): Promise<void> {
    await mkdir(this.files.root, { recursive: true });
    // Repeated starting and stopping must not fill the index.
    const { length } = await this.ports.store.list(conferenceId);
    if (length >= MAX_PER_CONFERENCE) {
      throw new RecordingRefused(`a conference may have ${MAX_PER_CONFERENCE} recordings; delete some first`);
    }
    const reason = await this.#shortage();
    if (reason !== undefined) throw new RecordingRefused(SHORTAGES[reason]);
  }

  async #shortage(): Promise<keyof typeof SHORTAGES | undefined> {
    const { disk, store } = this.ports;
    if ((await disk.free(this.files.root)) < this.limits.minFreeBytes) return 'disk-full';
    const growing = [...this.#active.values()].map(({ record }) => disk.size(this.files.pathOf(record)));
    const sizes = await Promise.all([store.totalBytes(), ...growing]);
    return sizes.reduce((sum, bytes) => sum + bytes, 0) >= this.limits.totalBytes ? 'total-limit' : undefined;
  }

  /** A full disk would stop the database as well: recordings end before. */
  async #watchDisk(): Promise<void> {
    if (this.#active.size === 0) return;
    const reason = await this.#shortage();
    if (reason === undefined) return;
    this.ports.log.error({ reason, recordings: this.#active.size }, `recordings are ended: ${SHORTAGES[reason]}`);
    for (const streamId of this.#active.keys()) this.stop(streamId, reason);
  }

  readonly #onEnded = (result: RecordingResult): void => this.#do(this.#complete(result));

  async #complete(result: RecordingResult): Promise<void> {
    const active = [...this.#active.values()].find(({ record }) => record.id === result.recordingId);
    if (active === undefined) return;
    active.isCompleting = true;
    if (active.phase === 'starting') {
      // The failing start cleans up by itself.
      if (result.end === 'worker-lost') return;
      await active.started.catch(() => undefined);
    }
    const isOver = active.phase === 'ending';
    active.go('ending');
    const { record, conference, stream } = active;
    const isComplete = result.end !== 'worker-lost' && result.end !== 'disk';
    const endReason = active.endReason ?? result.end;
    const recorded = { ...conference, endedAt: null };
    try {
      await (isComplete
        ? this.#outcomes.settle(record, recorded, result, endReason)
        : this.#outcomes.settleRepaired(record, recorded, endReason));
    } finally {
      this.#forget(active);
      active.finish();
    }
    // A file has one codec; the stream continues in the next one.
    if (result.end === 'codec-changed' && !isOver) await this.start(conference, stream);
  }

  async #repairAll(records: readonly RecordingRecord[], isOpen: (conferenceId: string) => boolean): Promise<void> {
    const { store } = this.ports;
    for (const record of records) {
      const conference = await store.findConference(record.conferenceId);
      if (conference === undefined) continue;
      await this.#outcomes.settleRepaired(record, conference, 'server-lost');
    }
    for (const conference of await store.listUnmerged()) {
      if (!isOpen(conference.id)) await this.#conclude(conference.id);
    }
    await this.merges.resume();
  }

  async #conclude(conferenceId: string, admins?: readonly string[]): Promise<void> {
    const { store, clock } = this.ports;
    const mine = [...this.#active.values()].filter((active) => active.conference.id === conferenceId);
    await Promise.all(mine.map(({ finished }) => finished));
    const known = await store.findConference(conferenceId);
    if (known === undefined) return;
    const ended = { ...known, admins: admins ?? known.admins, endedAt: clock.now() };
    await store.saveConference(ended);
    if (ended.isMerged) await this.merges.add(ended);
  }

  #forget(active: ActiveRecording): void {
    if (this.#active.get(active.stream.streamId) === active) this.#active.delete(active.stream.streamId);
  }

  #do(work: Promise<void>): void {
    const done = work
      .catch((error: unknown) => this.ports.log.error({ err: error }, 'a recording could not be kept in order'))
      .finally(() => this.#work.delete(done));
    this.#work.add(done);
  }
}

const SHORTAGES = {
  'disk-full': 'the disk is too full to record; free some of it or lower RECORDING_MIN_FREE_BYTES',
  'total-limit': 'the recordings take as much as they may; delete some or raise RECORDING_TOTAL_BYTES',
} as const;

function newId(prefix: string): string {
  return `${prefix}${randomBytes(ID_BYTES).toString('hex').toUpperCase()}`;
}

function toRefusal(error: unknown): unknown {
  if (error instanceof MediaError || error instanceof RecordingRefused) return error;
  const cause = error instanceof Error ? error.message : String(error);
  return new RecordingRefused(`the recording cannot be written: ${cause}`);
}
