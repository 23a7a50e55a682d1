import { cleanup, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useCurrentInRow } from './use-current-in-row.js';

const WIDTH_PX = 200;

/** Entries of one width, since nothing is laid out here. */
function Row({ current }: { readonly current: string }): ReactElement {
  const row = useCurrentInRow<HTMLElement>(current);
  return (
    <nav ref={row}>
      {['a', 'b', 'c'].map((one, place) => (
        <a
          key={one}
          href={one}
          aria-current={one === current ? 'page' : undefined}
          ref={(link) => {
            if (link) Object.defineProperty(link, 'offsetLeft', { value: place * WIDTH_PX, configurable: true });
          }}
        >
          {one}
        </a>
      ))}
    </nav>
  );
}

afterEach(cleanup);

test('the current entry is scrolled to, with a part of the one before it, each time another is the current one', () => {
  const { rerender } = render(<Row current="c" />);
  const row = screen.getByRole('navigation');
  expect(row.scrollLeft).toBe(2 * WIDTH_PX - 48);
  rerender(<Row current="b" />);
  expect(row.scrollLeft).toBe(WIDTH_PX - 48);
});
