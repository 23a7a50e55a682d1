import { deferred, race } from '../core/abort.js';
import type { Clock, Dispose } from '../core/clock.js';
import { Emitter } from '../core/emitter.js';
import { LecternError } from '../core/errors.js';
import { SnapshotStore, type Snapshots } from '../core/snapshot.js';
import { StateMachine } from '../core/state-machine.js';
import { systemClock } from '../platform/system.js';
import { LAST_RECORDER_TYPES, RECORDER_SLICE_MS, RECORDER_TYPES, SOUND_RECORDER_TYPES } from './constants.js';
import { downloadFile } from './download.js';
import { argumentError, mediaError, unsupportedError } from './errors.js';
import { RECORDER_TRANSITIONS } from './transitions.js';
import type { RecorderConstructor, RecorderEvents, RecorderOptions, RecorderSnapshot, Recording } from './types.js';

/**
 * Selects the type of a recording: vp9, vp8, plain webm (spec §9), and MP4 where there is no WebM.
 * @throws {LecternError} reason `unsupported` where the browser has none of them.
 */
export function recordingType(
  hasPicture: boolean,
  hasSound: boolean,
  recorder: RecorderConstructor = MediaRecorder,
): string {
  // Firefox records no audio if the type lists codecs without an audio codec.
  const withSound = (type: string): string => (hasSound && type.includes('codecs=') ? `${type},opus` : type);
  const ofPicture = RECORDER_TYPES.map(withSound);
  const types = [...(hasPicture ? ofPicture : SOUND_RECORDER_TYPES), ...LAST_RECORDER_TYPES];
  const type = types.find((one) => recorder.isTypeSupported(one));
  if (type === undefined) throw unsupportedError('this browser writes neither WebM nor MP4');
  return type;
}

const noop: Dispose = () => undefined;

/** Processes recorded parts; by default the repair code is loaded on demand. */
const repair = async (raw: Blob): Promise<Blob> => (await import('./repair.js')).repairRecording(raw);

/**
 * Records a stream in the page (spec §9), with pauses, into one seekable file. Recorded data is never lost: when the
 * stream ends or the browser fails, the file holds everything before. A rebuilt stream is a different stream: the
 * recording ends.
 *
 * For recording on the server see `@lectern/rtc/admin`.
 * @example
 * const recorder = new StreamRecorder(stream.mediaStream);
 * recorder.start();
 * const recording = await recorder.stop();
 * recording.download('lesson.webm');
 */
