import type { Link } from '../link/link.js';
import { KEPT_SAMPLES } from './constants.js';
import { readCounters, type Counters, type KindCounters } from './counters.js';
import { networkQuality, worsensAt } from './network-quality.js';
import { measure, type Measurement } from './sample.js';
import type { StreamQuality } from './types.js';

/** Stream whose connection is measured, and its direction. */
export interface WatchedStream {
  readonly streamId: string;
  readonly memberId: string;
  readonly isLocal: boolean;
  readonly isPaused: boolean;
  readonly link: Link;
}

const packetsOf = (kind: KindCounters | undefined): number => kind?.packets ?? 0;
const countOf = ({ audio, video }: Counters): number => packetsOf(audio) + packetsOf(video);

/** Measurements of one stream. */
export class StreamWatch {
  stream: WatchedStream;
  #last: Measurement | undefined;
  #quality: StreamQuality | undefined;

  constructor(stream: WatchedStream) {
    this.stream = stream;
  }

  /** Undefined before the first measurement. */
  get quality(): StreamQuality | undefined {
    return this.#quality;
  }

  /** Times at which the network quality gets worse if the condition persists. */
  get worsensAt(): number[] {
    const { samples = [], latest } = this.#quality ?? {};
    return latest ? worsensAt(samples, latest.at) : [];
  }

  /** Takes a connection's report, undefined if there is none, and returns true if the network quality changed. */
  take(at: number, report: Iterable<unknown> | undefined): boolean {
    const { streamId, memberId, isLocal, isPaused } = this.stream;
    const counters = report && readCounters(report, isLocal);
    // The counters of another connection start at zero.
    const isNew = !counters || countOf(counters) < countOf(this.#last?.counters ?? counters);
    const before = this.#last && isNew ? { sample: this.#last.sample, counters: undefined, reports: {} } : this.#last;
    this.#last = measure({ at, isSent: isLocal, isPaused, counters, before });
    const latest = this.#last.sample;
    const { samples: kept = [], networkQuality: previous = 2 } = this.#quality ?? {};
    const samples = [...kept, latest].slice(-KEPT_SAMPLES);
    this.#quality = { streamId, memberId, isLocal, networkQuality: networkQuality(samples, at), latest, samples };
    return this.#quality.networkQuality !== previous;
  }
}
