import type { TransitionTable } from '../core/state-machine.js';

/**
 * Capture state of one kind of the local stream: `interrupted` means that the system delivers no media, e.g. because of
 * a switch on the device, a closed lid or a phone call; `gone` means that the device was unplugged or revoked.
 */
export type CaptureState = 'off' | 'live' | 'interrupted' | 'gone';

/** Events of a captured device. */
export type CaptureEvent =
  /** A device was opened and is sent. */
  | 'open'
  /** The device stopped sending. */
  | 'mute'
  | 'unmute'
  /** The application stopped it. */
  | 'release'
  /** The track ended without a call of the application. */
  | 'end';

/** Transitions of one kind's capture. An event that a state does not list is ignored there. */
export const CAPTURE_TRANSITIONS: TransitionTable<CaptureState, CaptureEvent> = {
  // The stream may release a track before the end of the track is reported here.
  off: { open: 'live', end: 'gone' },
  live: { open: 'live', mute: 'interrupted', release: 'off', end: 'gone' },
  interrupted: { open: 'live', unmute: 'live', release: 'off', end: 'gone' },
  gone: { open: 'live', release: 'off' },
};