export class StreamRecorder {
  readonly #media: MediaStream;
  readonly #options: RecorderOptions;
  readonly #clock: Clock;
  readonly #emitter = new Emitter<RecorderEvents>();
  readonly #store = new SnapshotStore<RecorderSnapshot>({ state: 'idle', mimeType: undefined, bytes: 0 });
  readonly #machine = new StateMachine({
    name: 'recorder',
    initial: 'idle',
    transitions: RECORDER_TRANSITIONS,
    onChange: (state, previous) => {
      this.#store.update((now) => ({ ...now, state }));
      this.#emitter.emit('stateChanged', state, previous);
    },
  });
  readonly #finished = deferred<Recording>();
  #recorder: MediaRecorder | undefined;
  #parts: Blob[] = [];
  #recordedMs = 0;
  /** Start time of the current part. */
  #since: number | undefined;
  #error: LecternError | undefined;

  /** @throws {LecternError} reason `invalid-argument`, when there is nothing to record. */
  constructor(source: MediaStream | HTMLMediaElement, options: RecorderOptions = {}) {
    const media = 'srcObject' in source ? source.srcObject : source;
    if (!media || !('getTracks' in media)) throw argumentError('the element shows no stream: attach one first');
    this.#media = media;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    // Callers need not await it.
    this.#finished.promise.catch(noop);
  }

  get state(): Snapshots<RecorderSnapshot> {
    return this.#store;
  }

  /** Recorded time so far, in ms, without the pauses. */
  get durationMs(): number {
    return this.#recordedMs + (this.#since === undefined ? 0 : this.#clock.now() - this.#since);
  }

  /**
   * Resolves with the file when the recording ends for any reason; rejects with reason `closed` after {@link close}.
   */
  get finished(): Promise<Recording> {
    return this.#finished.promise;
  }

  /** Adds a listener; the returned function removes it. */
  on<K extends keyof RecorderEvents>(event: K, listener: RecorderEvents[K]): Dispose {
    return this.#emitter.on(event, listener);
  }

  /**
   * Starts the recording. A recorder records once.
   * @throws {LecternError} reason `invalid-state`; `invalid-argument` when the stream has no live track; `unsupported`;
   * `media` when the browser refuses. Nothing has changed then.
   */
  start(): void {
    if (!this.#machine.can('start')) this.#machine.send('start');
    const recorder = this.#open();
    this.#machine.send('start');
    this.#since = this.#clock.now();
    // The browser adds its choice of codecs.
    this.#store.update((now) => ({ ...now, mimeType: recorder.mimeType }));
  }

  /** Pauses the recording. @throws {LecternError} reason `invalid-state` unless it records. */
  pause(): void {
    this.#check('pause');
    this.#recorder?.pause();
    this.#hold();
    this.#machine.send('pause');
  }

  /** Resumes the recording. @throws {LecternError} reason `invalid-state` unless it is paused. */
  resume(): void {
    this.#check('resume');
    this.#recorder?.resume();
    this.#since = this.#clock.now();
    this.#machine.send('resume');
  }

  /**
   * Stops the recording and resolves with the file; later calls return the same one. An abort only ends the wait.
   * @throws {LecternError} reason `invalid-state` before `start`, `closed`.
   */
  async stop({ signal }: { readonly signal?: AbortSignal } = {}): Promise<Recording> {
    if (this.#machine.state === 'idle') this.#machine.send('end');
    if (this.#recorder && this.#recorder.state !== 'inactive') this.#recorder.stop();
    return race(this.finished, { signal });
  }

  /** Discards an unfinished recording. The recorded stream continues. Idempotent. */
  close(): void {
    this.#machine.send('close');
    this.#hold();
    const recorder = this.#recorder;
    this.#recorder = undefined;
    this.#parts = [];
    if (recorder && recorder.state !== 'inactive') recorder.stop();
    this.#finished.reject(new LecternError('the recorder was closed', { reason: 'closed' }));
  }

  /** The browser's recorder becomes inactive shortly before it fires `stop`. */
  #check(event: 'pause' | 'resume'): void {
    if (!this.#machine.can(event)) this.#machine.send(event);
    if (this.#recorder?.state !== 'inactive') return;
    throw new LecternError('the recorded stream has just ended: wait for the file', { reason: 'invalid-state' });
  }

  #open(): MediaRecorder {
    const { recorder: Recorder = globalThis.MediaRecorder, videoBitrate, audioBitrate } = this.#options;
    if (!Recorder) throw unsupportedError('this browser can not record');
    const tracks = this.#media.getTracks().filter(({ readyState }) => readyState === 'live');
    if (tracks.length === 0) throw argumentError('the stream has ended, or is empty: there is nothing to record');
    const has = (wanted: string): boolean => tracks.some(({ kind }) => kind === wanted);
    const mimeType = this.#options.mimeType ?? recordingType(has('video'), has('audio'), Recorder);
    if (!Recorder.isTypeSupported(mimeType)) throw unsupportedError(`this browser can not record ${mimeType}`);
    try {
      const recorder = new Recorder(this.#media, {
        mimeType,
        ...(videoBitrate !== undefined && { videoBitsPerSecond: videoBitrate * 1_000 }),
        ...(audioBitrate !== undefined && { audioBitsPerSecond: audioBitrate * 1_000 }),
      });
      recorder.ondataavailable = ({ data }) => this.#take(data);
      recorder.onerror = (event) => this.#fail(event);
      recorder.onstop = () => void this.#finish(recorder);
      recorder.start(RECORDER_SLICE_MS);
      this.#recorder = recorder;
      return recorder;
    } catch (cause) {
      throw mediaError(`recording failed: ${(cause as Error).message}`, cause);
    }
  }

  #take(data: Blob): void {
    if (data.size === 0 || this.#machine.is('finished', 'closed')) return;
    this.#parts.push(data);
    this.#store.update((now) => ({ ...now, bytes: now.bytes + data.size }));
  }

  /** The browser stops the recorder after this. */
  #fail(event: Event): void {
    const { error } = event as Event & { readonly error?: DOMException };
    this.#error ??= mediaError(`recording failed: ${error?.message ?? 'the browser does not say why'}`, error);
  }

  #hold(): void {
    this.#recordedMs = this.durationMs;
    this.#since = undefined;
  }

  async #finish({ mimeType }: MediaRecorder): Promise<void> {
    if (!this.#machine.trySend('end')) return;
    this.#hold();
    const raw = new Blob(this.#parts, { type: mimeType });
    let blob = raw;
    let isSeekable = false;
    try {
      if (raw.size > 0) {
        blob = await (this.#options.repair ?? repair)(raw);
        isSeekable = true;
      } else this.#error ??= mediaError('nothing was recorded: it ended, or was paused, before the first frame came');
    } catch (cause) {
      this.#error ??= mediaError(`the recording could not be made seekable: ${(cause as Error).message}`, cause);
    }
    if (!this.#machine.can('finish')) return;
    this.#parts = [];
    const fallbackName = `recording.${mimeType.includes('mp4') ? 'mp4' : 'webm'}`;
    const recording: Recording = {
      blob,
      mimeType,
      durationMs: this.#recordedMs,
      isSeekable,
      error: this.#error,
      download: (fileName = fallbackName) => void downloadFile(blob, fileName, { clock: this.#clock }),
    };
    this.#machine.send('finish');
    this.#finished.resolve(recording);
    this.#emitter.emit('finished', recording);
  }
}
