import { race } from '../core/abort.js';
import type { Dispose } from '../core/clock.js';
import { Emitter } from '../core/emitter.js';
import { LecternError } from '../core/errors.js';
import { SnapshotStore, type Snapshots } from '../core/snapshot.js';
import { argumentError } from '../conference/context.js';
import { conferencePort, type ConferencePort } from '../conference/port.js';
import type { Conference } from '../conference/types.js';
import type { Link } from '../link/link.js';
import {
  LONGEST_INTERVAL_MS,
  REPORT_TIMEOUT_MS,
  SHORTEST_INTERVAL_MS,
  STATS_INTERVAL_MS,
  ACTIVE_SPEAKER_INTERVAL_MS,
} from './constants.js';
import { isFlowing } from './network-quality.js';
import { SIDE_UNWATCHED, watchSide, type SideSight, type SideWatch } from './side.js';
import { StreamWatch } from './stream-watch.js';
import { ActiveSpeakerMonitor } from './active-speaker-monitor.js';
import type { NetworkSide, QualityEvents, QualitySnapshot } from './types.js';
import { watchedStreams } from './watched-streams.js';

/** Settings of the measurements of a conference. */
export interface QualityOptions {
  /**
   * Time between two measurements, in ms: a whole number from 500 to 10 000; default 2 000 (spec §9). One comes earlier
   * where a notice would be late.
   */
  readonly intervalMs?: number;
  /** Least level of a member who talks: above 0, up to 1; default 0.05. */
  readonly talkingLevel?: number;
}

/** Statistics and network quality of a conference, measured while there are listeners. */
export interface ConferenceQuality extends Snapshots<QualitySnapshot> {
  /**
   * Changes how the conference is measured, for all listeners and from the next measurement on; what is left out stays.
   * @throws {LecternError} reason `invalid-argument`.
   */
  configure(options: QualityOptions): void;
  /** Adds a listener; the returned function removes it. */
  on<K extends keyof QualityEvents>(event: K, listener: QualityEvents[K]): Dispose;
}

type Report = Iterable<unknown> | undefined;

const SIDES: readonly NetworkSide[] = ['local', 'remote'];

const ignore = (): void => undefined;

class Quality implements ConferenceQuality {
  readonly #port: ConferencePort;
  readonly #talking: ActiveSpeakerMonitor;
  readonly #store = new SnapshotStore<QualitySnapshot>({ streams: [], disconnected: [], talking: [] });
  readonly #emitter = new Emitter<QualityEvents>();
  readonly #watches = new Map<string, StreamWatch>();
  /** Links with a pending report. */
  readonly #asked = new Set<Link>();
  #sides: Readonly<Record<NetworkSide, SideWatch>> = { local: SIDE_UNWATCHED, remote: SIDE_UNWATCHED };
  #listeners = 0;
  #intervalMs = STATS_INTERVAL_MS;
  /** Stops measuring; called when the last listener is removed and when the conference ends. */
  #stop: Dispose = ignore;

  constructor(conference: Conference, port: ConferencePort) {
    this.#port = port;
    this.#talking = new ActiveSpeakerMonitor(conference, port, (id) => this.#watches.get(id)?.quality);
    port.onClose(() => {
      this.#stop();
      this.#listeners = Number.NEGATIVE_INFINITY;
    });
  }

  readonly getSnapshot = (): QualitySnapshot => this.#store.getSnapshot();

  readonly subscribe = (listener: () => void): Dispose => this.#listen(this.#store.subscribe(listener));

  on<K extends keyof QualityEvents>(event: K, listener: QualityEvents[K]): Dispose {
    return this.#listen(this.#emitter.on(event, listener));
  }

