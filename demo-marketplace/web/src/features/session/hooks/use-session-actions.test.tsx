import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activateLocale } from '../../../i18n/locale.js';
import { Toaster, turnToastPage } from '../../../ui/toast.js';
import { session } from '../lib/session.js';
import { testMember } from '../../../testing/test-member.js';
import { useSessionActions } from './use-session-actions.js';
import { TestApp } from '../../../testing/test-app.js';
import { answerAll, serveTests } from '../../../testing/server.js';

serveTests();

// As long as tests wait for anything.
configure({ asyncUtilTimeout: 120_000 });

let answer: object;
let sent: unknown[];

beforeEach(async () => {
  await activateLocale('en');
  sent = [];
  session.start('TOKEN');
  answerAll(({ path, body }) => {
    if (!path.endsWith('change_type')) return testMember();
    sent.push(body);
    return Response.json(answer);
  });
});
afterEach(() => {
  cleanup();
  turnToastPage();
  session.end();
  vi.unstubAllGlobals();
});

function Switches(): ReactElement {
  const { switchTo } = useSessionActions();
  return (
    <>
      {([1, 2] as const).map((type) => (
        <button key={type} type="button" onClick={() => void switchTo(type)}>{`to ${type}`}</button>
      ))}
      <Toaster />
    </>
  );
}

function open() {
  const router = createMemoryRouter([{ path: '*', Component: Switches }], { initialEntries: ['/myorder'] });
  render(
    <TestApp>
      <RouterProvider router={router} />
    </TestApp>,
  );
  return () => router.state.location.pathname;
}

test.each([
  [2, '/teacher'],
  [1, '/user-info'],
])('switching sides says what the server says, and leads to that side (%i: %s)', async (type, path) => {
  answer = { code: 1, msg: `You are on side ${type}.`, data: {} };
  const address = open();
  fireEvent.click(screen.getByRole('button', { name: `to ${type}` }));
  await screen.findByText(`You are on side ${type}.`);
  await waitFor(() => expect(address()).toBe(path));
  expect(sent).toEqual([{ type }]);
});

test('who may not switch hears why, and stays', async () => {
  answer = { code: 409, msg: 'Not approved yet.', data: { reason: 'not-mentor' } };
  const address = open();
  fireEvent.click(screen.getByRole('button', { name: 'to 2' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Not approved yet.');
  expect(address()).toBe('/myorder');
});
