import type { Dispose } from '../core/clock.js';
import type { MediaPort } from '../platform/types.js';

let lastId = 0;

/** A track without media. */
export class FakeTrack {
  readonly id = `track-${++lastId}`;
  readonly kind: 'audio' | 'video';
  readonly label: string;
  enabled = true;
  readyState: 'live' | 'ended' = 'live';
  settings: MediaTrackSettings = {};
  constraints: MediaTrackConstraints = {};
  contentHint = '';
  /** Capabilities that the device reports. */
  capabilities: object = {};
  /** Constraints of every later `applyConstraints` call. */
  readonly applied: MediaTrackConstraints[] = [];
  /** Clones of the track. */
  readonly clones: FakeTrack[] = [];
  /** True if the system delivers no media, e.g. because of a switch on the device. */
  muted = false;
  readonly #listeners = new Map<string, Set<() => void>>();

  constructor(kind: 'audio' | 'video', label = `fake ${kind}`) {
    this.kind = kind;
    this.label = label;
  }

  getSettings(): MediaTrackSettings {
    return this.settings;
  }

  getConstraints(): MediaTrackConstraints {
    return this.constraints;
  }

  getCapabilities(): object {
    return this.capabilities;
  }

  applyConstraints(constraints: MediaTrackConstraints): Promise<void> {
    this.applied.push(constraints);
    return Promise.resolve();
  }

  /** An independent copy. */
  clone(): FakeTrack {
    const { kind, label, enabled, settings, constraints, capabilities } = this;
    const copy = Object.assign(new FakeTrack(kind, label), { enabled, settings, constraints, capabilities });
    this.clones.push(copy);
    return copy;
  }

  stop(): void {
    this.readyState = 'ended';
  }

  addEventListener(type: string, listener: () => void): void {
    this.#listeners.set(type, (this.#listeners.get(type) ?? new Set()).add(listener));
  }

  removeEventListener(type: string, listener: () => void): void {
    this.#listeners.get(type)?.delete(listener);
  }

