import type { Dispose } from '../core/clock.js';
import { StateMachine } from '../core/state-machine.js';
import { CAPTURE_TRANSITIONS, type CaptureEvent, type CaptureState } from './transitions.js';
import type { CaptureSnapshot } from './types.js';

const TRACK_EVENTS = { mute: 'mute', unmute: 'unmute', ended: 'end' } as const;

/** Follows one kind of the local stream: its current track, and the state of its device. */
export class CaptureWatch {
  readonly #machine: StateMachine<CaptureState, CaptureEvent>;
  #track: MediaStreamTrack | undefined;
  #isSent = false;
  #deviceId: string | undefined;
  #stop: Dispose = () => undefined;

  constructor(onChange: (state: CaptureState, previous: CaptureState) => void) {
    this.#machine = new StateMachine<CaptureState, CaptureEvent>({
      name: 'capture',
      initial: 'off',
      transitions: CAPTURE_TRANSITIONS,
      onChange,
    });
  }

  get snapshot(): CaptureSnapshot {
    const { state } = this.#machine;
    const { label } = this.#track ?? {};
    return { state, deviceId: this.#deviceId, label };
  }

  /** The track that was sent last, if any. */
  get track(): MediaStreamTrack | undefined {
    return this.#track;
  }

  /** True if the kind was not muted while its track existed. */
  get isSent(): boolean {
    return this.#isSent;
  }

  /**
   * Takes the track that the stream sends now. A track that the stream released is watched further: its end may still
   * be reported.
   */
  update(track: MediaStreamTrack | undefined, isSent: boolean): void {
    if (!track) {
      if (this.#machine.state !== 'gone') this.#machine.trySend('release');
      return;
    }
    this.#isSent = isSent;
    if (track === this.#track && this.#machine.is('live', 'interrupted')) return;
    this.close();
    this.#track = track;
    this.#deviceId = track.getSettings().deviceId;
    const listeners = Object.entries(TRACK_EVENTS).map(([type, event]) => {
      const listener = (): void => void this.#machine.trySend(event);
      track.addEventListener(type, listener);
      return () => track.removeEventListener(type, listener);
    });
    this.#stop = () => listeners.forEach((dispose) => dispose());
    this.#machine.send('open');
    if (track.muted) this.#machine.send('mute');
  }

  /** The stream has ended, or the user decided: a lost device is no longer expected back. */
  reset(): void {
    this.close();
    this.#track = undefined;
    this.#deviceId = undefined;
    this.#machine.trySend('release');
  }

  /** Idempotent. */
  close(): void {
    this.#stop();
    this.#stop = () => undefined;
  }
}
