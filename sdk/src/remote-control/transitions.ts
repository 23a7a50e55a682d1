import type { TransitionTable } from '../core/state-machine.js';
import type { PointerState } from './types.js';

/** Events of a pointer control. */
export type PointerEvent =
  /** The owner of the stream allowed it. */
  | 'accept'
  /** It has ended, for any reason. */
  | 'end';

/** Transitions of a pointer control, on both sides. An event that a state does not list is ignored there. */
export const POINTER_TRANSITIONS: TransitionTable<PointerState, PointerEvent> = {
  requesting: { accept: 'controlling', end: 'ended' },
  controlling: { end: 'ended' },
  ended: {},
};
