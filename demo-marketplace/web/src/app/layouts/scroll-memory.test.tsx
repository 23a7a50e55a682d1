import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ScrollMemory } from './scroll-memory.js';

let grow: () => void;
let height: number;
let scrolled: number[];

beforeEach(() => {
  height = 2_000;
  scrolled = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      #isWatching = false;
      constructor(heard: () => void) {
        grow = () => {
          if (this.#isWatching) heard();
        };
      }
      observe(): void {
        this.#isWatching = true;
      }
      disconnect(): void {
        this.#isWatching = false;
      }
    },
  );
  vi.stubGlobal('innerHeight', 800);
  vi.stubGlobal('scrollTo', (_x: number, y: number) => void scrolled.push(y));
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockImplementation(() => height);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Scrolls a list down to 1000, opens another page, and goes back. */
async function goBack(): Promise<void> {
  const router = createMemoryRouter([{ path: '*', Component: ScrollMemory }], { initialEntries: ['/list'] });
  render(<RouterProvider router={router} />);
  vi.stubGlobal('scrollY', 1_000);
  fireEvent.scroll(window);
  await act(() => router.navigate('/page'));
  vi.stubGlobal('scrollY', 0);
  fireEvent.scroll(window);
  // The list is fetched again, so the page is short until it arrives.
  height = 1_000;
  await act(() => router.navigate(-1));
  // The router's own restoration reaches only as far as the page does.
  vi.stubGlobal('scrollY', 200);
  fireEvent.scroll(window);
}

test('going back leads to where one was, once the page is long enough again, and once only', async () => {
  await goBack();
  grow();
  expect(scrolled).toEqual([]);
  height = 2_000;
  grow();
  grow();
  expect(scrolled).toEqual([1_000]);
});

test('who has moved meanwhile is left where they are', async () => {
  await goBack();
  fireEvent.wheel(window);
  height = 2_000;
  grow();
  expect(scrolled).toEqual([]);
});
