import { VIDEO_SKIP_SECONDS } from '@lectern/marketplace-contract';
import { Store } from '../../../lib/store.js';
import { PHASE_EVENTS, PHASES, type PhaseEvent, type PlayerPhase } from './phase.js';

/** The part of `HTMLVideoElement` that the player uses. */
export type PlayerMedia = Pick<
  HTMLVideoElement,
  | 'currentTime'
  | 'duration'
  | 'seeking'
  | 'playbackRate'
  | 'volume'
  | 'muted'
  | 'play'
  | 'pause'
  | 'addEventListener'
  | 'removeEventListener'
>;

/** The state of the player (specification §3, extended). */
export interface PlayerState {
  readonly phase: PlayerPhase;
  readonly source: string;
  /** Whole seconds; 0 until known. */
  readonly duration: number;
  /** Whole seconds. */
  readonly second: number;
  readonly isFullScreen: boolean;
  /** It would play, if it had something to play. */
  readonly isWaiting: boolean;
  readonly rate: number;
  /** 0 to 1. */
  readonly volume: number;
  readonly isMuted: boolean;
}

export interface VideoPlayerOptions {
  readonly source: string;
  /** Second to begin at. */
  readonly startAt?: number;
  readonly rate?: number;
}

export interface PlayerListeners {
  /** Time update (specification §2): each whole second that is reached, once. */
  readonly onSecond?: (second: number) => void;
  readonly onPause?: () => void;
  readonly onEnded?: () => void;
}

/**
 * Largest step that counts as playback; a larger one is a seek. Media elements report the time four times a second or
 * less.
 */
const MAX_STEP_SECONDS = 5;
const LAST_SECOND = 1;

/** Drives one video element and publishes its state. */
export class VideoPlayer {
  readonly state: Store<PlayerState>;
  readonly #listeners = new Set<PlayerListeners>();
  #media: PlayerMedia | undefined;
  /** The second that was emitted last. */
  #lastSecond: number | undefined;
  #startAt: number;

  constructor({ source, startAt = 0, rate = 1 }: VideoPlayerOptions) {
    this.#startAt = startAt;
    this.state = new Store<PlayerState>({
      ...{ phase: 'loading', source, duration: 0, second: Math.floor(startAt) },
      ...{ isFullScreen: false, isWaiting: false, rate, volume: 1, isMuted: false },
    });
  }

  /** @returns ends it */
  listen(listeners: PlayerListeners): () => void {
    this.#listeners.add(listeners);
    return () => void this.#listeners.delete(listeners);
  }

  /** Takes over a media element. @returns releases it */
  attach(media: PlayerMedia): () => void {
    this.#media = media;
    media.playbackRate = this.state.getSnapshot().rate;
    const leaving = new AbortController();
    const { signal } = leaving;
    for (const event of PHASE_EVENTS) media.addEventListener(event, () => this.#turn(event), { signal });
    media.addEventListener('timeupdate', () => this.#tick(), { signal });
    media.addEventListener('seeked', () => this.#leap(), { signal });
    media.addEventListener('waiting', () => this.#set({ isWaiting: true }), { signal });
    for (const event of ['playing', 'canplay', 'pause'] as const) {
      media.addEventListener(event, () => this.#set({ isWaiting: false }), { signal });
    }
    media.addEventListener('ratechange', () => this.#set({ rate: media.playbackRate }), { signal });
    const update = (): void => this.#set({ volume: media.volume, isMuted: media.muted });
    media.addEventListener('volumechange', update, { signal });
    update();
    return () => {
      leaving.abort();
      this.#media = undefined;
    };
  }

  /** Resolves with true if the video plays; browsers may refuse playback without a user gesture. */
  async play(): Promise<boolean> {
    try {
      await this.#media?.play();
      return this.#media !== undefined;
    } catch (error) {
      // Playback was refused, or paused before it began; the overlay shows that.
      if (error instanceof DOMException) return false;
      throw error;
    }
  }

  pause(): void {
    this.#media?.pause();
  }

  async toggle(): Promise<void> {
    if (this.state.getSnapshot().phase === 'playing') this.pause();
    else await this.play();
  }

  /** Seeks to a second, limited to the duration. */
  seek(second: number): void {
    const { duration } = this.state.getSnapshot();
    if (this.#media === undefined || duration === 0) {
      this.#startAt = second;
      return;
    }
    this.#media.currentTime = Math.min(Math.max(0, second), this.#media.duration);
  }

  /** Ten seconds back or on (specification §9). */
  skip(direction: -1 | 1): void {
    if (this.#media !== undefined) this.seek(this.#media.currentTime + direction * VIDEO_SKIP_SECONDS);
  }

  setRate(rate: number): void {
    if (this.#media !== undefined) this.#media.playbackRate = rate;
  }

  setVolume(volume: number): void {
    if (this.#media === undefined) return;
    this.#media.volume = Math.min(Math.max(0, volume), 1);
    this.#media.muted = this.#media.volume === 0;
  }

  toggleMuted(): void {
    if (this.#media !== undefined) this.#media.muted = !this.#media.muted;
  }

  /** Called when the window enters or leaves full screen, which also happens without the player. */
  setFullScreen(isFullScreen: boolean): void {
    this.#set({ isFullScreen });
  }

  #turn(event: PhaseEvent): void {
    const { phase } = this.state.getSnapshot();
    this.#set({ phase: PHASES[phase][event] ?? phase });
    if (event === 'loadedmetadata') this.#begin();
    if (event === 'ended') this.#tick();
    for (const { onPause, onEnded } of [...this.#listeners]) {
      if (event === 'pause') onPause?.();
      if (event === 'ended') onEnded?.();
    }
  }

  #begin(): void {
    const media = this.#media;
    if (media === undefined) return;
    const duration = Number.isFinite(media.duration) ? Math.round(media.duration) : 0;
    this.#set({ duration });
    // A browser forgets the rate when a source is loaded.
    media.playbackRate = this.state.getSnapshot().rate;
    const startAt = Math.min(this.#startAt, duration - LAST_SECOND);
    if (startAt > 0) media.currentTime = startAt;
  }

  /** Emits each second that was reached once, also if several passed between two events. */
  #tick(): void {
    if (this.#media === undefined || this.#media.seeking) return;
    const second = Math.floor(this.#media.currentTime);
    const last = this.#lastSecond;
    if (second === last) return;
    const isPlayed = last !== undefined && second > last && second - last <= MAX_STEP_SECONDS;
    for (let next = isPlayed ? last + 1 : second; next <= second; next += 1) this.#report(next);
  }

  /** After a seek, the seconds in between were not reached. */
  #leap(): void {
    if (this.#media === undefined) return;
    const second = Math.floor(this.#media.currentTime);
    if (second !== this.#lastSecond) this.#report(second);
  }

  #report(second: number): void {
    this.#lastSecond = second;
    this.#set({ second });
    for (const { onSecond } of [...this.#listeners]) onSecond?.(second);
  }

  #set(changes: Partial<PlayerState>): void {
    this.state.update((current) => ({ ...current, ...changes }));
  }
}
