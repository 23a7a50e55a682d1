import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activateLocale, needTexts } from '../../i18n/locale.js';
import { OfficePage } from './office-page.js';
import { TestApp } from '../../testing/test-app.js';
import { answerAll, serveTests } from '../../testing/server.js';

serveTests();

// As long as tests wait for anything.
configure({ asyncUtilTimeout: 120_000 });

const WAITING = {
  ...{
    id: '7',
    scope: 'user',
    amount_cents: 128_000,
    arrive_cents: 126_500,
    bank: 'Bank of Taiwan',
    holder: 'Ann',
    last4: '0123',
  },
  ...{ applied_at: '2026-01-01T00:00:00Z', member: { id: '3', name: 'Ann', headimg: '' } },
};

const LIMIT = 2;
let sent: { readonly action: string; readonly body: Record<string, unknown> }[];
let list: object[];
let isDown: boolean;

beforeEach(async () => {
  await needTexts('office', 'feedback');
  await activateLocale('en');
  sent = [];
  list = [WAITING];
  isDown = false;
  const answers: Readonly<Record<string, () => object>> = {
    todo: () => ({
      ...{ mentors: 0, courses: 0, lives: 0, withdrawals: list.length, refunds: 0 },
      ...{ payments: 0, reports: 0, feedback: 0 },
    }),
    withdraw_list: () => {
      const { page = 1 } = (sent.at(-1)?.body ?? {}) as { readonly page?: number };
      const shown = list.slice((page - 1) * LIMIT, page * LIMIT);
      return { list: shown, total: list.length, page, limit: LIMIT };
    },
    withdraw_account: () => ({ no: '1234567890123' }),
    withdraw_audit: () => {
      list = list.slice(0, -1);
      return {};
    },
  };
  answerAll(({ path, body }) => {
    const action = path.split('/').at(-1) ?? '';
    sent.push({ action, body });
    return isDown ? undefined : (answers[action]?.() ?? {});
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(address: string): void {
  const router = createMemoryRouter([{ path: '/admin', Component: OfficePage }], { initialEntries: [address] });
  render(
    <TestApp>
      <RouterProvider router={router} />
    </TestApp>,
  );
}

const decided = () => sent.filter(({ action }) => action === 'withdraw_audit').map(({ body }) => body);
const press = (name: string, where: HTMLElement = document.body): void =>
  void fireEvent.click(within(where).getByRole('button', { name }));

test('a refusal asks for a reason before anything is sent, and what was decided waits no more', async () => {
  open('/admin?section=withdrawals');
  await screen.findByText('NT$1,280');
  await screen.findByRole('link', { name: /^Withdrawals.*1 waiting$/ });
  press('Failed');
  const dialog = await screen.findByRole('dialog');
  press('Failed', dialog);
  await within(dialog).findByText('Fill this in');
  expect(document.activeElement).toBe(within(dialog).getByRole('textbox', { name: 'Reason' }));
  expect(decided()).toEqual([]);
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Reason' }), { target: { value: ' Wrong name ' } });
  press('Failed', dialog);
  await screen.findByText('All done');
  expect(decided()).toEqual([expect.objectContaining({ id: '7', pass: false, reason: 'Wrong name' })]);
  await screen.findByRole('link', { name: 'Withdrawals' });
});

test('nothing is decided when the dialog is left, or when the network is away; then it says so', async () => {
  open('/admin?section=withdrawals');
  await screen.findByText('NT$1,280');
  screen.getByRole('button', { name: 'Paid out' }).focus();
  press('Paid out');
  press('Cancel', await screen.findByRole('dialog'));
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Paid out'));
  expect(decided()).toEqual([]);
  press('Paid out');
  const dialog = await screen.findByRole('dialog');
  // The amount transferred excludes the fee.
  expect(dialog.textContent).toContain('Was NT$1,265 paid out to Ann?');
  isDown = true;
  press('Paid out', dialog);
  expect((await within(dialog).findByRole('alert')).textContent).toContain('request failed');
  isDown = false;
  press('Paid out', dialog);
  await screen.findByText('All done');
  const [first, second] = decided();
  // The same attempt: nothing is paid twice.
  expect(second?.['client_token']).toBe(first?.['client_token']);
});

test('the number of an account is shown once it is asked for', async () => {
  open('/admin?section=withdrawals');
  await screen.findByText('•••• 0123');
  expect(sent.map(({ action }) => action)).not.toContain('withdraw_account');
  press('Show whole number');
  await screen.findByText('1234567890123');
});

test('who decides the last of a page goes on with the page before it', async () => {
  list = [{ ...WAITING, id: '5', amount_cents: 300_000 }, { ...WAITING, id: '6', amount_cents: 200_000 }, WAITING];
  open('/admin?section=withdrawals&page=2');
  await screen.findByText('NT$1,280');
  press('Paid out');
  press('Paid out', await screen.findByRole('dialog'));
  await screen.findByText('NT$3,000');
  expect(screen.queryByText('All done')).toBeNull();
});

test('a list that cannot be loaded says so, and is asked for again', async () => {
  isDown = true;
  open('/admin?section=withdrawals');
  const again = await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  fireEvent.click(again);
  expect(await screen.findByText('NT$1,280')).toBeTruthy();
});
