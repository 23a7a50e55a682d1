import type { Dispose } from '../core/clock.js';
import type { MediaPort } from '../platform/types.js';

let lastId = 0;

/** A track that carries nothing. */
export class FakeTrack {
  readonly id = `track-${++lastId}`;
  readonly kind: 'audio' | 'video';
  readonly label: string;
  enabled = true;
  readyState: 'live' | 'ended' = 'live';
  settings: MediaTrackSettings = {};
  readonly #listeners = new Set<() => void>();

  constructor(kind: 'audio' | 'video', label = `fake ${kind}`) {
    this.kind = kind;
    this.label = label;
  }

  getSettings(): MediaTrackSettings {
    return this.settings;
  }

  stop(): void {
    this.readyState = 'ended';
  }

  addEventListener(_type: 'ended', listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'ended', listener: () => void): void {
    this.#listeners.delete(listener);
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** The device is gone: in contrast to {@link stop} this is an event. */
  end(): void {
    this.stop();
    for (const listener of [...this.#listeners]) listener();
  }
}

/** A stream of {@link FakeTrack}s. */
export class FakeMediaStream {
  readonly id = `stream-${++lastId}`;
  #tracks: FakeTrack[];

  constructor(tracks: readonly FakeTrack[] = []) {
    this.#tracks = [...tracks];
  }

  get active(): boolean {
    return this.#tracks.some((track) => track.readyState === 'live');
  }

  getTracks(): FakeTrack[] {
    return [...this.#tracks];
  }

  addTrack(track: FakeTrack): void {
    if (!this.#tracks.includes(track)) this.#tracks.push(track);
  }

  removeTrack(track: FakeTrack): void {
    this.#tracks = this.#tracks.filter((known) => known !== track);
  }
}

export const fakeMediaStream = (tracks: readonly MediaStreamTrack[]): MediaStream =>
  new FakeMediaStream(tracks as unknown as FakeTrack[]) as unknown as MediaStream;

const device = (kind: MediaDeviceKind, id: string, label = id): MediaDeviceInfo =>
  ({ kind, deviceId: id, label, groupId: 'fake' }) as MediaDeviceInfo;

/** Cameras and microphones in the test's hands. */
export class FakeMediaPort implements MediaPort {
  /** Every track that was opened. */
  readonly opened: FakeTrack[] = [];
  devices: MediaDeviceInfo[] = [
    device('videoinput', 'camera'),
    device('audioinput', 'microphone'),
    device('audiooutput', 'speaker'),
  ];
  /** What the next calls of `getUserMedia` wait for; its rejection is theirs. */
  gate: Promise<void> | undefined;
  readonly #listeners = new Set<() => void>();

  /** Tracks that were not stopped. */
  get live(): readonly FakeTrack[] {
    return this.opened.filter((track) => track.readyState === 'live');
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** Makes `getUserMedia` reject with an error of this name, or work again. */
  failWith(name: string | undefined): void {
    this.gate = name === undefined ? undefined : Promise.reject(new DOMException('fake', name));
    this.gate?.catch(() => undefined);
  }

  async getUserMedia({ audio, video }: MediaStreamConstraints): Promise<MediaStream> {
    await this.gate;
    const kinds = [audio && ('audio' as const), video && ('video' as const)].filter((kind) => !!kind);
    const tracks = kinds.map((kind) => new FakeTrack(kind));
    for (const track of tracks) if (track.kind === 'video') track.settings = { width: 640, height: 480 };
    this.opened.push(...tracks);
    return new FakeMediaStream(tracks) as unknown as MediaStream;
  }

  enumerateDevices(): Promise<MediaDeviceInfo[]> {
    return Promise.resolve([...this.devices]);
  }

  onDeviceChange(listener: () => void): Dispose {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Plugs or unplugs. */
  setDevices(
    devices: readonly { readonly kind: MediaDeviceKind; readonly id: string; readonly label?: string }[],
  ): void {
    this.devices = devices.map(({ kind, id, label }) => device(kind, id, label));
    for (const listener of [...this.#listeners]) listener();
  }
}

/** An element that plays what the autoplay policy lets it. */
export class FakeElement {
  srcObject: MediaStream | null = null;
  muted = false;
  plays = 0;
  /** Name of the error that `play` rejects with. */
  refusal: string | undefined;

  play(): Promise<void> {
    this.plays += 1;
    return this.refusal === undefined ? Promise.resolve() : Promise.reject(new DOMException('fake', this.refusal));
  }

  /** As the SDK's types want it. */
  get asElement(): HTMLMediaElement {
    return this as unknown as HTMLMediaElement;
  }
}
