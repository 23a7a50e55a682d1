import type { ManagedLiveCard } from '@lectern/marketplace-contract';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApiQueryClient } from '../../../api/query-client.js';
import { activateLocale, needTexts } from '../../../i18n/locale.js';
import { answerAll, serveTests } from '../../../testing/server.js';
import { TestApp, testClient } from '../../../testing/test-app.js';
import { testMember } from '../../../testing/test-member.js';
import { turnToastPage } from '../../../ui/toast.js';
import { refreshMember, session } from '../../session/index.js';
import { LiveManagePage } from './live-list-page.js';

serveTests();

// As long as tests wait for anything.
configure({ asyncUtilTimeout: 120_000 });

const CARD: ManagedLiveCard = {
  ...{ id: '7', kind: 'class', mode: 'online', status: 'draft', refuse_reason: '', is_over: false },
  ...{ title: 'Writing, live', cover: '', start_at: null, sessions: 0, quantity: 0, sold: 0 },
  updated_at: '2027-01-15T08:00:00.000Z',
};

let client: ApiQueryClient;
let lives: ManagedLiveCard[];
let sent: { readonly name: string; readonly body: Record<string, unknown> }[];

beforeEach(async () => {
  await Promise.all([activateLocale('en'), needTexts('mentor', 'planning')]);
  sent = [];
  answerAll(({ name, body }) => {
    if (name === 'Member/member_info') return testMember({ current_type: 2, is_provider: 1 });
    sent.push({ name, body });
    const { id } = body as { readonly id?: string };
    if (name === 'LiveManage/delete') lives = lives.filter((live) => live.id !== id);
    if (name === 'LiveManage/pause') lives = lives.map((live) => ({ ...live, status: 'paused' }));
    if (name === 'LiveManage/list') return { list: lives, total: lives.length, page: 1, limit: 10 };
    return name === 'LiveManage/delete' ? {} : { id, version: 1, status: 'paused' };
  });
  session.start('token');
  client = testClient();
  await refreshMember(client);
});
afterEach(() => {
  cleanup();
  turnToastPage();
  session.end();
});

function open(address: string) {
  const router = createMemoryRouter([{ path: '/t_zhibo', Component: LiveManagePage }], { initialEntries: [address] });
  render(
    <TestApp client={client}>
      <RouterProvider router={router} />
    </TestApp>,
  );
  return { search: () => router.state.location.search };
}
const sentTo = (name: string) => sent.filter((one) => one.name === name).map(({ body }) => body);

test('a draft that was not passed says why, and is deleted once that is confirmed', async () => {
  lives = [{ ...CARD, status: 'refused', refuse_reason: 'Add an outline' }];
  open('/t_zhibo');
  const row = await screen.findByRole('article', { name: 'Writing, live' });
  expect(within(row).getByText('Not passed: Add an outline')).toBeTruthy();
  expect(within(row).getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('/t_zhibo_add?id=7');
  expect(within(row).queryByRole('button', { name: 'Pause sales' })).toBeNull();
  fireEvent.click(within(row).getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog');
  expect(sentTo('LiveManage/delete')).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete it' }));
  expect(await screen.findByText('Plan your first class or event')).toBeTruthy();
  expect(sentTo('LiveManage/delete')).toEqual([{ id: '7' }]);
});

test('the sale of an approved class is paused and continued; it can be neither edited nor deleted', async () => {
  lives = [{ ...CARD, status: 'approved', start_at: '2027-02-01T08:00:00.000Z', quantity: 30, sold: 4 }];
  open('/t_zhibo');
  const row = await screen.findByRole('article', { name: 'Writing, live' });
  expect(within(row).getByText('4 of 30 tickets sold')).toBeTruthy();
  expect(within(row).queryByRole('button', { name: 'Delete' })).toBeNull();
  expect(within(row).getByRole('link', { name: 'View page' }).getAttribute('href')).toBe('/live-info?id=7');
  fireEvent.click(within(row).getByRole('button', { name: 'Pause sales' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Continue sales' }));
  await waitFor(() => expect(sentTo('LiveManage/resume')).toEqual([{ id: '7' }]));
});

test('what is over sells nothing any more, and a tab without anything leads back to all', async () => {
  lives = [{ ...CARD, status: 'approved', is_over: true }];
  const { search } = open('/t_zhibo?tab=ended');
  const row = await screen.findByRole('article', { name: 'Writing, live' });
  expect(within(row).getByText('Ended')).toBeTruthy();
  expect(within(row).queryByRole('button', { name: 'Pause sales' })).toBeNull();
  expect(sentTo('LiveManage/list')).toEqual([{ tab: 'ended', page: 1, limit: 10 }]);
  lives = [];
  fireEvent.click(screen.getByRole('tab', { name: 'Pending' }));
  expect(await screen.findByText('Nothing here')).toBeTruthy();
  expect(search()).toBe('?tab=pending');
  expect(screen.getByRole('link', { name: 'Show all' }).getAttribute('href')).toBe('/t_zhibo');
});
