import { Unwrapper } from './rtp.js';

export type Kind = 'audio' | 'video';

/** Window of the fastest recent packet, in ms; senders' clocks drift against ours. */
const WINDOW_MS = 8_000;
/** Limit of the correction between kinds: a publisher's report may be wrong. */
const MAX_SYNC_MS = 400;

interface Track {
  readonly ssrc: number;
  readonly clockRate: number;
  readonly unwrapper: Unwrapper;
  /** Minimum of (arrival − media time), in the current and in the previous half window. */
  current: number;
  previous: number;
  turnedAt: number;
  /** Offset from media time to the publisher's clock. */
  toPublisher: number | undefined;
}

/**
 * Computes when each packet of a source is to be rendered, in our time: as evenly as it was captured, with audio and
 * video of one moment in sync, by the publisher's own reports where there are any.
 */
export class SourceClock {
  readonly #tracks = new Map<Kind, Track>();

  /** @param delayMs delay of all media, so that late packets are still in time */
  constructor(private readonly delayMs: number) {}

  /** Registers a packet and returns when it is due; all in ms. */
  arrived(kind: Kind, ssrc: number, timestamp: number, now: number): number {
    let track = this.#tracks.get(kind);
    if (track?.ssrc !== ssrc) {
      const clockRate = kind === 'audio' ? 48_000 : 90_000;
      track = {
        ssrc,
        clockRate,
        unwrapper: new Unwrapper(32),
        current: Infinity,
        previous: Infinity,
        turnedAt: now,
        toPublisher: undefined,
      };
      this.#tracks.set(kind, track);
    }
    const mediaMs = (track.unwrapper.unwrap(timestamp) / track.clockRate) * 1000;
    if (now - track.turnedAt > WINDOW_MS / 2) {
      track.previous = track.current;
      track.current = Infinity;
      track.turnedAt = now;
    }
    track.current = Math.min(track.current, now - mediaMs);
    return this.#dueAt(track, mediaMs);
  }

  /** Due time of media of a kind that has arrived before. */
  due(kind: Kind, timestamp: number): number {
    const track = this.#tracks.get(kind);
    if (track === undefined) return 0;
    return this.#dueAt(track, (track.unwrapper.unwrap(timestamp) / track.clockRate) * 1000);
  }

  reported(ssrc: number, ntpMs: number, timestamp: number): void {
    for (const track of this.#tracks.values()) {
      if (track.ssrc !== ssrc) continue;
      track.toPublisher = ntpMs - (track.unwrapper.unwrap(timestamp) / track.clockRate) * 1000;
    }
  }

  #dueAt(track: Track, mediaMs: number): number {
    return mediaMs + transit(track) + this.#sync(track) + this.delayMs;
  }

  /** Additional delay of a kind that has to wait for the slower one. */
  #sync(track: Track): number {
    if (track.toPublisher === undefined) return 0;
    let slowest = transit(track) - track.toPublisher;
    for (const other of this.#tracks.values()) {
      if (other.toPublisher !== undefined) slowest = Math.max(slowest, transit(other) - other.toPublisher);
    }
    const wait = slowest - (transit(track) - track.toPublisher);
    return wait > MAX_SYNC_MS ? 0 : wait;
  }
}

const transit = ({ current, previous }: Track): number => Math.min(current, previous);
