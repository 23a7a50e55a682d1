import { expect, test } from 'vitest';
import type { Lifecycle } from '../lifecycle/index.js';
import { LIVE, SESSION, TICKET } from './lifecycle.js';

/** Every state with the events that are legal in it, and the state that follows each. */
const tableOf = <S extends string, E extends string>(life: Lifecycle<S, E>) =>
  Object.fromEntries(
    life.states.map((state) => [
      state,
      Object.fromEntries(
        life.events.flatMap((event) => (life.can(state, event) ? [[event, life.next(state, event)]] : [])),
      ),
    ]),
  );

test('a class is checked before it is public, can pause, and is not edited once tickets are sold', () => {
  expect(tableOf(LIVE)).toEqual({
    draft: { edit: 'draft', submit: 'pending' },
    pending: { recall: 'draft', approve: 'approved', refuse: 'refused' },
    refused: { edit: 'refused', submit: 'pending' },
    approved: { pause: 'paused' },
    paused: { resume: 'approved' },
  });
});

test('a session opens, is held and ends, or is cancelled before it begins', () => {
  expect(tableOf(SESSION)).toEqual({
    scheduled: { open: 'open', end: 'ended', cancel: 'cancelled', reschedule: 'scheduled' },
    open: { begin: 'live', end: 'ended', cancel: 'cancelled', reschedule: 'scheduled' },
    live: { end: 'ended' },
    ended: {},
    cancelled: {},
  });
});

test('a ticket is used once, and can be refunded afterwards when the session was not held', () => {
  expect(tableOf(TICKET)).toEqual({
    valid: { use: 'used', refund: 'refunded' },
    used: { refund: 'refunded' },
    refunded: {},
  });
});
