import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activateLocale } from '../../i18n/locale.js';
import { Toaster } from '../../ui/toast.js';
import { OfflineBanner } from './offline-banner.js';
import { TestApp } from '../../testing/test-app.js';

beforeEach(() => activateLocale('en'));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const network = (isThere: boolean): void => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere);
  act(() => void window.dispatchEvent(new Event(isThere ? 'online' : 'offline')));
};

test('a network that is gone is told as long as it is, and its return once', () => {
  render(
    <TestApp>
      <OfflineBanner />
      <Toaster />
    </TestApp>,
  );
  expect(screen.queryByText(/offline/)).toBeNull();
  network(false);
  expect(screen.getByText('You are offline. We go on as soon as the network is back.')).toBeTruthy();
  expect(screen.queryByText('The network is back')).toBeNull();
  network(true);
  expect(screen.queryByText(/offline/)).toBeNull();
  expect(screen.getAllByText('The network is back')).toHaveLength(1);
});
