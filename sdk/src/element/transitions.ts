import type { TransitionTable } from '../core/state-machine.js';

/**
 * What an element shows. `waiting`: its stream is there, but no media of it, e.g. because it is not subscribed; `gone`:
 * the stream has ended, or was never there.
 */
export type ElementState = 'gone' | 'waiting' | 'showing' | 'closed';

/** What happens to an element's stream. */
export type ElementEvent = 'appear' | 'show' | 'lose' | 'vanish' | 'close';

/** The life of a binding. An event that a state does not list does not happen there. */
export const ELEMENT_TRANSITIONS: TransitionTable<ElementState, ElementEvent> = {
  gone: { appear: 'waiting', close: 'closed' },
  waiting: { show: 'showing', vanish: 'gone', close: 'closed' },
  showing: { show: 'showing', lose: 'waiting', vanish: 'gone', close: 'closed' },
  closed: {},
};
