import { act, cleanup, render, screen } from '@testing-library/react';
import { useEffect, useState, type ReactElement } from 'react';
import { createMemoryRouter, RouterProvider, useSearchParams } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activateLocale } from '../../i18n/locale.js';
import { RootLayout } from './root-layout.js';
import { TestApp } from '../../testing/test-app.js';

beforeEach(async () => {
  await activateLocale('en');
  vi.stubGlobal('scrollTo', vi.fn<() => void>());
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ARRIVAL = 'test-arrival';
const arrive = async (): Promise<void> => act(async () => void window.dispatchEvent(new Event(ARRIVAL)));

/** A page that shows another heading while it loads. */
function Slow(): ReactElement {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => {
    const show = () => setIsThere(true);
    window.addEventListener(ARRIVAL, show);
    return () => window.removeEventListener(ARRIVAL, show);
  }, []);
  return (
    <main>
      {isThere ? <h1 key="there">Algebra</h1> : <h1 key="loading">Loading</h1>}
      <button type="button">Buy</button>
    </main>
  );
}

/** A page whose button disappears with the next query. */
function Steps(): ReactElement {
  const [search] = useSearchParams();
  return (
    <main>
      <h1>Checkout</h1>
      <button type="button">Other</button>
      {search.has('order') || <button type="button">Place</button>}
    </main>
  );
}

async function open() {
  const router = createMemoryRouter([
    {
      Component: RootLayout,
      children: [
        { path: '/', element: <main>Start</main> },
        { path: '/slow', Component: Slow },
        { path: '/steps', Component: Steps },
      ],
    },
  ]);
  render(
    <TestApp>
      <RouterProvider router={router} />
    </TestApp>,
  );
  return (to: string) => act(() => router.navigate(to));
}

const focused = () => document.activeElement?.textContent;

test('the focus goes with the heading, from that of the page that loads to that of the page', async () => {
  const go = await open();
  await go('/slow');
  expect(focused()).toBe('Loading');
  await arrive();
  expect(focused()).toBe('Algebra');
});

test('somebody who went on before the page was there stays where they are', async () => {
  const go = await open();
  await go('/slow');
  screen.getByRole('button', { name: 'Buy' }).focus();
  await arrive();
  expect(focused()).toBe('Buy');
});

test('where the next step takes the focused button away, the heading has the focus; elsewhere it stays', async () => {
  const go = await open();
  await go('/steps');
  screen.getByRole('button', { name: 'Other' }).focus();
  await go('/steps?tab=2');
  expect(focused()).toBe('Other');
  screen.getByRole('button', { name: 'Place' }).focus();
  await go('/steps?order=1');
  expect(focused()).toBe('Checkout');
});
