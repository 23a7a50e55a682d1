import { QueryClientProvider, QueryObserver, queryOptions, useQuery } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testClient } from '../testing/test-app.js';
import { forForm } from './action-query.js';
import { prefetchHeld } from './prefetch.js';
import type { ApiQueryClient } from './query-client.js';

let client: ApiQueryClient;
let fetches: number;

beforeEach(() => {
  vi.useFakeTimers();
  client = testClient();
  fetches = 0;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** A query of a form; its data is the number of the fetch. */
const query = () => queryOptions({ queryKey: ['form'], queryFn: async () => (fetches += 1), ...forForm });

function Page(): ReactElement {
  const { data } = useQuery(query());
  return <p>{data ?? 'loading'}</p>;
}

const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const prefetch = (): void => prefetchHeld(client, new QueryObserver(client, query()));

/** Shows the page for a moment. */
async function visit(): Promise<string | null> {
  const { container } = render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
  const first = container.textContent;
  await pass(1);
  return first;
}

test('an answer that arrives before the page is shown at once, and not fetched again', async () => {
  prefetch();
  await pass(100);
  expect(await visit()).toBe('1');
  expect(fetches).toBe(1);
});

test('a page that comes before the answer takes the same one', async () => {
  prefetch();
  expect(await visit()).toBe('loading');
  expect(fetches).toBe(1);
});

test('the answer is forgotten with the page, so the next visit begins with another', async () => {
  prefetch();
  await pass(100);
  await visit();
  cleanup();
  await pass(1);
  expect(await visit()).toBe('loading');
  expect(fetches).toBe(2);
});

test('an answer that no page takes within ten seconds is forgotten', async () => {
  prefetch();
  await pass(10_001);
  expect(client.getQueryCache().getAll()).toEqual([]);
});

test('a query that is on the screen is not fetched again', async () => {
  await visit();
  prefetch();
  await pass(1);
  expect(fetches).toBe(1);
});
