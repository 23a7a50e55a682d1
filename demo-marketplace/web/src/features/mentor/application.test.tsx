import type { ApplicationInfo } from '@lectern/marketplace-contract';
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiQueryClient } from '../../api/query-client.js';
import { activateLocale, needTexts } from '../../i18n/locale.js';
import { answerAll, serveTests } from '../../testing/server.js';
import { TestApp, testClient } from '../../testing/test-app.js';
import { testMember } from '../../testing/test-member.js';
import { turnToastPage } from '../../ui/toast.js';
import { refreshMember, session } from '../session/index.js';
import { ApplicationPage } from './application-page.js';

serveTests();

// As long as tests wait for anything.
configure({ asyncUtilTimeout: 120_000 });

const info: ApplicationInfo = {
  provider_check_status: 0,
  is_extending: false,
  reason: '',
  form: {
    real_name: '',
    id_card: '',
    area: 'Taipei',
    intro: '',
    photo: '',
    clip: '',
    subjects: [],
    education: [],
    experience: [],
    credentials: [],
    want: [],
  },
  urls: {},
  submitted_at: null,
  decided_at: null,
};

let client: ApiQueryClient;
let sent: { readonly name: string; readonly body: Record<string, unknown> }[];
let answers: Record<string, (body: Record<string, unknown>) => unknown>;

const logIn = async (): Promise<void> => {
  session.start('token');
  client = testClient();
  await refreshMember(client);
};

beforeEach(async () => {
  await Promise.all([activateLocale('en'), needTexts('mentor')]);
  vi.stubGlobal('scrollTo', vi.fn<() => void>());
  sent = [];
  answers = { 'Member/member_info': () => testMember(), 'Provider/info': () => info };
  answerAll(({ name, body }) => {
    sent.push({ name, body });
    return answers[name]?.(body);
  });
  await logIn();
});

afterEach(() => {
  cleanup();
  turnToastPage();
  session.logOut();
  vi.unstubAllGlobals();
});

async function open(): Promise<void> {
  const router = createMemoryRouter([{ path: '*', Component: ApplicationPage }]);
  render(
    <TestApp client={client}>
      <RouterProvider router={router} />
    </TestApp>,
  );
  await screen.findByRole('button', { name: 'Apply' });
}

const sentTo = (name: string) => sent.filter((one) => one.name === name).map(({ body }) => body);
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: string, value: string): void => void fireEvent.change(field(name), { target: { value } });
const tick = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('checkbox', { name }));

test('an application marks what the server refuses, and is sent as it was filled in', async () => {
  answers['Provider/apply'] = () =>
    Response.json({
      code: 0,
      msg: 'Wrong',
      data: { reason: 'invalid', errors: { real_name: 'required', id_card: 'malformed', want: 'required' } },
    });
  await open();
  press('Apply');
  await waitFor(() => expect(document.activeElement).toBe(field('Your real name')));
  expect(field('Identity card number').getAttribute('aria-invalid')).toBe('true');
  expect(field('Subjects').getAttribute('aria-invalid')).toBe('false');
  expect(screen.getByRole('alert').textContent).toBe('Some fields need your attention.');

  type('Your real name', 'Mia Chen');
  type('Identity card number', 'A123456789');
  type('Subjects', 'Algebra\n\nGeometry');
  press('Add a credential');
  type('What it is', 'Degree');
  tick(/^Make courses/);
  tick(/I agree/);
  answers['Provider/apply'] = () => ({ ...info, provider_check_status: 1, submitted_at: '2026-11-22T10:00:00.000Z' });
  press('Apply');
  await screen.findByRole('heading', { name: 'Under review' });
  expect(sentTo('Provider/apply').at(-1)).toEqual({
    ...info.form,
    real_name: 'Mia Chen',
    id_card: 'A123456789',
    subjects: ['Algebra', 'Geometry'],
    credentials: [{ title: 'Degree', key: '' }],
    want: ['provider'],
    agree: true,
  });
});

test('a draft is saved without what an application needs', async () => {
  answers['Provider/save'] = () => ({});
  await open();
  type('Your real name', 'Mia');
  press('Save for later');
  await waitFor(() => expect(sentTo('Provider/save')).toEqual([{ ...info.form, real_name: 'Mia' }]));
});

test('an application is kept over a session that ends, with its lists', async () => {
  await open();
  type('Professional introduction', 'Ten years of algebra.');
  type('Subjects', 'Algebra\nGeometry');
  tick(/^Answer homework/);
  act(() => session.end());
  cleanup();
  await logIn();
  await open();
  expect(field('Professional introduction').value).toBe('Ten years of algebra.');
  expect(field('Subjects').value).toBe('Algebra\nGeometry');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Answer homework/ }).checked).toBe(true);
});
