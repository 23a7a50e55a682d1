import type { Dispose } from '../core/clock.js';
import { playOnSpeaker, type SoundOutput } from './sound-output.js';

/** Elements that play streams. Only `NotAllowedError` counts as blocked by the browser's autoplay policy. */
export class Playback implements SoundOutput {
  readonly #onBlocked: (isBlocked: boolean) => void;
  /** Owner of the stream that an element shows; a new object for each attachment. */
  readonly #attached = new Map<HTMLMediaElement, { readonly owner: unknown }>();
  readonly #blocked = new Set<HTMLMediaElement>();
  speakerId: string | undefined;

  constructor(onBlocked: (isBlocked: boolean) => void) {
    this.#onBlocked = onBlocked;
  }

  /** Plays the owner's media in the element, until the returned function is called or other media is attached to it. */
  attach(element: HTMLMediaElement, owner: unknown, media: MediaStream | undefined, muted: boolean): Dispose {
    const attachment = { owner };
    this.#attached.set(element, attachment);
    if (muted) element.muted = true;
    playOnSpeaker(element, this);
    this.#show(element, media);
    return () => {
      if (this.#attached.get(element) === attachment) this.#detach(element);
    };
  }

  /** Shows the owner's new media, e.g. after a rebuild. */
  update(owner: unknown, media: MediaStream): void {
    for (const element of this.#elementsOf(owner)) this.#show(element, media);
  }

  /** Detaches the owner's elements. */
  release(owner: unknown): void {
    for (const element of this.#elementsOf(owner)) this.#detach(element);
  }

  get elements(): Iterable<HTMLMediaElement> {
    return this.#attached.keys();
  }

  /** Plays blocked elements. Call from a user gesture. */
  async resume(): Promise<void> {
    await Promise.all([...this.#blocked].map((element) => this.#play(element)));
  }

  #elementsOf(owner: unknown): HTMLMediaElement[] {
    return [...this.#attached.keys()].filter((element) => this.#attached.get(element)?.owner === owner);
  }

  #show(element: HTMLMediaElement, media: MediaStream | undefined): void {
    element.srcObject = media ?? null;
    if (media) void this.#play(element);
  }

  #detach(element: HTMLMediaElement): void {
    this.#attached.delete(element);
    this.#setBlocked(element, false);
    element.srcObject = null;
  }

  async #play(element: HTMLMediaElement): Promise<void> {
    const media = element.srcObject;
    let isBlocked = false;
    try {
      await element.play();
    } catch (error) {
      // Other errors come from elements that switched to other media, or that show their error themselves.
      if ((error as Error).name !== 'NotAllowedError') return;
      isBlocked = true;
    }
    if (this.#attached.has(element) && element.srcObject === media) this.#setBlocked(element, isBlocked);
  }

  #setBlocked(element: HTMLMediaElement, isBlocked: boolean): void {
    const before = this.#blocked.size > 0;
    if (isBlocked) this.#blocked.add(element);
    else this.#blocked.delete(element);
    const after = this.#blocked.size > 0;
    if (before !== after) this.#onBlocked(after);
  }
}
