import { focusManager } from '@tanstack/react-query';
import { act, cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { activateLocale, needTexts } from '../../i18n/locale.js';
import { acceptMember, acceptUnread, memberQuery, session } from '../session/index.js';
import type { ApiQueryClient } from '../../api/query-client.js';
import { testMember } from '../../testing/test-member.js';
import { UnreadWatch } from './unread-watch.js';
import { MessagesPage } from './messages-page.js';
import { TestApp, testClient } from '../../testing/test-app.js';
import { answerAll, serveTests } from '../../testing/server.js';

serveTests();

// As long as tests wait for anything.
configure({ asyncUtilTimeout: 120_000 });
const PATIENCE = { timeout: 120_000 };

const AT = '2026-11-22T08:00:00.000Z';
/** The notices on the fake server, the newest first. */
let notices: { id: string; type: string; kind: string; title: string; text: string; link: string; is_read: boolean }[];
let client: ApiQueryClient;
let calls: { readonly action: string; readonly body: Record<string, unknown> }[];
/** Holds back the answer for earlier notices. */
let earlier: Promise<void> | undefined;
const PAGE = 2;

const summary = () => ({
  new_num: notices.filter(({ is_read }) => !is_read).length,
  invite_new_num: 0,
  by_type: { system: 0, order: 0, ask: 0, live: 0, invite: 0, interact: 0, follow: 0 },
});

const ANSWERS: Readonly<Record<string, (body: { ids?: string[]; type?: string; cursor?: string }) => object>> = {
  summary,
  list: ({ type, cursor }) => {
    const all = notices.filter((one) => (type ?? one.type) === one.type);
    const from = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1;
    const list = all.slice(from, from + PAGE);
    return {
      list: list.map((one) => ({ ...one, at: AT })),
      next_cursor: all.length > from + PAGE ? (list.at(-1)?.id ?? '') : '',
    };
  },
  read: ({ ids }) => {
    notices = notices.map((one) => ({ ...one, is_read: one.is_read || (ids?.includes(one.id) ?? true) }));
    return summary();
  },
  delete: ({ ids }) => {
    notices = notices.filter(({ id }) => ids?.includes(id) !== true);
    return summary();
  },
};

const one = (id: string, type: string, title: string, is_read = false) => ({
  ...{ id, type, title, is_read, kind: 'order-paid', text: `About ${title}`, link: `/video-info?id=${id}` },
});

beforeEach(async () => {
  await needTexts('messages');
  await activateLocale('en');
  notices = [one('9', 'order', 'Nine'), one('8', 'system', 'Eight', true), one('7', 'order', 'Seven')];
  calls = [];
  earlier = undefined;
  answerAll(async ({ path, body }) => {
    const action = path.split('/').at(-1) ?? '';
    calls.push({ action, body: { ...body } });
    const given = ANSWERS[action]?.(body);
    if ('cursor' in body) await earlier;
    return given;
  });
  session.start('token');
  client = testClient();
  acceptMember(client, testMember({ new_num: 2 }));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  session.end();
});

function open(address = '/xiaoxi'): void {
  const router = createMemoryRouter([{ path: '/xiaoxi', Component: MessagesPage }], { initialEntries: [address] });
  render(
    <TestApp client={client}>
      <RouterProvider router={router} />
    </TestApp>,
  );
}

const titles = () => screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
const unread = () => client.getQueryData(memberQuery().queryKey)?.new_num;

describe('the list', () => {
  test('counts as read what it shows, and keeps it marked as new', async () => {
    open();
    await screen.findByText('About Nine');
    await vi.waitFor(() => expect(unread()).toBe(1), PATIENCE);
    expect(calls.filter(({ action }) => action === 'read').map(({ body }) => body)).toEqual([{ ids: ['9'] }]);
    expect(titles()).toEqual(['Unread: Nine', 'Eight']);
    expect(screen.getByRole('link', { name: 'Nine' }).getAttribute('href')).toBe('/video-info?id=9');
  });

  test('shows earlier ones, which are read by that', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Show earlier ones' }));
    await screen.findByText('About Seven');
    await vi.waitFor(() => expect(unread()).toBe(0), PATIENCE);
    expect(titles()).toEqual(['Unread: Nine', 'Eight', 'Unread: Seven']);
    expect(screen.queryByRole('button', { name: 'Show earlier ones' })).toBeNull();
  });

  test('marks all as read when there are more than it shows', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    await vi.waitFor(() => expect(unread()).toBe(0), PATIENCE);
    expect(titles()).toEqual(['Nine', 'Eight']);
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  });

  test('is of one type if the address says so', async () => {
    open('/xiaoxi?type=system');
    await screen.findByText('About Eight');
    expect(titles()).toEqual(['Eight']);
    expect(screen.getByRole('link', { name: 'Reviews and account' }).getAttribute('aria-current')).toBe('true');
    fireEvent.click(screen.getByRole('link', { name: 'Orders and money' }));
    await screen.findByText('About Seven');
    expect(titles()).toEqual(['Unread: Nine', 'Unread: Seven']);
  });

  test('lets one be deleted, and goes on with the next', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Delete “Nine”' }));
    await vi.waitFor(() => expect(titles()).toEqual(['Eight']), PATIENCE);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete “Eight”' }));
  });

  test('what is deleted while earlier ones are on their way stays away', async () => {
    open();
    const more = await screen.findByRole('button', { name: 'Show earlier ones' });
    let give: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (give = resolve));
    earlier = waiting;
    fireEvent.click(more);
    fireEvent.click(screen.getByRole('button', { name: 'Delete “Nine”' }));
    await vi.waitFor(() => expect(titles()).toEqual(['Eight']), PATIENCE);
    give();
    await screen.findByText('About Seven');
    expect(titles()).toEqual(['Eight', 'Unread: Seven']);
  });

  test('says so when something came meanwhile, and shows it', async () => {
    open();
    await vi.waitFor(() => expect(unread()).toBe(1), PATIENCE);
    notices = [one('10', 'order', 'Ten'), ...notices];
    act(() => acceptUnread(client, summary()));
    fireEvent.click(await screen.findByRole('button', { name: 'There is something new. Show it' }));
    await screen.findByText('About Ten');
    expect(titles()).toEqual(['Unread: Ten', 'Nine']);
  });

  test('says what to do when there is nothing', async () => {
    notices = [];
    open();
    await screen.findByRole('heading', { name: 'Nothing yet' });
    expect(screen.getByRole('link', { name: 'Browse courses' })).toBeDefined();
  });
});

