import type { LiveRow, LiveSessionRow, TicketRow } from '../db/schema/index.js';
import { Lifecycle } from '../lifecycle/index.js';

/** Events of a class or activity: its mentor edits, submits, recalls and pauses it, the back office decides. */
export type LiveEvent = 'edit' | 'submit' | 'recall' | 'approve' | 'refuse' | 'pause' | 'resume';

/** Transitions of a class or activity. An approved one cannot be edited, because its tickets are sold. */
export const LIVE = new Lifecycle<LiveRow['status'], LiveEvent>({
  name: 'live',
  transitions: {
    draft: { edit: 'draft', submit: 'pending' },
    pending: { recall: 'draft', approve: 'approved', refuse: 'refused' },
    refused: { edit: 'refused', submit: 'pending' },
    approved: { pause: 'paused' },
    paused: { resume: 'approved' },
  },
});

export type SessionEvent =
  /** The room opens some minutes before the start. */
  | 'open'
  /** The mentor begins. */
  | 'begin'
  /** The mentor ends it, or its planned end has passed. */
  | 'end'
  | 'cancel'
  /** The mentor moves it to another time. */
  | 'reschedule';

/** Transitions of a session. One that was never begun ends too, and counts as not held. */
export const SESSION = new Lifecycle<LiveSessionRow['state'], SessionEvent>({
  name: 'session',
  transitions: {
    scheduled: { open: 'open', end: 'ended', cancel: 'cancelled', reschedule: 'scheduled' },
    open: { begin: 'live', end: 'ended', cancel: 'cancelled', reschedule: 'scheduled' },
    live: { end: 'ended' },
    ended: {},
    cancelled: {},
  },
});

/** Events of a ticket. A used one is refunded when the session was not held after all. */
export type TicketEvent = 'use' | 'refund';

export const TICKET = new Lifecycle<TicketRow['state'], TicketEvent>({
  name: 'ticket',
  transitions: {
    valid: { use: 'used', refund: 'refunded' },
    used: { refund: 'refunded' },
    refunded: {},
  },
});