  get listenerCount(): number {
    return [...this.#listeners.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** The device ends: unlike {@link stop} this fires an event. */
  end(): void {
    this.stop();
    this.#tell('ended');
  }

  /** The system mutes or unmutes the track. */
  setMuted(muted: boolean): void {
    this.muted = muted;
    this.#tell(muted ? 'mute' : 'unmute');
  }

  #tell(type: string): void {
    for (const listener of [...(this.#listeners.get(type) ?? [])]) listener();
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

const KINDS = { audio: 'audioinput', video: 'videoinput' } as const;

type ConstrainText = ConstrainDOMString | undefined;

const exactly = (value: ConstrainText): unknown => (typeof value === 'object' && 'exact' in value ? value.exact : '');
const wished = (value: ConstrainText): unknown =>
  exactly(value) || (typeof value === 'object' && 'ideal' in value ? value.ideal : value);

/** Cameras, microphones and screens controlled by the test. */
export class FakeMediaPort implements MediaPort {
  /** Every track that was opened. */
  readonly opened: FakeTrack[] = [];
  devices: MediaDeviceInfo[] = [
    device('videoinput', 'camera'),
    device('audioinput', 'microphone'),
    device('audiooutput', 'speaker'),
  ];
  /** Calls of `getUserMedia` wait for it; its rejection is theirs. */
  gate: Promise<void> | undefined;
  /** As on phones: a camera cannot be opened while another one is. */
  isOneAtATime = false;
  /** Constraints of every call of `getUserMedia`. */
  readonly requests: MediaStreamConstraints[] = [];
  /** Options of every call of `getDisplayMedia`. */
  readonly displayRequests: DisplayMediaStreamOptions[] = [];
  /** Kinds of the chosen screen, window or tab; or the name of the error that the choice rejects with. */
  display: readonly ('audio' | 'video')[] | string = ['video'];
  /** Names of constraints that the platform supports. */
  supportedConstraints: Readonly<Record<string, boolean>> = {};
  readonly #listeners = new Set<() => void>();

  /** Tracks that have not ended. */
  get live(): readonly FakeTrack[] {
    return this.opened.filter((track) => track.readyState === 'live');
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** Lets `getUserMedia` reject with an error of this name, or succeed again. */
  failWith(name: string | undefined): void {
    this.gate = name === undefined ? undefined : Promise.reject(new DOMException('fake', name));
    this.gate?.catch(() => undefined);
  }

  async getUserMedia(constraints: MediaStreamConstraints): Promise<MediaStream> {
    this.requests.push(constraints);
    await this.gate;
    return this.#stream(
      (['audio', 'video'] as const)
        .filter((kind) => constraints[kind])
        .map((kind) => {
          const wanted = constraints[kind];
          return this.#open(kind, typeof wanted === 'object' ? wanted : {});
        }),
    );
  }

  async getDisplayMedia(options: DisplayMediaStreamOptions): Promise<MediaStream> {
    this.displayRequests.push(options);
    await this.gate;
    const { display } = this;
    if (typeof display === 'string') throw new DOMException('fake', display);
    return this.#stream(display.filter((kind) => options[kind]).map((kind) => new FakeTrack(kind, 'display')));
  }

  getSupportedConstraints(): object {
    return this.supportedConstraints;
  }

  enumerateDevices(): Promise<MediaDeviceInfo[]> {
    return Promise.resolve([...this.devices]);
  }

  onDeviceChange(listener: () => void): Dispose {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Plugs or unplugs devices. */
  setDevices(
    devices: readonly { readonly kind: MediaDeviceKind; readonly id: string; readonly label?: string }[],
  ): void {
    this.devices = devices.map(({ kind, id, label }) => device(kind, id, label));
    // A device that was unplugged stops sending.
    for (const track of this.live) {
      const { deviceId } = track.settings;
      if (deviceId !== undefined && devices.every(({ id }) => id !== deviceId)) track.end();
    }
    for (const listener of [...this.#listeners]) listener();
  }

  #open(kind: 'audio' | 'video', constraints: MediaTrackConstraints): FakeTrack {
    const wanted = exactly(constraints.deviceId);
    const candidates = this.devices.filter((one) => one.kind === KINDS[kind]);
    const found = candidates.find(({ deviceId }) => deviceId === wished(constraints.deviceId)) ?? candidates[0];
    if (wanted !== '' && found?.deviceId !== wanted) throw new DOMException('fake', 'OverconstrainedError');
    if (this.isOneAtATime && kind === 'video' && this.live.some((track) => track.kind === kind)) {
      throw new DOMException('fake', 'NotReadableError');
    }
    const track = new FakeTrack(kind, found?.label);
    track.constraints = constraints;
    track.settings = {
      ...(found && { deviceId: found.deviceId }),
      ...(kind === 'video' && { width: 640, height: 480 }),
      ...(constraints.facingMode !== undefined && { facingMode: String(wished(constraints.facingMode)) }),
    };
    return track;
  }

  #stream(tracks: FakeTrack[]): MediaStream {
    this.opened.push(...tracks);
    return new FakeMediaStream(tracks) as unknown as MediaStream;
  }
}

/** An element that plays if the autoplay policy allows it. */
export class FakeElement {
  srcObject: MediaStream | null = null;
  muted = false;
  volume = 1;
  plays = 0;
  /** Name of the error that `play` rejects with. */
  refusal: string | undefined;
  sinkId = '';

  /** Rejects for the device `gone`. */
  setSinkId(deviceId: string): Promise<void> {
    if (deviceId === 'gone') return Promise.reject(new DOMException('fake', 'NotFoundError'));
    this.sinkId = deviceId;
    return Promise.resolve();
  }

  play(): Promise<void> {
    this.plays += 1;
    return this.refusal === undefined ? Promise.resolve() : Promise.reject(new DOMException('fake', this.refusal));
  }

  /** The element in the type that the SDK expects. */
  get asElement(): HTMLMediaElement {
    return this as unknown as HTMLMediaElement;
  }
}
