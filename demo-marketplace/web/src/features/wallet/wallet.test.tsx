import type { WalletLine } from '@lectern/marketplace-contract';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activateLocale, needTexts } from '../../i18n/locale.js';
import { turnToastPage } from '../../ui/toast.js';
import { MentorWalletPage, UserEarningsPage } from './earnings-pages.js';
import { MentorStatementPage } from './statement-pages.js';
import { UserWithdrawalsPage } from './withdrawal-pages.js';
import { TestApp } from '../../testing/test-app.js';
import { answerAll, serveTests } from '../../testing/server.js';

serveTests();

// As long as tests wait for anything.
configure({ asyncUtilTimeout: 120_000 });

interface Sent {
  readonly name: string;
  readonly body: Record<string, unknown>;
}

/** The requests that were sent, and the answer to each action. */
let sent: Sent[];
let answers: Record<string, (body: Record<string, unknown>) => unknown>;

const NOW = '2026-11-22T10:00:00.000Z';

const line = (over: Partial<WalletLine> = {}): WalletLine => ({
  id: '1',
  at: NOW,
  biz: 'course',
  title: 'Algebra',
  order_no: '202611220000000001',
  buyer: 'Bea',
  gross_cents: 100_000,
  fee_cents: 10_000,
  amount_cents: 90_000,
  balance_after_cents: 290_000,
  state: 'frozen',
  ...over,
});
const page = (list: readonly object[]) => ({ list, total: list.length, page: 1, limit: 20 });

beforeEach(async () => {
  await Promise.all([activateLocale('en'), needTexts('wallet')]);
  sent = [];
  answers = {
    'Wallet/info': () => ({
      balance_cents: 290_000,
      frozen_cents: 90_000,
      withdrawing_cents: 0,
      withdrawable_cents: 200_000,
      points: 0,
      coupons_n: 0,
      month: { in_cents: 90_000, out_cents: 0 },
      months: [{ month: '2026-11', in_cents: 90_000, out_cents: 0 }],
      next_release: { amount_cents: 90_000, at: '2026-11-29T10:00:00.000Z' },
    }),
    'Wallet/account_list': () => [{ id: '5', bank: 'First Bank', holder: 'Ann', last4: '1234' }],
    'Wallet/list': () => ({ ...page([line()]), sum_in_cents: 90_000, sum_out_cents: 0 }),
    'Wallet/pay_password': () => ({ is_set: true, ways: [{ channel: 'email', masked: 'a•••@example.org' }] }),
    'Wallet/withdraw_preview': () => ({ fee_cents: 1_500, arrive_cents: 98_500, eta: '2026-11-25' }),
    'Wallet/withdraw': () => ({ id: '9', status: 'applying' }),
  };
  answerAll(({ name, body }) => {
    sent.push({ name, body });
    return answers[name]?.(body);
  });
});

afterEach(() => {
  cleanup();
  turnToastPage();
  vi.unstubAllGlobals();
});

function open(address: string) {
  const router = createMemoryRouter(
    [
      { path: '/t_qianbao', Component: MentorWalletPage },
      { path: '/t_qianbao1', Component: UserEarningsPage },
      { path: '/t_mingxi_all', Component: MentorStatementPage },
      { path: '/t_tixianjilu1', Component: UserWithdrawalsPage },
    ],
    { initialEntries: [address] },
  );
  render(
    <TestApp>
      <RouterProvider router={router} />
    </TestApp>,
  );
  return { search: () => router.state.location.search };
}

const sentTo = (name: string): Record<string, unknown>[] =>
  sent.filter((one) => one.name === name).map(({ body }) => body);

test('a mentor sees what is on hold and until when, and what can be withdrawn', async () => {
  open('/t_qianbao');
  expect(await screen.findByText('NT$2,000')).toBeTruthy();
  // With hyphens at which no line breaks.
  expect(screen.getByText('NT$900 is released on 2026‑11‑29')).toBeTruthy();
  expect((await screen.findByRole('link', { name: 'Algebra' })).getAttribute('href')).toBe(
    '/t_mingdan?keyword=202611220000000001',
  );
  expect(screen.getByText('Bought by Bea')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: '2026-11' })).toBeTruthy();
  expect(screen.getByText('Sold for NT$1,000, platform fee NT$100')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Withdrawals' }).getAttribute('href')).toBe('/t_tixianjilu');
  expect(sentTo('Wallet/info')).toEqual([{ scope: 'mentor' }]);
});

