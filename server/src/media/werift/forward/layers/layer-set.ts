import type { ReceivedRtp } from '../../../packet-filter/index.js';
import type { CachedPacket } from '../../rtp/cache.js';
import { pictureHeight } from '../../rtp/picture-size.js';
import type { Feed } from '../feed.js';

/** A layer that sent nothing for this long is off. */
const ALIVE_MS = 1_500;
const RATE_MS = 1_000;
/** Rates before anything was measured, of quarter, half and full size; the encoder's own limits of 720p. */
const NOMINAL_BITRATES = [150_000, 500_000, 1_700_000];
/** A layer a little smaller than its place on the screen is as good as the next larger one. */
const ENOUGH = 0.8;
/** Limit of the SSRCs of a publisher: those of its layers, their retransmissions and some replaced ones. */
const MAX_SSRCS = 16;

interface Layer {
  readonly feed: Feed;
  height: number | undefined;
  bitrate: number;
  receivedAt: number;
  windowAt: number;
  windowBytes: number;
}

/** Ids of the header extensions that tell layers apart until the publisher has had a report on them (RFC 8852). */
export interface LayerExtensions {
  readonly rid: number;
  readonly repairedRid: number | undefined;
}

/** The simulcast layers of one publication, from the smallest to the largest. */
export class LayerSet {
  readonly #layers: readonly Layer[];
  readonly #byRid: ReadonlyMap<string, Feed>;
  readonly #bySsrc = new Map<number, Feed>();

  constructor(
    feeds: ReadonlyMap<string, Feed>,
    private readonly extensions: LayerExtensions,
  ) {
    this.#byRid = feeds;
    const nominal = NOMINAL_BITRATES.slice(-feeds.size);
    this.#layers = [...feeds.values()].map((feed, index) => ({
      feed,
      height: undefined,
      bitrate: nominal[index] ?? 0,
      receivedAt: -Infinity,
      windowAt: -Infinity,
      windowBytes: 0,
    }));
  }

  get top(): number {
    return this.#layers.length - 1;
  }

  /** The layer of a packet; undefined for other streams and for a source that has not named its layer yet. */
  feedOf({ header }: ReceivedRtp): Feed | undefined {
    const known = this.#bySsrc.get(header.ssrc);
    if (known !== undefined) return known.carries(header.payloadType) ? known : undefined;
    const { rid, repairedRid } = this.extensions;
    const name = header.extensions.find(({ id }) => id === rid || id === repairedRid)?.payload.toString();
    const feed = name === undefined ? undefined : this.#byRid.get(name);
    if (feed?.carries(header.payloadType) !== true) return undefined;
    const [oldest] = this.#bySsrc.keys();
    if (oldest !== undefined && this.#bySsrc.size >= MAX_SSRCS) this.#bySsrc.delete(oldest);
    this.#bySsrc.set(header.ssrc, feed);
    return feed;
  }

  received(feed: Feed, packet: CachedPacket, now: number): void {
    const layer = this.#layers.find((entry) => entry.feed === feed);
    if (layer === undefined) return;
    if (now - layer.receivedAt > ALIVE_MS) Object.assign(layer, { windowAt: now, windowBytes: 0 });
    layer.receivedAt = now;
    layer.windowBytes += packet.payload.length;
    if (now - layer.windowAt >= RATE_MS) {
      layer.bitrate = (layer.windowBytes * 8_000) / (now - layer.windowAt);
      Object.assign(layer, { windowAt: now, windowBytes: 0 });
    }
    if (feed.isKeyframe(packet)) layer.height = pictureHeight(feed.codec.name, packet.payload) ?? layer.height;
  }

  isAlive(index: number, now: number): boolean {
    return now - (this.#layers[index]?.receivedAt ?? -Infinity) <= ALIVE_MS;
  }

  /** bit/s of each layer: measured, or what it had when it was sent last. */
  get bitrates(): readonly number[] {
    return this.#layers.map(({ bitrate }) => bitrate);
  }

  /** The smallest layer that is enough for a picture of this height, in pixels. */
  layerFor(height: number): number {
    // Nothing is known of their sizes: the largest is never too small.
    if (height === Infinity || this.#layers.every((layer) => layer.height === undefined)) return this.top;
    const index = this.#layers.findIndex((_, rank) => this.#heightOf(rank) >= ENOUGH * height);
    return index < 0 ? this.top : index;
  }

  /** The layer to forward where `target` is wanted: the largest one up to it that is sent, else the smallest. */
  available(target: number, now: number): number {
    for (let index = Math.min(target, this.top); index >= 0; index--) if (this.isAlive(index, now)) return index;
    const larger = this.#layers.findIndex((_, index) => this.isAlive(index, now));
    return larger < 0 ? Math.min(target, this.top) : larger;
  }

  /** Layers halve from one to the next; undefined sizes follow from those that are known. */
  #heightOf(rank: number): number {
    const own = this.#layers[rank]?.height;
    if (own !== undefined) return own;
    const known = this.#layers.findLastIndex(({ height }) => height !== undefined);
    const height = this.#layers[known]?.height;
    return height === undefined ? Infinity : height * 2 ** (rank - known);
  }
}
