import { refreshSession } from '@lectern/marketplace-contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answer, serveTests } from '../../../testing/server.js';
import { testClient } from '../../../testing/test-app.js';
import { keepSession } from './keep-session.js';
import { session } from './session.js';

const DAY_MS = 86_400_000;
const END = '2026-12-30T00:00:00.000Z';

serveTests();
let stop: () => void = () => undefined;
beforeEach(() => session.end());
afterEach(() => {
  stop();
  session.end();
  vi.useRealTimers();
});

test('a token that ends within six days is renewed, and the login stays the same', async () => {
  const calls = answer(refreshSession, { token: 'NEW', expires_at: END });
  session.start('OLD', Date.now() + 5 * DAY_MS);
  const { login } = session.getSnapshot();
  stop = keepSession(testClient(), session);
  await vi.waitFor(() => expect(session.token).toBe('NEW'));
  expect(calls.map(({ request }) => request.headers.get('authorization'))).toEqual(['OLD']);
  expect([session.getSnapshot().login, session.expiresAt]).toEqual([login, Date.parse(END)]);
  expect(localStorage.getItem('token')).toBe('NEW');
});

test('a token of which the end is not known is renewed after an hour, and nobody asks without one', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const calls = answer(refreshSession, { token: 'NEW', expires_at: END });
  stop = keepSession(testClient(), session);
  vi.advanceTimersByTime(7_200_000);
  stop();
  session.start('OLD');
  stop = keepSession(testClient(), session);
  vi.advanceTimersByTime(3_540_000);
  expect(calls).toHaveLength(0);
  vi.advanceTimersByTime(60_000);
  await vi.waitFor(() => expect(session.token).toBe('NEW'));
  expect(calls).toHaveLength(1);
});

test('a fresh token is left alone until it is due', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const calls = answer(refreshSession, { token: 'NEW', expires_at: END });
  session.start('OLD', Date.now() + 7 * DAY_MS);
  stop = keepSession(testClient(), session);
  vi.advanceTimersByTime(60_000);
  expect(calls).toHaveLength(0);
  vi.advanceTimersByTime(DAY_MS);
  await vi.waitFor(() => expect(session.token).toBe('NEW'));
});

test('an answer for a login that was left meanwhile is not kept', async () => {
  let give: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => (give = resolve));
  const calls = answer(refreshSession, async () => {
    await waiting;
    return { token: 'NEW', expires_at: END };
  });
  session.start('OLD', Date.now());
  stop = keepSession(testClient(), session);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  session.start('OTHER', Date.now() + 7 * DAY_MS);
  give();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(session.token).toBe('OTHER');
});
