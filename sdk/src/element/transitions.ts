import type { TransitionTable } from '../core/state-machine.js';

/**
 * State of an element. `waiting`: its stream exists without media, e.g. because it is not subscribed; `gone`: the
 * stream has ended or never existed.
 */
export type ElementState = 'gone' | 'waiting' | 'showing' | 'closed';

/** Events of an element's stream. */
export type ElementEvent = 'appear' | 'show' | 'lose' | 'vanish' | 'close';

/** Transitions of a binding. An event that a state does not list does not happen there. */
export const ELEMENT_TRANSITIONS: TransitionTable<ElementState, ElementEvent> = {
  gone: { appear: 'waiting', close: 'closed' },
  waiting: { show: 'showing', vanish: 'gone', close: 'closed' },
  showing: { show: 'showing', lose: 'waiting', vanish: 'gone', close: 'closed' },
  closed: {},
};
