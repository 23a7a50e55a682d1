import { FieldProblem, WalletBusiness } from '@lectern/marketplace-contract';
import { inArray, or, sql, type SQL } from 'drizzle-orm';
import { badField } from '../http/failure.js';
import type { Named } from '../messages/index.js';
import type { Purchasable, PurchasableTypes, StatementRule } from '../purchasables/index.js';
import { RECHARGE_EVENT } from './recharge.js';

/** Ledger events and name of the kinds of lines that are no payments. */
interface Business {
  readonly name: Named;
  readonly events: readonly string[];
}

/** Ledger events of money that returns to a buyer. */
export const REFUND_EVENTS = ['refund', 'pledge-back', 'late-payment', 'payment-case', 'refund-credited'] as const;

/** Ledger events that bring a member's own money into a wallet, which earns nothing by them. */
export const OWN_MONEY_EVENTS = [...REFUND_EVENTS, RECHARGE_EVENT] as const;

const OTHERS: ReadonlyMap<string, Business> = new Map<WalletBusiness, Business>([
  [WalletBusiness.Refund, { name: { zh: '退款', en: 'Refund' }, events: REFUND_EVENTS }],
  [WalletBusiness.Withdraw, { name: { zh: '提領', en: 'Withdrawal' }, events: ['withdraw-paid'] }],
  [WalletBusiness.Adjust, { name: { zh: '調整', en: 'Adjustment' }, events: ['adjust'] }],
]);

const ruleOf = ({ type, statement }: Purchasable): StatementRule =>
  statement ?? { business: type, name: { zh: '購買', en: 'Purchase' }, events: ['order'] };

interface Event {
  readonly business: string;
  /** Type of the item of its order; null without an order. */
  readonly itemType: string | null;
}

/** Kinds of lines of wallets' statements: payments as the types of purchasables call them, and others. */
export class Businesses {
  readonly #rules: ReadonlyMap<string, StatementRule>;
  /** Ledger events of payments. */
  readonly sales: readonly string[];

  constructor(types: PurchasableTypes) {
    this.#rules = new Map(types.all.map((purchasable) => [purchasable.type, ruleOf(purchasable)]));
    this.sales = [...new Set([...this.#rules.values()].flatMap(({ events }) => events))];
  }

  /** The kind of a ledger event; events that no kind knows are manual adjustments. */
  kindOf({ business, itemType }: Event): string {
    const rule = this.#rules.get(itemType ?? '');
    if (rule?.events.includes(business) === true) return rule.business;
    const other = [...OTHERS].find(([, { events }]) => events.includes(business));
    return other?.[0] ?? WalletBusiness.Adjust;
  }

  /** Name of a kind in both languages. */
  nameOf(kind: string): Named {
    const rule = [...this.#rules.values()].find(({ business }) => business === kind);
    return rule?.name ?? OTHERS.get(kind)?.name ?? { zh: kind, en: kind };
  }

  /**
   * Condition for the lines of a kind, whose ledger event is `line.business` and whose order number begins
   * `line.business_id`.
   *
   * @throws {ApiFailure} when there is no such kind
   */
  linesOf(kind: string): SQL | undefined {
    const other = OTHERS.get(kind);
    if (other !== undefined) return inArray(sql`line.business`, [...other.events]);
    const rules = [...this.#rules].filter(([, { business }]) => business === kind);
    if (rules.length === 0) throw badField('biz', FieldProblem.Unknown);
    return or(
      ...rules.map(
        ([type, { events }]) => sql`(${inArray(sql`line.business`, [...events])} AND EXISTS (
          SELECT 1 FROM orders WHERE order_no = split_part(line.business_id, ' ', 1) AND item_type = ${type}))`,
      ),
    );
  }
}
