import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StrictMode, useEffect, useState, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activateLocale, needTexts } from '../../../i18n/locale.js';
import { RichField } from './rich-field.js';
import { richEditorPart } from './rich-text/use-rich-text.js';
import { TestApp } from '../../../testing/test-app.js';

let emitted: string[];
/** Handles of the parent that is rendered, from outside of React. */
const parent = { setHtml: (_html: string): void => undefined, renderAgain: (): void => undefined };

/** Keeps the HTML as the editor of a course does, and renders for reasons of its own. */
function Parent({ first }: { readonly first: string }): ReactElement {
  const [html, set] = useState(first);
  const [, count] = useState(0);
  useEffect(() => {
    parent.setHtml = set;
    parent.renderAgain = () => count((n) => n + 1);
  }, []);
  return (
    <RichField
      label="Description"
      html={html}
      onChange={(value) => {
        emitted.push(value);
        set(value);
      }}
    />
  );
}

const page = (content: ReactElement): ReactElement => (
  <StrictMode>
    <TestApp>{content}</TestApp>
  </StrictMode>
);
const box = (): HTMLElement => screen.getByRole('textbox', { name: 'Description' });

beforeEach(async () => {
  await Promise.all([activateLocale('en'), needTexts('mentor', 'editor')]);
  emitted = [];
  // On a slow network, text typed before the editor has loaded must not be lost.
  vi.spyOn(richEditorPart, 'prepare').mockReturnValue(new Promise(() => undefined));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('keeps each typed key while its parent renders again', async () => {
  const user = userEvent.setup();
  render(page(<Parent first="" />));
  await user.click(box());
  for (const key of 'From A to B') {
    await user.keyboard(key === ' ' ? '[Space]' : key);
    parent.renderAgain();
  }
  expect(box().textContent).toBe('From A to B');
  expect(emitted.at(-1)).toBe('From A to B');
  await user.keyboard('{Backspace}');
  expect(emitted.at(-1)).toBe('From A to ');
});

test('shows the loaded text, and another one that does not come from it', async () => {
  const user = userEvent.setup();
  render(page(<Parent first="<p>Loaded</p>" />));
  expect(box().innerHTML).toBe('<p>Loaded</p>');
  const paragraph = box().firstChild;
  parent.renderAgain();
  expect(box().firstChild).toBe(paragraph);
  fireEvent.input(box(), { target: { innerHTML: '<p>Loaded!</p>' } });
  await user.tab();
  expect(emitted).toEqual(['<p>Loaded!</p>']);
  parent.setHtml('<p>Loaded</p>');
  await expect.poll(() => box().innerHTML).toBe('<p>Loaded</p>');
  expect(emitted).toEqual(['<p>Loaded!</p>']);
});

test('keeps newer text when its parent is slow to confirm older text', () => {
  const field = (html: string) => page(<RichField label="Description" html={html} onChange={(v) => emitted.push(v)} />);
  const { rerender } = render(field(''));
  for (const text of ['a', 'ab', 'abc']) fireEvent.input(box(), { target: { innerHTML: text } });
  for (const late of ['a', 'ab']) {
    rerender(field(late));
    expect(box().innerHTML).toBe('abc');
  }
  rerender(field('abc'));
  rerender(field('ab'));
  expect(box().innerHTML).toBe('ab');
  expect(emitted).toEqual(['a', 'ab', 'abc']);
});

test('emits composed text once, when its composition ends', async () => {
  render(page(<Parent first="" />));
  fireEvent.compositionStart(box());
  for (const text of ['ㄋ', 'ㄋㄧ', '你']) {
    fireEvent.input(box(), { target: { innerHTML: text }, isComposing: true });
    parent.renderAgain();
    fireEvent.blur(box());
  }
  expect(emitted).toEqual([]);
  // Another device saved the course meanwhile.
  parent.setHtml('<p>elsewhere</p>');
  await Promise.resolve();
  expect(box().innerHTML).toBe('你');
  fireEvent.compositionEnd(box());
  fireEvent.input(box());
  expect(emitted).toEqual(['你']);
  expect(box().innerHTML).toBe('你');
});

test('shows what came from outside during a composition that was given up', async () => {
  render(page(<Parent first="<p>old</p>" />));
  fireEvent.compositionStart(box());
  parent.setHtml('<p>new</p>');
  await Promise.resolve();
  fireEvent.compositionEnd(box());
  await expect.poll(() => box().innerHTML).toBe('<p>new</p>');
  expect(emitted).toEqual([]);
});

test('emits what is composed when it is taken away', () => {
  const { unmount } = render(page(<Parent first="" />));
  fireEvent.compositionStart(box());
  fireEvent.input(box(), { target: { innerHTML: '你好' }, isComposing: true });
  unmount();
  expect(emitted).toEqual(['你好']);
});

test('pastes plain text where the caret is', async () => {
  render(page(<Parent first="" />));
  await userEvent.click(box());
  fireEvent.paste(box(), { clipboardData: { getData: () => '<b>a</b>' } });
  expect(box().innerHTML).toBe('&lt;b&gt;a&lt;/b&gt;');
  expect(emitted).toEqual(['&lt;b&gt;a&lt;/b&gt;']);
});