  configure({ intervalMs = this.#intervalMs, talkingLevel = this.#talking.level }: QualityOptions): void {
    if (!Number.isInteger(intervalMs) || intervalMs < SHORTEST_INTERVAL_MS || intervalMs > LONGEST_INTERVAL_MS) {
      throw argumentError(`intervalMs must be a whole number from ${SHORTEST_INTERVAL_MS} to ${LONGEST_INTERVAL_MS}`);
    }
    if (!(talkingLevel > 0 && talkingLevel <= 1)) throw argumentError('talkingLevel must be above 0, up to 1');
    this.#intervalMs = intervalMs;
    this.#talking.level = talkingLevel;
  }

  #listen(dispose: Dispose): Dispose {
    let isOver = false;
    if (++this.#listeners === 1) this.#start();
    return () => {
      dispose();
      if (isOver) return;
      isOver = true;
      if (--this.#listeners === 0) this.#stop();
    };
  }

  #start(): void {
    const { clock } = this.#port.context.platform;
    let stopTimer: Dispose = ignore;
    let isStopped = false;
    const next = async (): Promise<void> => {
      const at = clock.now();
      await this.#measure(at, () => isStopped);
      if (!isStopped) stopTimer = clock.after(this.#nextAt(at) - clock.now(), () => void next());
    };
    // Connections that exist when the first listener is added are measured at once.
    stopTimer = clock.after(0, () => void next());
    const stopLooking = clock.every(ACTIVE_SPEAKER_INTERVAL_MS, () => this.#look());
    this.#stop = () => {
      isStopped = true;
      stopTimer();
      stopLooking();
      this.#stop = ignore;
    };
  }

  /** Requests one report of each connection. */
  async #measure(at: number, isStopped: () => boolean): Promise<void> {
    this.#follow();
    const reports = new Map<Link, Promise<Report | 'late'>>();
    for (const { stream } of this.#watches.values()) {
      if (!reports.has(stream.link)) reports.set(stream.link, this.#ask(stream.link));
    }
    const told = new Map(await Promise.all([...reports].map(async ([link, report]) => [link, await report] as const)));
    if (!isStopped()) this.#take(at, told);
  }

  /** Updates the list of watched streams. */
  #follow(): void {
    const streams = watchedStreams(this.#port, (id) => this.#watches.has(id));
    const before = new Map(this.#watches);
    this.#watches.clear();
    for (const stream of streams) {
      const watch = before.get(stream.streamId) ?? new StreamWatch(stream);
      watch.stream = stream;
      this.#watches.set(stream.streamId, watch);
    }
  }

  /** Report of a link; undefined if it has no connection, `late` if it does not arrive in time. */
  async #ask(link: Link): Promise<Report | 'late'> {
    if (this.#asked.has(link)) return 'late';
    this.#asked.add(link);
    const report = Promise.resolve(link.stats()).then((stats) => stats && [...stats.values()]);
    const done = (): void => void this.#asked.delete(link);
    report.then(done, done);
    const { clock } = this.#port.context.platform;
    return race(report, { clock, timeoutMs: REPORT_TIMEOUT_MS }).catch((error: unknown) =>
      error instanceof LecternError ? 'late' : undefined,
    );
  }

  #take(at: number, reports: ReadonlyMap<Link, Report | 'late'>): void {
    const changed: (() => void)[] = [];
    for (const watch of this.#watches.values()) {
      const report = reports.get(watch.stream.link);
      const previous = watch.quality?.networkQuality ?? 2;
      if (report === 'late' || !watch.take(at, report)) continue;
      const { quality } = watch;
      if (quality) changed.push(() => this.#emitter.emit('networkQualityChanged', quality, previous));
    }
    const silent = this.#watchSides(at);
    const streams = [...this.#watches.values()].flatMap(({ quality }) => quality ?? []);
    const disconnected = SIDES.filter((side) => this.#sides[side].isTold);
    this.#store.update((now) => ({ ...now, streams, disconnected }));
    this.#emitter.emit('measured', this.getSnapshot());
    for (const tell of changed) tell();
    for (const side of silent) this.#emitter.emit('networkDisconnected', side);
  }

  /** Returns the sides that have just become silent. */
  #watchSides(at: number): NetworkSide[] {
    const before = this.#sides;
    const next = (side: NetworkSide): SideWatch => watchSide(before[side], this.#sightOf(side), at);
    this.#sides = { local: next('local'), remote: next('remote') };
    return SIDES.filter((side) => this.#sides[side].isTold && !before[side].isTold);
  }

  #sightOf(side: NetworkSide): SideSight {
    const samples = [...this.#watches.values()].flatMap(({ stream, quality }) =>
      stream.isLocal === (side === 'local') && quality && !quality.latest.isPaused ? quality.latest : [],
    );
    if (samples.length === 0) return 'idle';
    return samples.some(isFlowing) ? 'data' : 'silence';
  }

  /** Time of the next measurement: earlier if a limit falls between two of them. */
  #nextAt(at: number): number {
    const sides = SIDES.flatMap((side) => {
      const { since, limitMs, isTold } = this.#sides[side];
      return since === undefined || isTold ? [] : since + limitMs;
    });
    const limits = [...this.#watches.values()].flatMap((watch) => watch.worsensAt);
    return Math.max(at + SHORTEST_INTERVAL_MS, Math.min(at + this.#intervalMs, ...sides, ...limits));
  }

  #look(): void {
    const talking = this.#talking.look();
    if (talking) this.#store.update((now) => ({ ...now, talking }));
  }
}

const qualities = new WeakMap<ConferencePort, ConferenceQuality>();

/**
 * Statistics and network quality of a conference; each call returns the same object. Every connection is measured once
 * every 2 s, or as it was configured, while there are listeners, regardless of their number (spec §4, §9).
 * @throws {LecternError} reason `invalid-argument` for an object that is not a conference that an `RtcClient` joined.
 *
 * @example
 * const quality = qualityOf(conference);
 * quality.on('networkQualityChanged', ({ streamId, networkQuality }) => showBars(streamId, networkQuality));
 * quality.on('networkDisconnected', (side) => notify(side));
 */
export function qualityOf(conference: Conference): ConferenceQuality {
  const port = conferencePort(conference);
  const quality = qualities.get(port) ?? new Quality(conference, port);
  qualities.set(port, quality);
  return quality;
}
