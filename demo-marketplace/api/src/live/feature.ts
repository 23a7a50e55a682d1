import type { Feature } from '../feature.js';
import { liveActions } from './actions.js';
import { classroomActions } from './classroom-actions.js';
import { liveManageActions } from './manage-actions.js';
import { revokeEntry } from './entering.js';
import { LIVE_NOTICES } from './notice-kinds.js';
import { TICKET_PURCHASABLE } from './purchasable.js';
import { ROOM_REVOKE_JOB } from './room-name.js';
import { roomActions } from './rooms.js';
import { sessionActions } from './session-actions.js';
import { endSession, openSession, ROOM_CLOSE_JOB, SESSION_END_JOB, SESSION_OPEN_JOB } from './sessions.js';
import { settleTickets, TICKET_SETTLE_JOB } from './settlement.js';
import { LIVE_TARGETS } from './targets.js';

export const liveFeature = {
  purchasables: [TICKET_PURCHASABLE],
  targets: LIVE_TARGETS,
  actions: ({ core: { vault }, files: { storage }, members: { rooms } }) => [
    ...roomActions(vault),
    ...liveManageActions(storage),
    ...sessionActions(storage),
    ...liveActions(storage),
    ...classroomActions(storage, { vault, rooms }),
  ],
  notices: LIVE_NOTICES,
  jobs: ({ core: { clock, db }, members: { rooms } }) => ({
    [SESSION_OPEN_JOB]: { run: ({ sessionId }, tx) => openSession(tx, Number(sessionId), clock.now()) },
    [SESSION_END_JOB]: { run: ({ sessionId }, tx) => endSession(tx, Number(sessionId), clock.now()) },
    [ROOM_REVOKE_JOB]: {
      run: {
        act: ({ sessionId, memberId }) =>
          revokeEntry(db, rooms, { sessionId: Number(sessionId), memberId: Number(memberId) }),
      },
    },
    [ROOM_CLOSE_JOB]: { run: { act: ({ room }) => rooms.close(String(room)) } },
    [TICKET_SETTLE_JOB]: {
      run: ({ orderNo, refundableUntil }, tx) => {
        const until = refundableUntil === undefined ? undefined : Number(refundableUntil);
        return settleTickets(tx, { orderNo: String(orderNo), refundableUntil: until }, clock.now());
      },
      movesMoney: true,
    },
  }),
} as const satisfies Feature;
