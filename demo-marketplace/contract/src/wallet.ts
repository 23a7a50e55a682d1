import * as z from 'zod/mini';
import { Access, type AnyAction, clientToken, declare, nothing, Replay } from './action.js';
import { WITHDRAWAL_MAX_CENTS } from './constants.js';
import { FailureReason, FieldProblem } from './envelope.js';
import { day, id, line, listOf, moment, paging } from './fields.js';
import { itemType } from './orders.js';
import { PAY_PASSWORD_REASONS, payPassword } from './pay-password.js';

/** Wallet of a member: `user` holds recharges and refunds, `mentor` holds earnings. */
export const WalletScope = { User: 'user', Mentor: 'mentor' } as const;
export type WalletScope = (typeof WalletScope)[keyof typeof WalletScope];

/** Kinds of transactions in the statement that pages have names for; types of purchasables add others. */
export const WalletBusiness = {
  Course: 'course',
  Refund: 'refund',
  Withdraw: 'withdraw',
  Recharge: 'recharge',
  /** A manual correction. */
  Adjust: 'adjust',
} as const;
/** Name of a kind of transaction. */
export const walletBusiness = itemType;
export type WalletBusiness = (typeof WalletBusiness)[keyof typeof WalletBusiness];

/** State of a withdrawal (specification §4); `cancelled` by the member before a decision. */
export const WithdrawalStatus = {
  Applying: 'applying',
  Success: 'success',
  Failed: 'failed',
  Cancelled: 'cancelled',
} as const;
export type WithdrawalStatus = (typeof WithdrawalStatus)[keyof typeof WithdrawalStatus];

const scope = z.enum(Object.values(WalletScope));
const scoped = [FailureReason.WrongRole];

export const getWallet = declare('/api/Wallet/info', {
  access: Access.Member,
  summary: 'What a wallet holds; the one of earnings is for approved mentors.',
  request: z.object({ scope }),
  response: z.object({
    /** Total balance: `frozen`, `withdrawing` and `withdrawable` together. */
    balance_cents: z.number(),
    /** Earnings that can still be refunded. */
    frozen_cents: z.number(),
    /** Requested withdrawals that are not paid out yet. */
    withdrawing_cents: z.number(),
    /** Amount that can be withdrawn or spent. */
    withdrawable_cents: z.number(),
    /** Points and usable coupons; 0 in the `mentor` wallet. */
    points: z.number(),
    coupons_n: z.number(),
    /** Totals of the current month in the member's time zone; recharges and refunds are not income. */
    month: z.object({ in_cents: z.number(), out_cents: z.number() }),
    /** The last six months in order, as `yyyy-mm`; the last entry is the current one. */
    months: z.array(z.object({ month: z.string(), in_cents: z.number(), out_cents: z.number() })),
    /** Next release of frozen earnings; null when nothing is frozen. */
    next_release: z.nullable(z.object({ amount_cents: z.number(), at: moment })),
  }),
  reasons: scoped,
});

export const walletLine = z.object({
  id: z.string(),
  at: moment,
  /** One of {@link WalletBusiness}, or the kind that a type of purchasable calls its payments. */
  biz: walletBusiness,
  /** Title of the item; empty for other transactions. */
  title: z.string(),
  order_no: z.string(),
  /** Name of the buyer; empty except for earnings. */
  buyer: z.string(),
  /** Payment of the buyer, and the platform’s share of it; both 0 except for earnings. */
  gross_cents: z.number(),
  fee_cents: z.number(),
  /** Change of the balance; negative for outgoing money. */
  amount_cents: z.number(),
  balance_after_cents: z.number(),
  /** `frozen` until it can be withdrawn. */
  state: z.enum(['done', 'frozen']),
});
export type WalletLine = z.infer<typeof walletLine>;

const statementFilter = {
  scope,
  biz: z.prefault(walletBusiness, 'all'),
  /** First and last day, in the member's time zone. */
  from: z.optional(day),
  to: z.optional(day),
};

export const listWallet = declare('/api/Wallet/list', {
  access: Access.Member,
  summary: 'The statement of a wallet, the newest line first.',
  request: z.object({ ...statementFilter, ...paging }),
  response: z.extend(listOf(walletLine), {
    /** Totals over all lines that match the request. */
    sum_in_cents: z.number(),
    sum_out_cents: z.number(),
  }),
  reasons: scoped,
});

