import type { Feature } from '../feature.js';
import { hasOpenOrders } from './closing.js';
import { orderActions } from './actions.js';
import { EXPIRE_JOB, expireOrder, SETTLE_JOB, settleOrder } from './orders.js';
import { ORDER_NOTICES } from './notice-kinds.js';

export const ordersFeature = {
  keepsAccountOpen: hasOpenOrders,
  actions: ({ files, purchasables }) => orderActions(files.storage, purchasables),
  // None of these is lasting: a failed money job opens a case for the back office instead.
  jobs: ({ core: { clock } }) => ({
    [EXPIRE_JOB]: { run: ({ orderNo }, tx) => expireOrder(tx, String(orderNo), clock.now()), movesMoney: true },
    [SETTLE_JOB]: { run: ({ orderNo }, tx) => settleOrder(tx, String(orderNo), clock.now()), movesMoney: true },
  }),
  notices: ORDER_NOTICES,
} as const satisfies Feature;
