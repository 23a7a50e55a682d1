import type { MediaFeed } from '../feed.js';

/** The layers of a publication as a consumer sees them. */
export interface AvailableLayers {
  readonly top: number;
  available(target: number, now: number): number;
}

/** The layer of a simulcast picture that one consumer receives; it changes with a keyframe of the new layer. */
export class LayerSwitch {
  /** The layer that is wanted, -1 for none; unlimited until it was decided. */
  target = Infinity;
  #current: MediaFeed | undefined;
  #awaited: number | undefined;

  get current(): number | undefined {
    return this.#current?.layer;
  }

  /** The layer whose keyframe is needed; undefined where no change is pending. */
  get awaited(): number | undefined {
    return this.#awaited;
  }

  /** True if the packet belongs to the layer to be received. */
  admits(feed: MediaFeed, isKeyframe: boolean, layers: AvailableLayers, now: number): boolean {
    if (this.target < 0) {
      this.#current = undefined;
      this.#awaited = undefined;
      return false;
    }
    const next = layers.available(this.target, now);
    if (feed.layer === next) {
      if (isKeyframe) this.#current = feed;
      // Also for the same layer of another publication.
      this.#awaited = feed === this.#current ? undefined : next;
    } else if (next !== this.#current?.layer) this.#awaited = next;
    // The former layer goes on until the new one can be decoded.
    return feed === this.#current;
  }
}
