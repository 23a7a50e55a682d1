import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OutlineDrag, useDragPlace } from './outline-drag.js';

const onMove = vi.fn();
const onClick = vi.fn();

function Unit({ at, isLast }: { readonly at: number; readonly isLast: boolean }): ReactElement {
  const { place, handle, isDragged } = useDragPlace(`unit-${at}`, { kind: 'unit', chapter: 0, at }, isLast, false);
  return (
    <li ref={place} data-testid={`unit-${at}`} data-dragged={isDragged}>
      {handle}
      <button type="button" onClick={() => onClick(at)}>
        Move unit {at} down
      </button>
    </li>
  );
}

const handle = (at: number): Element => screen.getByTestId(`unit-${at}`).querySelector('[data-drag=unit]')!;
const isDragged = (at: number): boolean => screen.getByTestId(`unit-${at}`).dataset['dragged'] === 'true';

/** jsdom does not implement PointerEvent. */
const pointer = (type: string, at: Element | Document, { clientY = 5, button = 0, pointerId = 1 } = {}): boolean => {
  const event = new MouseEvent(`pointer${type}`, { bubbles: true, cancelable: true, clientX: 5, clientY, button });
  return fireEvent(at, Object.assign(event, { isPrimary: pointerId === 1, pointerId }));
};
const begin = (): void => {
  pointer('down', handle(0));
  pointer('move', document, { clientY: 12 });
};
const expectBegun = (): void => {
  begin();
  expect(isDragged(0)).toBe(true);
};

describe('dragging in the outline', () => {
  beforeEach(() => {
    vi.resetAllMocks();
    vi.useFakeTimers();
    render(
      <OutlineDrag nameOf={() => 'A unit'} onMove={onMove}>
        <Unit at={0} isLast={false} />
        <Unit at={1} isLast />
      </OutlineDrag>,
    );
  });

  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it('begins once the pointer has gone a little way, and ends when it is lifted', () => {
    pointer('down', handle(0));
    pointer('move', document, { clientY: 8 });
    expect(isDragged(0)).toBe(false);
    pointer('move', document, { clientY: 12 });
    expect(isDragged(0)).toBe(true);
    pointer('up', document);
    expect(isDragged(0)).toBe(false);
  });

  it.each([
    ['a drag', () => pointer('up', document)],
    ['a drag that was cancelled', () => pointer('cancel', document)],
    ['a drag that Escape ended', () => fireEvent.keyDown(document, { code: 'Escape', key: 'Escape' })],
  ])('lets a button be pressed by Enter at once after %s', (_what, end) => {
    expectBegun();
    end();
    expect(isDragged(0)).toBe(false);
    // Enter on a button is a click with the detail 0.
    fireEvent.click(screen.getByRole('button', { name: 'Move unit 1 down' }), { detail: 0 });
    expect(onClick).toHaveBeenCalledExactlyOnceWith(1);
  });

  it.each([
    ['the window loses its place', () => fireEvent(window, new Event('resize'))],
    ['the page is hidden', () => fireEvent(document, new Event('visibilitychange'))],
  ])('is cancelled when %s', (_what, happen) => {
    expectBegun();
    happen();
    expect(isDragged(0)).toBe(false);
    pointer('up', document);
    expect(onMove).not.toHaveBeenCalled();
  });

  it('heeds no other pointer and no other button', () => {
    pointer('down', handle(0), { button: 2 });
    pointer('move', document, { clientY: 12 });
    expect(isDragged(0)).toBe(false);
    expectBegun();
    pointer('up', document, { pointerId: 2 });
    expect(isDragged(0)).toBe(true);
    pointer('up', document);
    expect(isDragged(0)).toBe(false);
  });

  it('listens to nothing any more once it has ended', () => {
    expectBegun();
    pointer('up', document);
    for (const type of ['contextmenu', 'selectstart', 'pointermove']) {
      expect(fireEvent(document, new MouseEvent(type, { cancelable: true }))).toBe(true);
    }
    expect(isDragged(0)).toBe(false);
  });
});
