import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { activateLocale } from '../../i18n/locale.js';
import { answerAll, serveTests } from '../../testing/server.js';
import { TestApp } from '../../testing/test-app.js';
import { SearchField } from './search-field.js';

serveTests();
configure({ asyncUtilTimeout: 120_000 });

const FOUND = [
  { type: 'course', id: '7', text: 'Calculus' },
  { type: 'mentor', id: '3', text: 'Ann Lee' },
  { type: 'category', id: '2', text: 'Maths' },
];
let asked: unknown[];

beforeEach(async () => {
  await activateLocale('en');
  asked = [];
  answerAll(({ path, body }) => {
    if (path !== '/api/Index/suggest') return {};
    asked.push(body.query);
    return String(body.query).startsWith('nothing') ? [] : FOUND;
  });
});

afterEach(cleanup);

function open() {
  const router = createMemoryRouter([{ path: '*', Component: SearchField }]);
  render(
    <TestApp>
      <RouterProvider router={router} />
    </TestApp>,
  );
  const field = screen.getByRole<HTMLInputElement>('combobox');
  return {
    field,
    user: userEvent.setup(),
    address: () => router.state.location.pathname + router.state.location.search,
  };
}

const selected = () => screen.queryAllByRole('option', { selected: true }).map(({ textContent }) => textContent);

test('arrow keys choose a suggestion while the field keeps the focus, and Enter opens it', async () => {
  const { field, user, address } = open();
  expect(field.getAttribute('aria-expanded')).toBe('false');
  await user.type(field, 'calc');
  const list = await screen.findByRole('listbox', { name: 'Suggestions' });
  expect(asked.at(-1)).toBe('calc');
  expect(field.getAttribute('aria-expanded')).toBe('true');
  expect(field.getAttribute('aria-controls')).toBe(list.id);
  expect(selected()).toEqual([]);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(selected()).toEqual(['Ann LeeMentor']);
  expect(document.activeElement).toBe(field);
  const option = screen.getByRole('option', { selected: true });
  expect(field.getAttribute('aria-activedescendant')).toBe(option.id);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(selected()).toEqual([]);
  await user.keyboard('{ArrowUp}{Enter}');
  await waitFor(() => expect(address()).toBe('/kecheng-online?category=2'));
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('Enter without a choice searches, and Escape closes the list and keeps the text', async () => {
  const { field, user, address } = open();
  await user.type(field, 'calc');
  await screen.findByRole('listbox');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(field.value).toBe('calc');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/search?query=calc'));
});

test('an input method keeps its keys, and suggestions come for the characters it made', async () => {
  const { field, user, address } = open();
  fireEvent.compositionStart(field);
  fireEvent.input(field, { target: { value: 'ㄕㄨ' }, isComposing: true });
  expect(screen.queryByRole('listbox')).toBeNull();
  fireEvent.input(field, { target: { value: '數學' }, isComposing: true });
  fireEvent.compositionEnd(field);
  await screen.findByRole('listbox');
  expect(asked).toEqual(['數學']);
  await user.keyboard('{ArrowDown}');
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  expect(address()).toBe('/');
});

test('a click opens a suggestion; without suggestions there is no list', async () => {
  const { field, user, address } = open();
  await user.type(field, 'nothing');
  await waitFor(() => expect(asked.at(-1)).toBe('nothing'));
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.clear(field);
  await user.type(field, 'calc');
  await user.click(await screen.findByRole('option', { name: 'Calculus Course' }));
  await waitFor(() => expect(address()).toBe('/video-info?id=7'));
});