test.each([
  ['/t_qianbao', 'On hold', 'NT$0'],
  ['/t_qianbao1', 'Being withdrawn', 'NT$1,500'],
])('on %s a requested withdrawal is not among the earnings on hold', async (address, label, amount) => {
  const answer = answers['Wallet/info'] as () => object;
  answers['Wallet/info'] = () => ({ ...answer(), frozen_cents: 0, withdrawing_cents: 150_000, next_release: null });
  open(address);
  expect((await screen.findByText(label, { selector: 'dt' })).parentElement?.textContent).toContain(
    `${label}${amount}`,
  );
});

test.each([
  ['999', 'amount not enough for $1000'],
  ['999.99', 'amount not enough for $1000'],
  ['2000.01', 'More than you can withdraw'],
  ['1000.5', 'Enter an amount in whole dollars'],
  ['a lot', 'Enter an amount in whole dollars'],
])('a withdrawal of %s is refused: %s', async (amount, problem) => {
  open('/t_qianbao1');
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Amount' }), { target: { value: amount } });
  fireEvent.click(screen.getByRole('button', { name: 'Request withdrawal' }));
  expect(await screen.findByText(problem)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Amount' })));
  expect(sentTo('Wallet/withdraw')).toEqual([]);
});

test('1000 are asked for, to the account that was chosen', async () => {
  open('/t_qianbao1');
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Amount' }), { target: { value: '1000' } });
  expect(await screen.findByText('NT$985')).toBeTruthy();
  expect(screen.getByText('2026-11-25')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Payment password'), { target: { value: '24681' } });
  fireEvent.click(screen.getByRole('button', { name: 'Request withdrawal' }));
  expect(await screen.findByText('Enter the six digits of your payment password')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Payment password'), { target: { value: '246810' } });
  fireEvent.click(screen.getByRole('button', { name: 'Request withdrawal' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sentTo('Wallet/withdraw')).toEqual([
    {
      ...{ scope: 'user', amount_cents: 100_000, account_id: '5' },
      ...{ pay_password: '246810', client_token: expect.any(String) },
    },
  ]);
});

test('whoever has no payment password sets one by a code first, and withdraws then', async () => {
  answers['Wallet/pay_password'] = () => ({ is_set: false, ways: [{ channel: 'email', masked: 'a•••@example.org' }] });
  answers['Wallet/pay_password_code'] = () => ({ wait: 60, next_send_at: NOW });
  answers['Wallet/pay_password_set'] = () => ({});
  open('/t_qianbao1');
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Send code' }));
  await screen.findByRole('button', { name: /^Again in \d+ s$/ });
  expect(sentTo('Wallet/pay_password_code')).toEqual([{ channel: 'email' }]);
  const fill = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } });
  fill('Verification code', '123456');
  fill('New payment password', '123456');
  expect(await screen.findByText('Too easy to guess; avoid runs such as 123456')).toBeTruthy();
  fill('New payment password', '246810');
  fill('Repeat it', '246811');
  fireEvent.click(screen.getByRole('button', { name: 'Save payment password' }));
  await screen.findByText('The two payment passwords don’t match');
  fill('Repeat it', '246810');
  fireEvent.click(screen.getByRole('button', { name: 'Save payment password' }));
  await screen.findByRole('textbox', { name: 'Amount' });
  expect(sentTo('Wallet/pay_password_set')).toEqual([
    { channel: 'email', code: '123456', password6: '246810', password6_2: '246810' },
  ]);
});

test('whoever has no account yet is told so, and adds one', async () => {
  answers['Wallet/account_list'] = () => [];
  answers['Wallet/account_save'] = () => ({ id: '6', bank: 'Post', holder: 'Ann', last4: '6789' });
  open('/t_qianbao1');
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
  await screen.findByText('Add a payout account first');
  const dialog = screen.getByRole('dialog');
  const fill = (name: string, value: string) =>
    fireEvent.change(within(dialog).getByRole('textbox', { name }), { target: { value } });
  fill('Account holder', 'Ann');
  fill('Bank', 'Post');
  fill('Account number', '123456789');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  // The withdrawal goes on with it.
  expect(await within(dialog).findByRole('option', { name: /6789/ })).toBeTruthy();
  expect(sentTo('Wallet/account_save')).toEqual([{ bank: 'Post', holder: 'Ann', no: '123456789' }]);
});

test('the statement is asked for as the address filters it', async () => {
  const { search } = open('/t_mingxi_all?biz=refund&from=2026-11-01&to=nonsense&page=2');
  await screen.findByText('Algebra');
  expect(sentTo('Wallet/list')).toEqual([{ scope: 'mentor', biz: 'refund', from: '2026-11-01', page: 2 }]);
  fireEvent.change(screen.getByRole('combobox', { name: 'Type' }), { target: { value: 'withdraw' } });
  await waitFor(() => expect(sentTo('Wallet/list')).toHaveLength(2));
  expect(sentTo('Wallet/list')[1]).toEqual({ scope: 'mentor', biz: 'withdraw', from: '2026-11-01', page: 1 });
  expect(new URLSearchParams(search()).get('biz')).toBe('withdraw');
});

test('a member’s own statement stands on the page of what they can take out, and follows a withdrawal', async () => {
  const { search } = open('/t_qianbao1?biz=recharge');
  const statement = await screen.findByRole('region', { name: 'Statement' });
  await within(statement).findByText('Algebra');
  expect(sentTo('Wallet/list')).toEqual([{ scope: 'user', biz: 'recharge', page: 1 }]);
  fireEvent.change(within(statement).getByRole('combobox', { name: 'Type' }), { target: { value: 'refund' } });
  await waitFor(() => expect(sentTo('Wallet/list').at(-1)).toEqual({ scope: 'user', biz: 'refund', page: 1 }));
  expect(search()).toBe('?biz=refund');
  expect(within(statement).getByRole('button', { name: 'Export CSV' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Statement' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Amount' }), { target: { value: '1000' } });
  fireEvent.change(screen.getByLabelText('Payment password'), { target: { value: '246810' } });
  fireEvent.click(screen.getByRole('button', { name: 'Request withdrawal' }));
  await waitFor(() => expect(sentTo('Wallet/list')).toHaveLength(3));
});

test('the statement is saved as a file, as it is filtered', async () => {
  answers['Wallet/export'] = () => ({ filename: 'statement.csv', csv: 'Time' });
  const saved: string[] = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  open('/t_mingxi_all?biz=refund&page=2');
  fireEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(saved).toEqual(['statement.csv']));
  expect(sentTo('Wallet/export')).toEqual([{ scope: 'mentor', biz: 'refund' }]);
  click.mockRestore();
});

test('a withdrawal says how it went; one that is not decided can be taken back', async () => {
  const costs = { amount_cents: 100_000, fee_cents: 1_500, arrive_cents: 98_500 };
  const withdrawal = { ...costs, bank: 'Post', holder: 'Ann', last4: '6789', applied_at: NOW };
  let isCancelled = false;
  answers['Wallet/withdraw_cancel'] = () => {
    isCancelled = true;
    return {};
  };
  answers['Wallet/withdraw_list'] = () =>
    page([
      {
        ...{ ...withdrawal, id: '1', reason: '' },
        ...(isCancelled ? { status: 'cancelled', decided_at: NOW } : { status: 'applying', decided_at: null }),
      },
      { ...withdrawal, id: '2', status: 'failed', reason: 'Name differs', decided_at: NOW },
      { ...withdrawal, id: '3', status: 'success', reason: '', decided_at: NOW },
    ]);
  open('/t_tixianjilu1');
  expect(await screen.findByText('Reason: Name differs')).toBeTruthy();
  // Nothing is received of the one that failed.
  expect(screen.getAllByText('Fee NT$15, you receive NT$985')).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: 'Receipt' }));
  const receipt = await screen.findByRole('dialog', { name: 'Withdrawal receipt' });
  expect(within(receipt).getByText('W00000003')).toBeTruthy();
  expect(within(receipt).getByText('NT$985')).toBeTruthy();
  fireEvent.click(within(receipt).getByRole('button', { name: 'Close' }));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel request' }));
  const dialog = await screen.findByRole('dialog', { name: 'Cancel this withdrawal?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel request' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel request' })).toBeNull());
  expect(await screen.findByText(/^Cancelled 2026/)).toBeTruthy();
  expect(screen.getAllByText('Fee NT$15, you receive NT$985')).toHaveLength(1);
  expect(sentTo('Wallet/withdraw_cancel')).toEqual([{ id: '1', client_token: expect.any(String) }]);
});
