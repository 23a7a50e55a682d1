import { race } from '../core/abort.js';
import type { Clock, Dispose } from '../core/clock.js';
import { SnapshotStore, type Snapshots } from '../core/snapshot.js';
import type { MediaPort } from '../platform/types.js';
import { PERMISSION_PROBE_MS } from '../protocol/index.js';

/** A camera, microphone or speaker. */
export interface Device {
  /** Id for constraints; differs from page to page. */
  readonly deviceId: string;
  /** Empty until the user has allowed a capture. */
  readonly label: string;
  /** The same for devices in one housing. */
  readonly groupId: string;
}

/** Cameras, microphones and speakers at one moment. */
export interface DevicesSnapshot {
  readonly cameras: readonly Device[];
  readonly microphones: readonly Device[];
  readonly speakers: readonly Device[];
  /** `granted` once labels can be read or media was opened; `denied` when the user or the browser refused. */
  readonly permission: 'unknown' | 'granted' | 'denied';
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Devices of this machine; updated when devices are plugged in or out. */
export class DeviceList {
  readonly #port: MediaPort | undefined;
  readonly #clock: Clock;
  readonly #store = new SnapshotStore<DevicesSnapshot>({
    cameras: [],
    microphones: [],
    speakers: [],
    permission: 'unknown',
  });
  readonly #stopListening: Dispose;
  #stopProbe: Dispose = () => undefined;
  #run = 0;

  constructor(port: MediaPort | undefined, clock: Clock) {
    this.#port = port;
    this.#clock = clock;
    this.#stopListening = port?.onDeviceChange(() => void this.refresh()) ?? (() => undefined);
  }

  /** Empty until the first {@link refresh}. */
  get state(): Snapshots<DevicesSnapshot> {
    return this.#store;
  }

  /** Reads the list again. The last of overlapping calls counts. A platform without devices gives empty lists. */
  refresh(options: { readonly signal?: AbortSignal } = {}): Promise<void> {
    return race(this.#read(), options);
  }

  async #read(): Promise<void> {
    const run = ++this.#run;
    const found = await this.#port?.enumerateDevices().catch(() => undefined);
    if (!found || run !== this.#run) return;
    const ofKind = (wanted: MediaDeviceKind): Device[] =>
      found
        .filter(({ kind, deviceId }) => kind === wanted && deviceId !== '')
        .map(({ deviceId, label, groupId }) => ({ deviceId, label, groupId }));
    this.#store.update((current) => {
      const next: DevicesSnapshot = {
        cameras: ofKind('videoinput'),
        microphones: ofKind('audioinput'),
        speakers: ofKind('audiooutput'),
        permission: found.some(({ label }) => label !== '') ? 'granted' : current.permission,
      };
      return same(current, next) ? current : next;
    });
  }

  /**
   * Media was opened, or refused: stores the permission, and reads the labels when the browser can provide them, by
   * default after 300 ms (spec §9: permission probe).
   */
  noteCapture(permission: 'granted' | 'denied', probeDelayMs: number = PERMISSION_PROBE_MS): void {
    this.#store.update((current) => (current.permission === permission ? current : { ...current, permission }));
    this.#stopProbe();
    if (permission === 'granted') {
      this.#stopProbe = this.#clock.after(probeDelayMs, () => void this.refresh());
    }
  }

  /** Idempotent. */
  close(): void {
    this.#run += 1;
    this.#stopListening();
    this.#stopProbe();
  }
}
