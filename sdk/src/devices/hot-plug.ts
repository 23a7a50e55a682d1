import type { Conference } from '../conference/types.js';
import type { Emitter } from '../core/emitter.js';
import type { Device, DeviceList, DevicesSnapshot } from '../media/devices.js';
import type { CaptureWatch } from './capture-watch.js';
import type { DeviceControlEvents, HotPlugPolicy, MediaKind } from './types.js';

export interface HotPlugOptions {
  readonly conference: Conference;
  readonly devices: DeviceList;
  readonly policy: HotPlugPolicy;
  readonly emitter: Emitter<DeviceControlEvents>;
  readonly watches: Readonly<Record<MediaKind, CaptureWatch>>;
  /** Sends from this device instead of the current one. */
  readonly switchTo: (kind: MediaKind, deviceId: string) => Promise<void>;
}

/** A device that was lost while in use. */
interface Lost {
  readonly deviceId: string | undefined;
  readonly label: string | undefined;
  /** Another device took its place. */
  isReplaced: boolean;
}

const KINDS = ['audio', 'video'] as const;

const listOf = (snapshot: DevicesSnapshot, kind: MediaKind): readonly Device[] =>
  kind === 'video' ? snapshot.cameras : snapshot.microphones;

const allOf = ({ cameras, microphones, speakers }: DevicesSnapshot): Device[] => [
  ...cameras,
  ...microphones,
  ...speakers,
];

const without = (devices: readonly Device[], others: readonly Device[]): Device[] =>
  devices.filter(({ deviceId }) => others.every((other) => other.deviceId !== deviceId));

/** Handles devices that are added or removed, without a call of the application. */
export class HotPlug {
  readonly #options: HotPlugOptions;
  readonly #lost = new Map<MediaKind, Lost>();
  #shown: DevicesSnapshot;

  constructor(options: HotPlugOptions) {
    this.#options = options;
    this.#shown = options.devices.state.getSnapshot();
  }

  /** The device in use has ended. */
  gone(kind: MediaKind): void {
    const { watches, devices, policy } = this.#options;
    const { snapshot, isSent } = watches[kind];
    this.#lost.delete(kind);
    // A muted kind is opened when it is unmuted, as usual.
    if (!isSent) return;
    const lost: Lost = { deviceId: snapshot.deviceId, label: snapshot.label, isReplaced: false };
    this.#lost.set(kind, lost);
    const others = listOf(devices.state.getSnapshot(), kind).filter(({ deviceId }) => deviceId !== lost.deviceId);
    if (others.length === 0 || !(policy.fallBack?.[kind] ?? kind === 'audio')) return;
    lost.isReplaced = true;
    this.#report(this.#unmute(kind));
  }

  /** The user chose a device: the lost one is no longer expected back. */
  forget(kind: MediaKind): void {
    this.#lost.delete(kind);
  }

  /** The list of devices changed. */
  devicesChanged(): void {
    const { devices, emitter } = this.#options;
    const [before, now] = [this.#shown, devices.state.getSnapshot()];
    this.#shown = now;
    const [added, removed] = [without(allOf(now), allOf(before)), without(allOf(before), allOf(now))];
    if (added.length + removed.length === 0) return;
    emitter.emit('devicesChanged', added, removed);
    for (const kind of KINDS) this.#comeBack(kind, without(listOf(now, kind), listOf(before, kind)));
  }

  #comeBack(kind: MediaKind, added: readonly Device[]): void {
    const { policy, watches, switchTo } = this.#options;
    const lost = this.#lost.get(kind);
    // Some browsers assign a new id to a device that is plugged in again.
    const device = added.find(({ deviceId, label }) => deviceId === lost?.deviceId || (label && label === lost?.label));
    if (!lost || !device) return;
    this.#lost.delete(kind);
    if (policy.comeBack?.[kind] === false) return;
    if (watches[kind].snapshot.state === 'gone') this.#report(this.#unmute(kind));
    else if (lost.isReplaced) this.#report(switchTo(kind, device.deviceId));
  }

  #unmute(kind: MediaKind): Promise<void> {
    const stream = this.#options.conference.localStream();
    if (!stream) return Promise.resolve();
    return kind === 'video' ? stream.unmuteVideo() : stream.unmuteAudio();
  }

  #report(work: Promise<void>): void {
    work.catch((error: unknown) => this.#options.emitter.emit('error', error as Error));
  }
}
