import type { MediaKinds } from '../../engine.js';
import type { Clock } from '@lectern/kit/clock';
import type { Voice } from '../../speakers/index.js';
import type { CachedPacket } from '../rtp/cache.js';
import type { CodecIdentity } from '../sdp/codecs.js';
import type { Kind, MediaFeed } from './feed.js';
import { KeyframeRequester } from './keyframes.js';
import type { LayerSet } from './layers/layer-set.js';
import { LayerSwitch } from './layers/layer-switch.js';
import type { Subscription } from './subscription.js';

const KINDS: readonly Kind[] = ['audio', 'video'];

/** Media input of a source: a publication, or the mixer. */
export interface Feeder {
  /** Higher generations are newer; the newest one with media feeds the source. */
  readonly generation: number;
  codec(kind: Kind): CodecIdentity | undefined;
  /** The layers of its picture, where it has several. */
  readonly layers?: LayerSet | undefined;
  requestKeyframe(layer?: number): void;
}

/** A consumer of a source's media inside the worker beside its subscribers: the mixer, a recorder, a forwarder. */
export interface SourceTap {
  /** True if it waits for a keyframe: the publisher is asked repeatedly until this is false. */
  readonly needsKeyframe: boolean;
  /** A packet of a forwarded kind; must not be changed. `feed.mapping` relates its time to the publisher's clock. */
  packet(feed: MediaFeed, packet: CachedPacket, isKeyframe: boolean, now: number): void;
  /** Kinds forwarded from now on (op 400, mute by an admin); called once when the tap is added. */
  forwarded(kinds: MediaKinds): void;
  /** The source was closed; no further calls follow. */
  closed(): void;
}

/** The media behind a stream id: it outlives the transports that feed it. */
export class Source {
  readonly subscriptions = new Set<Subscription>();
  /** Place among the voices of its room, once it was published there. */
  voice: Voice | undefined;
  readonly #taps = new Set<SourceTap>();
  /** By layer, as each has an encoder of its own. */
  readonly #keyframes = new Map<number | undefined, KeyframeRequester>();
  readonly #current = new Map<Kind, { readonly feeds: MediaFeed[]; readonly feeder: Feeder }>();
  /** The layer that taps receive: the largest one that is sent. */
  readonly #tapLayer = new LayerSwitch();
  readonly #codecs = new Map<Kind, CodecIdentity>();
  #latest: Feeder | undefined;
  #forwarded: MediaKinds = { audio: true, video: true };

  constructor(
    readonly id: string,
    private readonly clock: Clock,
  ) {}

  /** The codecs of the current publication, by kind. */
  get codecs(): ReadonlyMap<Kind, CodecIdentity> {
    return this.#codecs;
  }

  /** True if the source has subscriptions or taps. */
  get isFollowed(): boolean {
    return this.subscriptions.size > 0 || this.#taps.size > 0;
  }

  get latest(): Feeder | undefined {
    return this.#latest;
  }

