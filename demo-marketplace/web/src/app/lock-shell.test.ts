import { afterEach, beforeEach, expect, test } from 'vitest';
import { isShellLocked, lockShell } from './lock-shell.js';

let unlock: () => void;
beforeEach(() => {
  document.body.innerHTML = '<p>text</p><input><a href="/">link</a>';
  unlock = lockShell();
});
afterEach(() => {
  unlock();
  document.getSelection()?.removeAllRanges();
});

const isStopped = (event: Event, on: Element = document.body): boolean => !on.dispatchEvent(event);
const press = (key: string, keys: KeyboardEventInit = {}): boolean =>
  isStopped(new KeyboardEvent('keydown', { key, ...keys, bubbles: true, cancelable: true }));
const menu = (selector: string, button = 2): boolean =>
  isStopped(
    new MouseEvent('contextmenu', { button, bubbles: true, cancelable: true }),
    document.querySelector(selector)!,
  );

test.each([
  ['F12', {}],
  ['I', { ctrlKey: true, shiftKey: true }],
  ['j', { metaKey: true, altKey: true }],
  ['u', { ctrlKey: true }],
])('%s %o opens no tools', (key, keys) => {
  expect(press(key, keys)).toBe(true);
  unlock();
  expect(press(key, keys)).toBe(false);
});

test.each([
  ['i', {}],
  ['c', { ctrlKey: true }],
  ['F5', {}],
  ['Tab', { shiftKey: true }],
  ['F10', { shiftKey: true }],
  ['ContextMenu', {}],
])('%s %o is left alone', (key, keys) => {
  expect(press(key, keys)).toBe(false);
});

test('the mouse opens no menu but on inputs, links and selected text; the keyboard opens it everywhere', () => {
  expect(menu('p')).toBe(true);
  expect(menu('input')).toBe(false);
  expect(menu('a')).toBe(false);
  expect(menu('p', 0)).toBe(false);
  document.getSelection()?.selectAllChildren(document.querySelector('p')!);
  expect(menu('p')).toBe(false);
});

test('locked in production unless told otherwise, and nowhere else', () => {
  expect(isShellLocked({ PROD: true })).toBe(true);
  expect(isShellLocked({ PROD: true, VITE_LOCK_SHELL: 'off' })).toBe(false);
  expect(isShellLocked({ PROD: false })).toBe(false);
  expect(isShellLocked({ PROD: false, VITE_LOCK_SHELL: 'on' })).toBe(true);
});
