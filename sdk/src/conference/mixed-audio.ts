import type { Dispose } from '../core/clock.js';
import type { Playback } from '../media/playback.js';
import type { Platform } from '../platform/types.js';
import type { Board } from './board.js';
import type { MixedAudio } from './types.js';

/** Plays the mix of the others; it comes with the own publication, or by a subscription to stream "0". */
export class MixPlayer implements MixedAudio {
  readonly #platform: Platform;
  readonly #board: Board;
  readonly #playback: Playback;
  /** Whose connection carries the mix. */
  #source: unknown;
  /** The element of the page and those of the application, of which the last one plays. */
  #elements: HTMLMediaElement[] = [];
  #stopPlaying: Dispose = () => undefined;
  #volume = 1;

  constructor(platform: Platform, board: Board, playback: Playback) {
    this.#platform = platform;
    this.#board = board;
    this.#playback = playback;
  }

  get volume(): number {
    return this.#volume;
  }

  set volume(volume: number) {
    this.#volume = Math.min(1, Math.max(0, Number(volume) || 0));
    for (const element of this.#elements) element.volume = this.#volume;
  }

  attach(element: HTMLMediaElement): Dispose {
    this.#elements = [...this.#elements.filter((known) => known !== element), element];
    this.#play();
    return () => {
      this.#elements = this.#elements.filter((known) => known !== element);
      this.#play();
    };
  }

  /** The source's connection carries the mix from now on. */
  receive(source: unknown, tracks: readonly MediaStreamTrack[]): void {
    const audio = tracks.filter(({ kind }) => kind === 'audio');
    if (audio.length === 0) return;
    this.#source = source;
    this.#board.patch({ mixedAudio: this.#platform.createMediaStream(audio) });
    if (this.#elements.length === 0) {
      const own = this.#platform.createAudioElement?.();
      if (own) this.#elements = [own];
    }
    this.#play();
  }

  /** The source is gone; ignored where the mix comes from another one by now. */
  release(source: unknown): void {
    if (this.#source !== source) return;
    this.#source = undefined;
    this.#board.patch({ mixedAudio: undefined });
    this.#stopPlaying();
  }

  #play(): void {
    this.#stopPlaying();
    const element = this.#elements.at(-1);
    const { mixedAudio } = this.#board.now;
    if (!element || !mixedAudio) return;
    element.volume = this.#volume;
    this.#stopPlaying = this.#playback.attach(element, this, mixedAudio, false);
  }
}