export const exportWallet = declare('/api/Wallet/export', {
  access: Access.Member,
  summary: 'The same as a table for spreadsheets, at most 10,000 lines.',
  request: z.object(statementFilter),
  response: z.object({ filename: z.string(), csv: z.string() }),
  reasons: scoped,
});

const digits = z.string().check(
  z.trim(),
  z.minLength(1),
  z.refine<string>((text) => /^\d[\d -]{4,28}\d$/.test(text), { error: FieldProblem.Malformed, abort: true }),
);

const payoutAccount = z.object({
  id: z.string(),
  bank: z.string(),
  holder: z.string(),
  /** Last four digits of the account number. */
  last4: z.string(),
});

export const listPayoutAccounts = declare('/api/Wallet/account_list', {
  access: Access.Member,
  summary: 'Bank accounts that the member withdraws to.',
  request: nothing,
  response: z.array(payoutAccount),
});

export const savePayoutAccount = declare('/api/Wallet/account_save', {
  access: Access.Member,
  summary: 'Adds a bank account. Its number is kept sealed and never shown again.',
  request: z.object({
    bank: line(60),
    holder: line(60),
    /** 6 to 30 digits, not counting spaces and hyphens. */
    no: digits,
  }),
  response: payoutAccount,
  reasons: [FailureReason.TooMany],
});

export const deletePayoutAccount = declare('/api/Wallet/account_delete', {
  access: Access.Member,
  summary: 'Removes a bank account; withdrawals to it that are under way go on.',
  request: z.object({ id }),
  response: nothing,
  reasons: [FailureReason.NotFound],
});

const withdrawn = { scope, amount_cents: z.int().check(z.minimum(1), z.maximum(WITHDRAWAL_MAX_CENTS)) };

export const previewWithdrawal = declare('/api/Wallet/withdraw_preview', {
  access: Access.Member,
  summary: 'What a withdrawal would cost, what would arrive, and when.',
  request: z.object(withdrawn),
  response: z.object({
    fee_cents: z.number(),
    arrive_cents: z.number(),
    /** Latest date of arrival. */
    eta: z.string(),
  }),
  reasons: [...scoped, FailureReason.WithdrawalTooSmall, FailureReason.BalanceShort],
});

export const withdraw = declare('/api/Wallet/withdraw', {
  access: Access.Member,
  summary: 'Asks for money out of a wallet, from 1000; it is frozen until that is decided.',
  request: z.object({ ...withdrawn, account_id: id, pay_password: payPassword, client_token: clientToken }),
  response: z.object({ id: z.string(), status: z.enum(Object.values(WithdrawalStatus)) }),
  reasons: [
    ...scoped,
    ...PAY_PASSWORD_REASONS,
    FailureReason.WithdrawalTooSmall,
    FailureReason.BalanceShort,
    FailureReason.NotFound,
    FailureReason.ClientTokenReused,
  ],
  replay: Replay.Required,
});

const withdrawalView = z.object({
  id: z.string(),
  status: z.enum(Object.values(WithdrawalStatus)),
  amount_cents: z.number(),
  /** Fee of the bank, and amount that arrives. */
  fee_cents: z.number(),
  arrive_cents: z.number(),
  /** Holder of the bank account. */
  holder: z.string(),
  bank: z.string(),
  last4: z.string(),
  /** Reason of a failure; empty otherwise. */
  reason: z.string(),
  applied_at: moment,
  decided_at: z.nullable(moment),
});

export const listWithdrawals = declare('/api/Wallet/withdraw_list', {
  access: Access.Member,
  summary: 'The withdrawals of a wallet, the newest first.',
  request: z.object({
    scope,
    status: z.prefault(z.enum(['all', ...Object.values(WithdrawalStatus)]), 'all'),
    ...paging,
  }),
  response: listOf(withdrawalView),
  reasons: scoped,
});

export const cancelWithdrawal = declare('/api/Wallet/withdraw_cancel', {
  access: Access.Member,
  summary: 'Takes back a withdrawal that is not decided.',
  request: z.object({ id, client_token: clientToken }),
  response: nothing,
  reasons: [FailureReason.NotFound, FailureReason.StateChanged, FailureReason.ClientTokenReused],
  replay: Replay.Required,
});

/** Actions of this file. */
export const WALLET_ACTIONS: readonly AnyAction[] = [
  getWallet,
  listWallet,
  exportWallet,
  previewWithdrawal,
  listPayoutAccounts,
  savePayoutAccount,
  deletePayoutAccount,
  withdraw,
  listWithdrawals,
  cancelWithdrawal,
];
