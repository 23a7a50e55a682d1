import { PaymentState } from '@lectern/marketplace-contract';
import type { Language } from '../http/messages.js';

/** Outcomes that the development payment page offers, in the order of its buttons. */
export const WAYS = ['success', 'decline', 'delay', 'duplicate', 'disorder', 'late', 'unrefundable'] as const;
export type Way = (typeof WAYS)[number];

interface DevPageTexts {
  readonly title: string;
  readonly lead: string;
  readonly item: string;
  readonly amount: string;
  readonly order: string;
  readonly ways: Readonly<Record<Way, string>>;
  /** Text for an attempt that has ended, by its state. */
  readonly over: Readonly<Record<Exclude<PaymentState, typeof PaymentState.Created>, string>>;
  readonly back: string;
  readonly toOrder: string;
}

export const DEV_PAGE_TEXTS: Readonly<Record<Language, DevPageTexts>> = {
  'zh-Hant': {
    title: '測試付款',
    lead: '示範與開發用的付款頁，不會真的扣款。請選擇這次付款的結果。',
    item: '項目',
    amount: '金額',
    order: '訂單編號',
    ways: {
      success: '付款',
      decline: '拒絕付款',
      delay: '付款，一分鐘後才通知',
      duplicate: '付款，通知兩次',
      disorder: '付款，之後又通知失敗',
      late: '付款，訂單逾時後才通知',
      unrefundable: '付款，但之後無法退款到這張卡',
    },
    over: {
      [PaymentState.Succeeded]: '這次付款已經成功。',
      [PaymentState.Failed]: '這次付款沒有成功。',
      [PaymentState.Refunded]: '這次付款已經退回。',
    },
    back: '不付款，返回訂單',
    toOrder: '回到訂單',
  },
  en: {
    title: 'Test payment',
    lead: 'A page for demos and development: no money moves. Choose how this payment goes.',
    item: 'Item',
    amount: 'Amount',
    order: 'Order',
    ways: {
      success: 'Pay',
      decline: 'Decline',
      delay: 'Pay, told a minute later',
      duplicate: 'Pay, told twice',
      disorder: 'Pay, a failure told afterwards',
      late: 'Pay, told after the order’s time',
      unrefundable: 'Pay with a card that cannot be refunded later',
    },
    over: {
      [PaymentState.Succeeded]: 'This payment has succeeded.',
      [PaymentState.Failed]: 'This payment has failed.',
      [PaymentState.Refunded]: 'This payment was given back.',
    },
    back: 'Back to the order without paying',
    toOrder: 'Back to the order',
  },
};
