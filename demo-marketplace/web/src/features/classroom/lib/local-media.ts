import type { MediaPort, Snapshots } from '@lectern/rtc';
import { Store } from '../../../lib/store.js';

export type SourceKind = 'camera' | 'microphone';

/** Why a device can not be used; `insecure`: the page's address is not one where browsers offer devices. */
export type DeviceProblem = 'denied' | 'missing' | 'busy' | 'lost' | 'failed' | 'insecure';

export type SourceState = 'off' | 'opening' | 'on' | 'failed';

/** One of the two devices. */
export interface SourceSnapshot {
  readonly state: SourceState;
  /** With `failed`. */
  readonly problem: DeviceProblem | undefined;
  /** With `on`. */
  readonly track: MediaStreamTrack | undefined;
  /** The device in use or, before, the one wished for; undefined: the system's default. */
  readonly deviceId: string | undefined;
}

export interface LocalMediaSnapshot {
  readonly camera: SourceSnapshot;
  readonly microphone: SourceSnapshot;
  /** The microphone stays open while it is muted, so that it speaks at once when wanted. */
  readonly isMicrophoneMuted: boolean;
}

/** Legal transitions. */
const NEXT: Readonly<Record<SourceState, readonly SourceState[]>> = {
  off: ['opening'],
  opening: ['on', 'failed', 'off', 'opening'],
  on: ['off', 'opening', 'failed'],
  failed: ['opening', 'off'],
};

const WIDTH = 1280;
const HEIGHT = 720;

const closedSource = (deviceId: string | undefined): SourceSnapshot => ({
  state: 'off',
  problem: undefined,
  track: undefined,
  deviceId,
});

// `ideal`, not `exact`: a device that is gone since the last visit must not prevent joining.
const wish = (deviceId: string | undefined) => (deviceId === undefined ? {} : { deviceId: { ideal: deviceId } });

/** Media constraints of each device. */
export const constraintsFor = {
  camera: (deviceId: string | undefined): MediaStreamConstraints => ({
    video: { width: { ideal: WIDTH }, height: { ideal: HEIGHT }, ...wish(deviceId) },
  }),
  microphone: (deviceId: string | undefined): MediaStreamConstraints => ({
    audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true, ...wish(deviceId) },
  }),
};

const PROBLEMS: Readonly<Record<string, DeviceProblem>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/** Maps an error of the browser, also a wrapped one, to a device problem. */
export const problemOf = (error: unknown): DeviceProblem => {
  if (!(error instanceof Error)) return 'failed';
  return PROBLEMS[error.name] ?? (error.cause === undefined ? 'failed' : problemOf(error.cause));
};

export interface LocalMediaOptions {
  /** Undefined where the page may not use devices. */
  readonly port: MediaPort | undefined;
  readonly cameraId?: string | undefined;
  readonly microphoneId?: string | undefined;
}

/**
 * The own camera and microphone in the lobby. It stops the tracks that it opened unless they were handed over to a
 * class. If requests overlap, the last one wins.
 */
export class LocalMedia {
  readonly #port: MediaPort | undefined;
  readonly #store: Store<LocalMediaSnapshot>;
  readonly #runs = { camera: 0, microphone: 0 };
  #opening: Promise<void> | undefined;

