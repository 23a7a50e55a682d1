import { FieldProblem, Identity, OrderItemType, WalletBusiness } from '@lectern/marketplace-contract';
import { badField } from '../http/failure.js';
import { moneyOf, transfer } from '../ledger/index.js';
import type { Purchasable } from '../purchasables/index.js';
import { notify } from './notice-kinds.js';

/** Ledger event of a recharge. */
export const RECHARGE_EVENT = 'recharge';

const nothing = (): Promise<void> => Promise.resolve();

/** A recharge of the buyer's own wallet, credited immediately. */
export const RECHARGE_PURCHASABLE: Purchasable = {
  type: OrderItemType.Recharge,
  // A wallet cannot recharge itself.
  terms: { feePercent: 0, isDiscountable: false, isPaidFromWallet: false, hasInvoice: false },
  whoMayBuy: { identities: [Identity.Person], check: () => Promise.resolve(undefined) },

  async quote(_db, { amountCents }) {
    if (amountCents === undefined) throw badField('item.amount_cents', FieldProblem.Required);
    return {
      ...{ itemType: OrderItemType.Recharge, itemId: null, sku: '', quantity: 1, sellerId: null, amountCents },
      ...{ titleZh: '錢包儲值', titleEn: 'Wallet top-up', cover: '', stockKey: null, oncePerBuyer: false },
    };
  },

  reserve: undefined,

  onPaid: {
    check: () => Promise.resolve(undefined),
    book: ({ buyerId, payableCents }, source) => ({
      business: RECHARGE_EVENT,
      postings: transfer(source, moneyOf(buyerId), payableCents),
    }),
  },

  fulfil: nothing,
  payout: { releaseAt: () => Promise.resolve(null), isImmediate: true },
  refund: { days: 0, until: () => undefined, revoke: nothing },
  statement: { business: WalletBusiness.Recharge, name: { zh: '儲值', en: 'Top-up' }, events: [RECHARGE_EVENT] },
  view: { hasPage: false, usageOf: () => Promise.resolve(new Map()) },

  notifications: {
    paid: (tx, { buyerId: to, payableCents: amount }, now) =>
      notify(tx, { to, kind: 'recharge-paid', params: { amount }, now }),
    refundRequested: nothing,
    refunded: nothing,
  },
};
