import type { PlayerMedia } from './video-player.js';

/** A fake video element for tests, which control the passing of time in it. */
export class FakeMedia extends EventTarget implements PlayerMedia {
  duration = Number.NaN;
  seeking = false;
  playbackRate = 1;
  volume = 1;
  muted = false;
  /** Refuses playback as browsers do without a user gesture. */
  isPlayRefused = false;
  #time = 0;

  get currentTime(): number {
    return this.#time;
  }

  set currentTime(time: number) {
    this.#time = time;
    this.seeking = true;
    this.dispatch('timeupdate');
    this.seeking = false;
    this.dispatch('seeked');
  }

  dispatch(...events: string[]): void {
    for (const event of events) this.dispatchEvent(new Event(event));
  }

  load(duration: number): void {
    this.duration = duration;
    this.dispatch('loadstart', 'loadedmetadata', 'canplay');
  }

  async play(): Promise<void> {
    if (this.isPlayRefused) throw new DOMException('nobody asked for it', 'NotAllowedError');
    this.dispatch('play', 'playing');
  }

  pause(): void {
    this.dispatch('pause');
  }

  /** Plays up to a time, with a `timeupdate` event every `step` seconds. */
  run(to: number, step = 0.25): void {
    while (this.#time < to) {
      this.#time = Math.min(to, this.#time + step);
      this.dispatch('timeupdate');
    }
    if (this.#time >= this.duration) this.dispatch('pause', 'ended');
  }
}
