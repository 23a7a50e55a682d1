import type { WithdrawalStatus } from '@lectern/marketplace-contract';
import { Lifecycle } from '../lifecycle/index.js';

/** Event of a withdrawal. */
export type WithdrawalEvent =
  /** The back office has paid it out. */
  | 'pay'
  /** The bank refused it: the money returns to the wallet. */
  | 'fail'
  /** The member cancels it. */
  | 'cancel';

/** Transitions of a withdrawal. A new one is `applying`; all other states are final. */
export const WITHDRAWAL = new Lifecycle<WithdrawalStatus, WithdrawalEvent>({
  name: 'withdrawal',
  transitions: {
    applying: { pay: 'success', fail: 'failed', cancel: 'cancelled' },
    success: {},
    failed: {},
    cancelled: {},
  },
});