describe('news', () => {
  const show = (state: 'visible' | 'hidden'): void => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  };

  const isVisible = (): boolean => focusManager.isFocused();

  test('are asked for each minute while the page is looked at, at once when it is again, never while hidden', async () => {
    vi.useFakeTimers();
    show('visible');
    const asked = (): number => calls.filter(({ action }) => action === 'summary').length;
    const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
    render(
      <TestApp client={client}>
        <UnreadWatch />
      </TestApp>,
    );
    await pass(0);
    expect([isVisible(), asked()]).toEqual([true, 1]);
    await pass(120_000);
    expect(asked()).toBe(3);
    show('hidden');
    await pass(600_000);
    expect(asked()).toBe(3);
    show('visible');
    await pass(0);
    expect(asked()).toBe(4);
    show('hidden');
    show('visible');
    await pass(0);
    expect(asked()).toBe(4);
    cleanup();
    await pass(600_000);
    expect(asked()).toBe(4);
  });

  test('reach the icon without a navigation', async () => {
    show('visible');
    notices = [one('10', 'order', 'Ten'), ...notices];
    render(
      <TestApp client={client}>
        <UnreadWatch />
      </TestApp>,
    );
    await vi.waitFor(() => expect(unread()).toBe(3), PATIENCE);
  });
});
