import type { SessionRoom } from '@lectern/marketplace-contract';
import { cleanup, configure, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { activateLocale, needTexts } from '../../i18n/locale.js';
import { answerAll, serveTests } from '../../testing/server.js';
import { TestApp } from '../../testing/test-app.js';
import { SessionPage } from './session-page.js';

serveTests();

// As long as tests wait for anything.
configure({ asyncUtilTimeout: 120_000 });

const NOW = '2027-01-15T08:00:00.000Z';
const ROOM: SessionRoom = {
  session: {
    ...{ id: '21', title: 'First evening', state: 'open', cancel_reason: '' },
    ...{ start_at: '2027-01-15T08:10:00.000Z', end_at: '2027-01-15T09:10:00.000Z' },
  },
  live: { id: '7', kind: 'class', title: 'Writing, live', host: { id: '3', name: 'Ethan', headimg: '' } },
  ...{ mine: false, refusal: null, asks_password: false, server_time: NOW },
  ...{ opens_at: '2027-01-15T07:55:00.000Z', closes_at: '2027-01-15T09:25:00.000Z' },
};

let answers: (() => SessionRoom | string)[];
let asked: number;

beforeEach(async () => {
  await Promise.all([activateLocale('en'), needTexts('classroom')]);
  asked = 0;
  answers = [() => ROOM];
  answerAll(({ name }) => {
    if (name !== 'Live/session') return {};
    const answer = answers[Math.min(asked, answers.length - 1)]?.();
    asked += 1;
    return typeof answer === 'string' ? Response.json({ code: 404, msg: answer, data: { reason: answer } }) : answer;
  });
});
afterEach(cleanup);

function open(address = '/classroom/21'): void {
  const router = createMemoryRouter([{ path: '/classroom/:session', Component: SessionPage }], {
    initialEntries: [address],
  });
  render(
    <TestApp>
      <RouterProvider router={router} />
    </TestApp>,
  );
}

test('the lobby says what is entered, and asks for nothing but a password that was set', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Writing, live · First evening' })).toBeTruthy();
  expect(screen.getByText(/^With Ethan/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Join class' })).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  cleanup();
  answers = [() => ({ ...ROOM, asks_password: true })];
  asked = 0;
  open();
  expect(await screen.findByRole('textbox', { name: 'Password' })).toBeTruthy();
  expect(screen.getAllByRole('textbox')).toHaveLength(1);
});

test('until the room opens a countdown stands where the button will be', async () => {
  const early: SessionRoom = { ...ROOM, refusal: 'too-early', opens_at: '2027-01-15T08:00:01.000Z' };
  answers = [() => early, () => ROOM];
  open();
  expect(await screen.findByText('Opens in 00:01')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Join class' })).toBeNull();
  // It asks again when the time has come.
  expect(await screen.findByRole('button', { name: 'Join class' })).toBeTruthy();
  expect(asked).toBe(2);
});

test('a room that opens on another day names the day', async () => {
  answers = [() => ({ ...ROOM, refusal: 'too-early', opens_at: '2027-01-18T08:00:00.000Z' })];
  open();
  expect(await screen.findByText(/^Opens on Mon, Jan 18/)).toBeTruthy();
});

test.each([
  ['ticket-required', 'You need a ticket'],
  ['session-over', 'This session is over'],
  ['removed-from-class', 'The mentor removed you'],
] as const)('%s is said before any device is opened', async (refusal, title) => {
  answers = [() => ({ ...ROOM, refusal })];
  open();
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to the class page' }).getAttribute('href')).toBe('/live-info?id=7');
  expect(screen.queryByRole('region', { name: 'My preview' })).toBeNull();
});

test('what is no session leads to the list of classes', async () => {
  answers = [() => 'not-found'];
  open();
  expect(await screen.findByRole('heading', { name: 'We can’t find this class' })).toBeTruthy();
  cleanup();
  open('/classroom/abc');
  expect(await screen.findByRole('link', { name: 'See live classes' })).toBeTruthy();
});
