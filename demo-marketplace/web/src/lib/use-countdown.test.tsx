import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formatSeconds, useCountdown } from './use-countdown.js';

const SERVER_NOW = Date.parse('2026-11-22T10:00:00.000Z');

beforeEach(() => {
  // This device is a day ahead of the server.
  vi.useFakeTimers({ now: SERVER_NOW + 86_400_000 });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Left({ serverTime }: { readonly serverTime: number }): ReactElement {
  const left = useCountdown({
    until: new Date(SERVER_NOW + 1_800_000).toISOString(),
    serverTime: new Date(serverTime).toISOString(),
  });
  return <output>{left === undefined ? '' : formatSeconds(left)}</output>;
}

const shown = (): string | null => screen.getByRole('status').textContent;
const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

test('counts the 30 minutes by the server’s clock, down to zero and no further', () => {
  render(<Left serverTime={SERVER_NOW} />);
  expect(shown()).toBe('30:00');
  pass(1_000);
  expect(shown()).toBe('29:59');
  pass(1_798_000);
  expect(shown()).toBe('00:01');
  pass(60_000);
  expect(shown()).toBe('00:00');
});

test('goes on from what the server says anew', () => {
  const { rerender } = render(<Left serverTime={SERVER_NOW} />);
  pass(10_000);
  rerender(<Left serverTime={SERVER_NOW + 600_000} />);
  expect(shown()).toBe('20:00');
});
