import type { MediaKinds } from '../../engine.js';
import type { Clock } from '@lectern/kit/clock';
import type { Voice } from '../../speakers/index.js';
import type { CachedPacket } from '../rtp/cache.js';
import type { CodecIdentity } from '../sdp/codecs.js';
import type { Kind, MediaFeed } from './feed.js';
import { KeyframeRequester } from './keyframes.js';
import type { Subscription } from './subscription.js';

const KINDS: readonly Kind[] = ['audio', 'video'];

/** Media input of a source: a publication, or the mixer. */
export interface Feeder {
  /** Higher generations are newer; the newest one with media feeds the source. */
  readonly generation: number;
  codec(kind: Kind): CodecIdentity | undefined;
  requestKeyframe(): void;
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
  readonly #keyframes: KeyframeRequester;
  readonly #current = new Map<Kind, { readonly feed: MediaFeed; readonly feeder: Feeder }>();
  readonly #codecs = new Map<Kind, CodecIdentity>();
  #latest: Feeder | undefined;
  #forwarded: MediaKinds = { audio: true, video: true };

  constructor(
    readonly id: string,
    private readonly clock: Clock,
  ) {
    this.#keyframes = new KeyframeRequester(clock, () => this.#current.get('video')?.feeder.requestKeyframe());
  }

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
    const current = this.#current.get(kind);
    return current === undefined ? [] : [current.feed];
  }

  /** Updates every subscription after a change of publication, mute or wanted kinds. */
  refresh(): void {
    for (const subscription of this.subscriptions) {
      for (const kind of KINDS) subscription.setOn(kind, this.#isOn(subscription, kind));
    }
    this.#requestIfNeeded();
  }

  requestKeyframe(): void {
    this.#keyframes.request();
  }

  /** @param level of a voice's packet, in dB below full scale; undefined where it is not known */
  receive(feed: MediaFeed, packet: CachedPacket, feeder: Feeder, level?: number): void {
    if (!this.#isCurrent(feed, feeder)) return;
    if (!this.#forwarded[feed.kind]) return;
    const now = this.clock.now();
    const isKeyframe = feed.isKeyframe(packet);
    if (level === undefined || this.voice === undefined || this.voice.heard(level, now)) {
      for (const subscription of this.subscriptions) subscription.forward(feed, packet, isKeyframe, now);
    }
    for (const tap of this.#taps) tap.packet(feed, packet, isKeyframe, now);
    // Repeated while a subscriber waits: requests and keyframes can be lost like any packet.
    if (feed.kind === 'video' && !isKeyframe) this.#requestIfNeeded();
  }

  close(): void {
    this.#keyframes.close();
    this.voice?.silence();
    for (const tap of this.#taps) tap.closed();
    this.#taps.clear();
  }

  #requestIfNeeded(): void {
    const isWaiting =
      [...this.subscriptions].some((subscription) => subscription.isWaiting) ||
      [...this.#taps].some((tap) => tap.needsKeyframe);
    if (isWaiting) this.#keyframes.request();
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
    if (current?.feed === feed) return true;
    if (current !== undefined && feeder.generation < current.feeder.generation) return false;
    this.#current.set(feed.kind, { feed, feeder });
    return true;
  }
}
