import type { Clock, Dispose } from '../core/clock.js';
import { Disposables } from '../core/disposables.js';
import { Emitter } from '../core/emitter.js';
import { systemClock } from '../platform/system.js';
import { browserAudio, enterStage, type AudioPage, type StageUse } from './audio-stage.js';
import { SOUND_METER_INTERVAL_MS, SOUND_METER_SAMPLES } from './constants.js';
import { measure, type MeterWindow } from './meter-worklet.js';
import { nextLevel, SILENCE, TalkingDetector, type SoundLevel, type TalkingOptions } from './sound-level.js';

/** Options of an audio meter. */
export interface SoundMeterOptions extends TalkingOptions {
  /**
   * Address that serves the text `METER_WORKLET`, for pages whose policy forbids `blob:` scripts; without it measuring
   * is slower there.
   */
  readonly workletUrl?: string;
  readonly clock?: Clock;
  /** By default this page. */
  readonly page?: AudioPage;
}

/** Events of an audio meter. */
export interface SoundMeterEvents {
  /** Emitted about 23 times a second; every 400 ms where there are no worklets. */
  level: (level: SoundLevel) => void;
  talkingChanged: (isTalking: boolean) => void;
}

/** Firefox measures no track whose rate differs from the context's, e.g. of a wireless headset: it reads as silence. */
function sourceOf(context: AudioContext, stream: MediaStream): AudioNode | undefined {
  try {
    return context.createMediaStreamSource(stream);
  } catch {
    return undefined;
  }
}

/** A track that is being measured. */
interface Measured {
  readonly track: MediaStreamTrack | undefined;
  readonly undo: Disposables;
}

/**
 * Measures the audio level of a stream, local or remote, in windows of 2048 samples (spec §9), and detects talking. It
 * follows a stream whose track is replaced; a stream without audio is silent. Browsers measure nothing before the user
 * has interacted with the page; measuring then starts automatically, in Safari by {@link resume}. Muted tracks are
 * silent.
 * @example
 * const meter = new SoundMeter(stream.mediaStream);
 * meter.on('level', ({ instant }) => (bar.style.width = `${instant * 100}%`));
 */
export class SoundMeter {
  readonly #media: MediaStream;
  readonly #page: AudioPage;
  readonly #clock: Clock;
  readonly #stage: StageUse;
  readonly #emitter = new Emitter<SoundMeterEvents>();
  readonly #talking: TalkingDetector;
  readonly #stopTimer: Dispose;
  #measured: Measured;
  #level = SILENCE;
  #isTalking = false;
  #isClosed = false;

  constructor(media: MediaStream, options: SoundMeterOptions = {}) {
    this.#media = media;
    this.#page = options.page ?? browserAudio;
    this.#clock = options.clock ?? systemClock;
    this.#talking = new TalkingDetector(options);
    this.#stage = enterStage(this.#page, options.workletUrl);
    this.#measured = this.#measure();
    this.#stopTimer = this.#clock.every(SOUND_METER_INTERVAL_MS, () => this.#follow());
    void this.resume();
  }

  /** Current level; initially silence. */
  get level(): SoundLevel {
    return this.#level;
  }

  get isTalking(): boolean {
    return this.#isTalking;
  }

  /**
   * True if nothing is measured because the user has not interacted with the page yet; call {@link resume} from a
   * gesture.
   */
  get isBlocked(): boolean {
    return !this.#isClosed && this.#stage.context.state === 'suspended';
  }

  /** Adds a listener; the returned function removes it. */
  on<K extends keyof SoundMeterEvents>(event: K, listener: SoundMeterEvents[K]): Dispose {
    return this.#emitter.on(event, listener);
  }

  /** Starts measuring that was blocked. Call from a user gesture. */
  async resume(): Promise<void> {
    // Where the browser forbids it, the state shows that, and some browsers never settle the promise.
    if (this.isBlocked) await this.#stage.context.resume().catch(() => undefined);
  }

  /** Stops measuring; the stream continues. Idempotent. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopTimer();
    this.#measured.undo.close();
    this.#stage.release();
  }

  get #track(): MediaStreamTrack | undefined {
    return this.#media.getTracks().find(({ kind, readyState }) => kind === 'audio' && readyState === 'live');
  }

  /** Scripts replace tracks without an event, and systems suspend contexts without one. */
  #follow(): void {
    if (this.#page.isActivated()) void this.resume();
    const isReplaced = this.#track !== this.#measured.track;
    const isSilent = isReplaced || this.#stage.context.state !== 'running';
    if (isSilent && (this.#level.instant > 0 || this.#isTalking)) this.#take([0, 0]);
    if (!isReplaced) return;
    this.#measured.undo.close();
    this.#measured = this.#measure();
  }

  #measure(): Measured {
    const track = this.#track;
    const undo = new Disposables();
    if (!track) return { track, undo };
    const { context } = this.#stage;
    const stream = this.#page.createStream([track]);
    const source = sourceOf(context, stream);
    if (!source) return { track, undo };
    undo.add(() => source.disconnect());
    const element = this.#page.createElement();
    element.muted = true;
    element.srcObject = stream;
    undo.add(() => (element.srcObject = null));
    void this.#listen(source, undo);
    return { track, undo };
  }

  async #listen(source: AudioNode, undo: Disposables): Promise<void> {
    let isOver = false;
    undo.add(() => (isOver = true));
    const hasWorklet = await this.#stage.hasWorklet;
    // A node that is never ended keeps measuring, and a closed context cannot create one.
    if (isOver) return;
    if (!hasWorklet) return this.#look(source, undo);
    const node = this.#stage.createMeterNode();
    node.port.onmessage = ({ data }: MessageEvent<MeterWindow>) => this.#take(data);
    source.connect(node);
    undo.add(() => {
      node.port.onmessage = null;
      // Ends the processor and with it the node.
      node.port.postMessage('close', []);
      node.disconnect();
    });
  }

  /** Measures where there are no worklets. */
  #look(source: AudioNode, undo: Disposables): void {
    const analyser = this.#stage.context.createAnalyser();
    analyser.fftSize = SOUND_METER_SAMPLES;
    source.connect(analyser);
    const samples = new Float32Array(SOUND_METER_SAMPLES);
    const look = (): void => {
      analyser.getFloatTimeDomainData(samples);
      this.#take(measure(samples));
    };
    undo.add(() => analyser.disconnect());
    undo.add(this.#clock.every(SOUND_METER_INTERVAL_MS, look));
  }

  #take(window: MeterWindow): void {
    this.#level = nextLevel(this.#level, window);
    const isTalking = this.#talking.isTalking(this.#level, this.#clock.now());
    const hasChanged = isTalking !== this.#isTalking;
    this.#isTalking = isTalking;
    this.#emitter.emit('level', this.#level);
    if (hasChanged) this.#emitter.emit('talkingChanged', isTalking);
  }
}