  /** Adds a new publication; it feeds the source from its first packet on, so that there is no gap before. */
  adopt(feeder: Feeder): void {
    if (this.#latest !== undefined && feeder.generation < this.#latest.generation) return;
    this.#latest = feeder;
    this.#codecs.clear();
    for (const kind of KINDS) {
      const codec = feeder.codec(kind);
      if (codec !== undefined) this.#codecs.set(kind, codec);
    }
    this.refresh();
  }

  setForwarded(forwarded: MediaKinds): void {
    this.#forwarded = forwarded;
    if (!forwarded.audio) this.voice?.silence();
    for (const tap of this.#taps) tap.forwarded(forwarded);
    this.refresh();
  }

  addTap(tap: SourceTap): void {
    this.#taps.add(tap);
    tap.forwarded(this.#forwarded);
    this.#requestIfNeeded();
  }

  removeTap(tap: SourceTap): void {
    this.#taps.delete(tap);
  }

  /** The feeds whose packets a subscriber may have received. */
  feeds(kind: Kind): readonly MediaFeed[] {
    return this.#current.get(kind)?.feeds ?? [];
  }

  /** Updates every subscription after a change of publication, mute or wanted kinds. */
  refresh(): void {
    for (const subscription of this.subscriptions) {
      for (const kind of KINDS) subscription.setOn(kind, this.#isOn(subscription, kind));
    }
    this.#requestIfNeeded();
  }

  /** The layers of the picture that is forwarded, where it has several. */
  get layers(): LayerSet | undefined {
    return this.#current.get('video')?.feeder.layers;
  }

  /** @param layer the one that needs it; undefined for a single stream */
  requestKeyframe(layer?: number): void {
    let requester = this.#keyframes.get(layer);
    if (requester === undefined) {
      requester = new KeyframeRequester(this.clock, () => this.#current.get('video')?.feeder.requestKeyframe(layer));
      this.#keyframes.set(layer, requester);
    }
    requester.request();
  }

  /** A frame that nobody can complete any more: all that is received needs a keyframe. */
  requestKeyframes(): void {
    const layers = new Set([...this.subscriptions].map((subscription) => subscription.layer));
    if (this.#taps.size > 0) layers.add(this.#tapLayer.current);
    for (const layer of layers) this.requestKeyframe(layer);
  }

  /** @param level of a voice's packet, in dB below full scale; undefined where it is not known */
  receive(feed: MediaFeed, packet: CachedPacket, feeder: Feeder, level?: number): void {
    if (!this.#isCurrent(feed, feeder)) return;
    if (!this.#forwarded[feed.kind]) return;
    const now = this.clock.now();
    const isKeyframe = feed.isKeyframe(packet);
    const { layers } = feeder;
    if (level === undefined || this.voice === undefined || this.voice.heard(level, now)) {
      for (const subscription of this.subscriptions) {
        if (feed.layer === undefined || layers === undefined || subscription.admits(feed, isKeyframe, layers, now)) {
          subscription.forward(feed, packet, isKeyframe, now);
        }
      }
    }
    if (feed.layer === undefined || layers === undefined || this.#tapLayer.admits(feed, isKeyframe, layers, now)) {
      for (const tap of this.#taps) tap.packet(feed, packet, isKeyframe, now);
    }
    // Repeated while a subscriber waits: requests and keyframes can be lost like any packet.
    if (feed.kind === 'video' && !isKeyframe) this.#requestIfNeeded();
  }

  close(): void {
    for (const requester of this.#keyframes.values()) requester.close();
    this.voice?.silence();
    for (const tap of this.#taps) tap.closed();
    this.#taps.clear();
  }

  #requestIfNeeded(): void {
    const isLayered = this.layers !== undefined;
    for (const subscription of this.subscriptions) {
      const awaited = isLayered ? subscription.awaitedLayer : undefined;
      if (subscription.isWaiting || awaited !== undefined) this.requestKeyframe(awaited ?? subscription.layer);
    }
    if (this.#taps.size === 0) return;
    const awaited = isLayered ? this.#tapLayer.awaited : undefined;
    for (const tap of this.#taps) {
      if (tap.needsKeyframe || awaited !== undefined) this.requestKeyframe(awaited ?? this.#tapLayer.current);
    }
  }

  #isOn(subscription: Subscription, kind: Kind): boolean {
    const codec = this.#codecs.get(kind);
    return (
      this.#forwarded[kind] && subscription.wanted[kind] && codec !== undefined && subscription.accepts(kind, codec)
    );
  }

  /** True if the feed is the forwarded one; the newest publication takes over with its first packet. */
  #isCurrent(feed: MediaFeed, feeder: Feeder): boolean {
    const current = this.#current.get(feed.kind);
    if (current?.feeds.includes(feed) === true) return true;
    if (current !== undefined && feeder.generation < current.feeder.generation) return false;
    if (current?.feeder === feeder) current.feeds.push(feed);
    else this.#current.set(feed.kind, { feeds: [feed], feeder });
    return true;
  }
}
