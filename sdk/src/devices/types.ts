import type { MediaKinds } from '../conference/types.js';
import type { Device } from '../media/devices.js';
import type { CaptureState } from './transitions.js';

/** A kind of media. */
export type MediaKind = keyof MediaKinds;

/** Capture state of one kind of the local stream. */
export interface CaptureSnapshot {
  readonly state: CaptureState;
  /** The device in use; with `gone` the last one. */
  readonly deviceId: string | undefined;
  readonly label: string | undefined;
}

/** Capture state of the local stream, by kind. */
export type DeviceControlSnapshot = Readonly<Record<MediaKind, CaptureSnapshot>>;

/** Events of the devices in use, and of all devices. */
export interface DeviceControlEvents {
  /** The system stopped or resumed sending this kind (the track's `mute` and `unmute`). */
  interrupted: (kind: MediaKind, device: CaptureSnapshot) => void;
  resumed: (kind: MediaKind, device: CaptureSnapshot) => void;
  /** The device in use is gone; the others received that the kind is muted. */
  gone: (kind: MediaKind, device: CaptureSnapshot) => void;
  /** The kind is sent again, from the same device or from its replacement. */
  restored: (kind: MediaKind, device: CaptureSnapshot) => void;
  /** Devices were plugged in or out. */
  devicesChanged: (added: readonly Device[], removed: readonly Device[]) => void;
  /** A lost device could not be replaced, or opened again. */
  error: (error: Error) => void;
}

/** Automatic reactions to devices that are added or removed. */
export interface HotPlugPolicy {
  /** Replaces a lost device by another one (default: microphones only). */
  readonly fallBack?: Partial<MediaKinds>;
  /** Uses a device again that is plugged in again (default: both kinds). */
  readonly comeBack?: Partial<MediaKinds>;
}
