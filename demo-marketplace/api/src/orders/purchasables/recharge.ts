import { OrderItemType } from '@lectern/marketplace-contract';
import { moneyOf, transfer } from '../../ledger/index.js';
import { notify } from '../notice-kinds.js';
import type { Purchasable } from './purchasable.js';

/** A recharge of the buyer's own wallet, credited immediately. */
export const RECHARGE_PURCHASABLE: Purchasable = {
  type: OrderItemType.Recharge,
  // A wallet cannot recharge itself.
  terms: { feePercent: 0, isDiscountable: false, isPaidFromWallet: false, hasInvoice: false },
  payout: { releaseAt: () => null, isImmediate: true },
  refund: { days: 0, until: () => undefined, revoke: () => Promise.resolve() },
  checkPayable: () => Promise.resolve(undefined),
  book: ({ buyerId, payableCents }, source) => ({
    business: 'recharge',
    postings: transfer(source, moneyOf(buyerId), payableCents),
  }),
  fulfil: () => Promise.resolve(),
  notifyPaid: (tx, { buyerId: to, payableCents: amount }, now) =>
    notify(tx, { to, kind: 'recharge-paid', params: { amount }, now }),
};
