import type { WithdrawalStatus } from '@lectern/marketplace-contract';
import { Lifecycle } from '../lifecycle/index.js';

/** What happens to a withdrawal. */
export type WithdrawalEvent =
  /** The back office has paid it out. */
  | 'pay'
  /** The bank did not take it: the money goes back to the wallet. */
  | 'fail'
  /** The member takes it back. */
  | 'cancel';

/** The life of a withdrawal. A new one is `applying`; all other states are final. */
export const WITHDRAWAL = new Lifecycle<WithdrawalStatus, WithdrawalEvent>({
  name: 'withdrawal',
  transitions: {
    applying: { pay: 'success', fail: 'failed', cancel: 'cancelled' },
    success: {},
    failed: {},
    cancelled: {},
  },
});
