import type { MediaKinds } from '../conference/types.js';
import type { Device } from '../media/devices.js';
import type { CaptureState } from './transitions.js';

/** A kind of media. */
export type MediaKind = keyof MediaKinds;

/** What one kind of the local stream captures at one moment. */
export interface CaptureSnapshot {
  readonly state: CaptureState;
  /** The device in use; with `gone` the one that was. */
  readonly deviceId: string | undefined;
  readonly label: string | undefined;
}

/** What the local stream captures at one moment. */
export type DeviceControlSnapshot = Readonly<Record<MediaKind, CaptureSnapshot>>;

/** Moments of the devices in use, and of all devices. */
export interface DeviceControlEvents {
  /** The system sends nothing of this kind, or sends again (the track's `mute` and `unmute`). */
  interrupted: (kind: MediaKind, device: CaptureSnapshot) => void;
  resumed: (kind: MediaKind, device: CaptureSnapshot) => void;
  /** The device in use is gone; the others were told that the kind is off. */
  gone: (kind: MediaKind, device: CaptureSnapshot) => void;
  /** What was gone is sent again, from the same device or from the one that took its place. */
  restored: (kind: MediaKind, device: CaptureSnapshot) => void;
  /** Devices were plugged in or out. */
  devicesChanged: (added: readonly Device[], removed: readonly Device[]) => void;
  /** A device could not take the place of one that is gone, or of itself. */
  error: (error: Error) => void;
}

/** What happens by itself when devices come and go. */
export interface HotPlugPolicy {
  /** Another device takes the place of one that is gone (default: microphones only). */
  readonly fallBack?: Partial<MediaKinds>;
  /** A device that is plugged in again is used again as it was (default: both kinds). */
  readonly comeBack?: Partial<MediaKinds>;
}
