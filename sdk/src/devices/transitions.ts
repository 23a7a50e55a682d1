import type { TransitionTable } from '../core/state-machine.js';

/**
 * What one kind of the local stream captures: `interrupted` means that the system sends nothing, e.g. by a switch at the
 * device, a closed lid or a phone call; `gone` that the device was unplugged or taken away.
 */
export type CaptureState = 'off' | 'live' | 'interrupted' | 'gone';

/** What happens to a device that is captured. */
export type CaptureEvent =
  /** A device is sent from. */
  | 'open'
  /** It sends nothing. */
  | 'mute'
  | 'unmute'
  /** It was stopped by the application. */
  | 'release'
  /** It ended by itself. */
  | 'end';

/** The life of one kind's capture. An event that a state does not list is ignored there. */
export const CAPTURE_TRANSITIONS: TransitionTable<CaptureState, CaptureEvent> = {
  // The stream lets a track go before its end is told here.
  off: { open: 'live', end: 'gone' },
  live: { open: 'live', mute: 'interrupted', release: 'off', end: 'gone' },
  interrupted: { open: 'live', unmute: 'live', release: 'off', end: 'gone' },
  gone: { open: 'live', release: 'off' },
};
