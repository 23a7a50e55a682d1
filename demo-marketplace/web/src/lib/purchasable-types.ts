import { formatDate, formatDateTime, OrderItemType, REFUND_RULE, type OrderView } from '@lectern/marketplace-contract';
import { BookOpen, Package, Rocket, Ticket, Wallet, type LucideIcon } from 'lucide-react';
import type { Locale, MessageId } from '../i18n/messages.js';
import type { Text } from '../i18n/use-text.js';
import { coursePath, livePath } from './item-pages.js';

interface Step {
  readonly label: MessageId;
  readonly to: string;
}

/** Words and links of a type of item that orders sell. Its texts are in the catalog of the orders. */
export interface PurchasableType {
  readonly icon: LucideIcon;
  readonly label: MessageId;
  /** Title in place of that of the order. */
  readonly title?: MessageId;
  /** Text of the link to the page of the item, where that is no course. */
  readonly enter?: MessageId;
  /** Text of the page after the payment. */
  readonly thanks: MessageId;
  /** Next step after the payment, by the id of the item. */
  readonly next?: (id: string) => Step;
  /** Terms shown before an order is placed. */
  readonly terms?: (t: Text, locale: Locale) => string;
  /** Terms of a refund; absent for the general rule. */
  readonly refundTerms?: (t: Text, order: OrderView) => string | undefined;
}

const TYPES: Readonly<Record<string, PurchasableType>> = {
  [OrderItemType.Course]: {
    icon: BookOpen,
    label: 'orders.kind.course',
    thanks: 'orders.result.paid.text',
    next: (id) => ({ label: 'orders.result.start', to: `${coursePath(id)}&learn=1` }),
    terms: (_t, locale) => REFUND_RULE[locale],
  },
  [OrderItemType.Crowdfund]: {
    icon: Rocket,
    label: 'orders.kind.crowdfund',
    thanks: 'orders.result.pledged.text',
    next: (id) => ({ label: 'orders.action.enter', to: coursePath(id) }),
    terms: (t) => t('orders.place.pledge'),
    refundTerms: (t, { refund_until: until }) =>
      until === null ? undefined : t('orders.refund.text.overdue', { date: formatDate(Date.parse(until)) }),
  },
  [OrderItemType.Ticket]: {
    icon: Ticket,
    label: 'orders.kind.ticket',
    enter: 'orders.action.event',
    thanks: 'orders.result.ticket.text',
    next: (id) => ({ label: 'orders.result.toTickets', to: livePath(id) }),
    terms: (t) => t('orders.place.ticket'),
    refundTerms: (t, { refund_until: until }) =>
      until === null ? undefined : t('orders.refund.text.ticket', { date: formatDateTime(Date.parse(until)) }),
  },
  [OrderItemType.Recharge]: {
    icon: Wallet,
    label: 'orders.kind.recharge',
    title: 'orders.recharge',
    thanks: 'orders.result.recharged.text',
    next: () => ({ label: 'orders.result.toWallet', to: '/qianbao' }),
  },
};

/** Used for a type that this version of the page does not know. */
const OTHER: PurchasableType = { icon: Package, label: 'orders.kind.other', thanks: 'orders.result.other.text' };

/** Words and links of a type; general ones for a type that is not known here. */
export const purchasableType = (type: string): PurchasableType => TYPES[type] ?? OTHER;

/** Text of the link to the page of an item. */
export const enterLabel = (type: string): MessageId => purchasableType(type).enter ?? 'orders.action.enter';
