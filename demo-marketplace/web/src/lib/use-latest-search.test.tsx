import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { withQuery } from './query.js';
import { useLatestSearch } from './use-latest-search.js';

afterEach(cleanup);

/** Shows the query; one press makes two changes, before the page shows the first. */
function Page(): ReactElement {
  const [search, change] = useLatestSearch();
  const changeTwice = (): void => {
    change((last) => withQuery(last, { price: 'high', page: '' }));
    change((last) => withQuery(last, { sort: 'new' }));
  };
  return (
    <>
      <output>{search.toString()}</output>
      <button type="button" onClick={changeTwice}>
        twice
      </button>
    </>
  );
}

const shown = (): string | null => screen.getByRole('status').textContent;
const press = (): Promise<void> => act(async () => screen.getByRole('button').click());

test('changes before the page shows the first build on each other, and on where the address was led since', async () => {
  const router = createMemoryRouter([{ path: '/', Component: Page }], { initialEntries: ['/?page=3'] });
  render(<RouterProvider router={router} />);
  await press();
  expect(shown()).toBe('price=high&sort=new');
  await act(() => router.navigate('/?mode=online&page=2'));
  expect(shown()).toBe('mode=online&page=2');
  await press();
  expect(shown()).toBe('mode=online&price=high&sort=new');
});