  constructor({ port, cameraId, microphoneId }: LocalMediaOptions) {
    this.#port = port;
    this.#store = new Store<LocalMediaSnapshot>({
      camera: closedSource(cameraId),
      microphone: closedSource(microphoneId),
      isMicrophoneMuted: false,
    });
  }

  get state(): Snapshots<LocalMediaSnapshot> {
    return this.#store;
  }

  /** Opens both, asking the user once. Idempotent while it is open. */
  open(): void {
    this.#opening ??= this.#openBoth();
  }

  /** Resolves when nothing is being opened any more. */
  async ready(): Promise<void> {
    await this.#opening;
  }

  /** Opens or switches one device. Never rejects: a failure is in the snapshot. */
  async start(kind: SourceKind, deviceId = this.#source(kind).deviceId): Promise<void> {
    const run = this.#begin(kind, deviceId);
    await this.#finish(kind, run, () => this.#capture(constraintsFor[kind](deviceId)));
  }

  /** Stops one device. */
  stop(kind: SourceKind): void {
    this.#runs[kind] += 1;
    this.#go(kind, closedSource(this.#source(kind).deviceId));
  }

  setMicrophoneMuted(isMicrophoneMuted: boolean): void {
    const { track } = this.#source('microphone');
    if (track) track.enabled = !isMicrophoneMuted;
    this.#store.update((current) => ({ ...current, isMicrophoneMuted }));
  }

  /** Gives the open tracks away: who takes them stops them. The devices count as off here, and are remembered. */
  handOver(): MediaStreamTrack[] {
    const { camera, microphone } = this.#store.getSnapshot();
    const tracks = [microphone.track, camera.track].filter((track) => track !== undefined);
    for (const kind of ['camera', 'microphone'] as const) {
      this.#runs[kind] += 1;
      const closed = closedSource(this.#source(kind).deviceId);
      this.#store.update((all) => ({ ...all, [kind]: closed }));
    }
    return tracks;
  }

  /** Stops both; it can be opened again. */
  close(): void {
    this.#opening = undefined;
    this.stop('camera');
    this.stop('microphone');
  }

  async #openBoth(): Promise<void> {
    const { camera, microphone } = this.#store.getSnapshot();
    const runs = {
      camera: this.#begin('camera', camera.deviceId),
      microphone: this.#begin('microphone', microphone.deviceId),
    };
    const both = { ...constraintsFor.camera(camera.deviceId), ...constraintsFor.microphone(microphone.deviceId) };
    const captured = await this.#capture(both).catch(() => undefined);
    const capture = (kind: SourceKind) => () =>
      captured ? Promise.resolve(captured) : this.#capture(constraintsFor[kind](this.#source(kind).deviceId));
    // One missing device fails the request for both, so each is then requested alone.
    await this.#finish('camera', runs.camera, capture('camera'));
    await this.#finish('microphone', runs.microphone, capture('microphone'));
  }

  #capture(constraints: MediaStreamConstraints): Promise<MediaStream> {
    return this.#port
      ? this.#port.getUserMedia(constraints)
      : Promise.reject(new Error('this page may not use devices'));
  }

  #begin(kind: SourceKind, deviceId: string | undefined): number {
    this.#go(kind, { state: 'opening', problem: undefined, track: undefined, deviceId });
    this.#runs[kind] += 1;
    return this.#runs[kind];
  }

  async #finish(kind: SourceKind, run: number, capture: () => Promise<MediaStream>): Promise<void> {
    const isCurrent = (): boolean => this.#runs[kind] === run;
    const { deviceId } = this.#source(kind);
    try {
      const media = await capture();
      const track = media.getTracks().find((one) => (one.kind === 'video') === (kind === 'camera'));
      if (!isCurrent()) track?.stop();
      else if (track) this.#opened(kind, run, track);
      else this.#fail(kind, 'missing');
    } catch (error) {
      if (isCurrent())
        this.#go(kind, {
          ...closedSource(deviceId),
          state: 'failed',
          problem: this.#port ? problemOf(error) : 'insecure',
        });
    }
  }

  #opened(kind: SourceKind, run: number, track: MediaStreamTrack): void {
    if (kind === 'microphone') track.enabled = !this.#store.getSnapshot().isMicrophoneMuted;
    // Emitted only when the device is removed, not when the page stops the track.
    track.addEventListener('ended', () => this.#runs[kind] === run && this.#fail(kind, 'lost'));
    const { deviceId = this.#source(kind).deviceId } = track.getSettings();
    this.#go(kind, { state: 'on', problem: undefined, track, deviceId });
  }

  #fail(kind: SourceKind, problem: DeviceProblem): void {
    this.#go(kind, { ...closedSource(this.#source(kind).deviceId), state: 'failed', problem });
  }

  #source(kind: SourceKind): SourceSnapshot {
    return this.#store.getSnapshot()[kind];
  }

  #go(kind: SourceKind, next: SourceSnapshot): void {
    const current = this.#source(kind);
    if (!NEXT[current.state].includes(next.state)) return;
    if (current.track !== next.track) current.track?.stop();
    this.#store.update((all) => ({ ...all, [kind]: next }));
  }
}
