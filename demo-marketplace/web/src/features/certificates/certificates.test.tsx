import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activateLocale, needTexts } from '../../i18n/locale.js';
import { textOf } from '../../i18n/use-text.js';
import { CertificatesPage } from './certificates-page.js';
import { factsText } from './lib/certificate-texts.js';
import { VerifyPage } from './verify-page.js';
import { TestApp } from '../../testing/test-app.js';
import { answerAll, serveTests } from '../../testing/server.js';

serveTests();

// As long as tests wait for anything.
configure({ asyncUtilTimeout: 120_000 });

const CLAIMS = {
  ...{ no: 'LC-7K2M-9QXD-4RTB', holder: '王小明', course_zh: '微積分', course_en: 'Calculus', mentor: 'Ann' },
  ...{ seconds: 7_200, units: 12, issuer: '講台 Lectern', issued_at: '2026-11-22T10:00:00.000Z' },
};
const ROW = { id: '4', course_id: '9', ...CLAIMS, revoked: false };
const PROOF = { payload: '{}', signature: 'AAAA', kid: 'k1', valid: true, revoked: false };

let answers: Record<string, { code: number; msg: string; data: unknown }>;

beforeEach(async () => {
  await activateLocale('en');
  await needTexts('certificates');
  answers = {
    list: { code: 1, msg: '', data: { earned: [ROW], progress: [], holder: 'Ann' } },
    keys: { code: 1, msg: '', data: { keys: [] } },
    verify: { code: 1, msg: '', data: { ...CLAIMS, ...PROOF } },
  };
  answerAll(({ path }) => Response.json(answers[path.split('/').at(-1) ?? '']));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(path: string) {
  const router = createMemoryRouter(
    [
      { path: '/myzhengshu', Component: CertificatesPage },
      { path: '/verify/:no', Component: VerifyPage },
    ],
    { initialEntries: [path] },
  );
  render(
    <TestApp>
      <RouterProvider router={router} />
    </TestApp>,
  );
  return () => router.state.location.pathname + router.state.location.search;
}

test('what was earned leads to the certificate, in the language that is shown', async () => {
  open('/myzhengshu');
  expect((await screen.findByRole('link', { name: 'Calculus' })).getAttribute('href')).toBe('/myzhengshu-info?id=4');
  expect(screen.getByText('12 lessons · 2 hours')).toBeTruthy();
});

test('what is on the way says what is missing; the tab is in the address', async () => {
  const course = { course_id: '9', course_zh: '微積分', course_en: 'Calculus', percent: 50, units_done: 1, units: 2 };
  answers['list'] = { code: 1, msg: '', data: { earned: [], progress: [course], holder: 'Ann' } };
  const address = open('/myzhengshu');
  expect(await screen.findByText('No certificates yet')).toBeTruthy();
  // Radix selects tabs on mouse down.
  fireEvent.click(screen.getByRole('tab', { name: 'In progress (1)' }));
  expect(await screen.findByText('1 of 2 lessons done, 1 to go')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Progress in “Calculus”' }).getAttribute('value')).toBe('50');
  expect(address()).toBe('/myzhengshu?tab=progress');
});

test.each([
  [{ valid: true, revoked: false }, 'This certificate is valid'],
  [{ valid: false, revoked: true }, 'This certificate was revoked'],
  [{ valid: false, revoked: false }, 'This certificate is not valid'],
])('a certificate of %j says so', async (outcome, title) => {
  answers['verify'] = { code: 1, msg: '', data: { ...CLAIMS, ...PROOF, ...outcome } };
  open(`/verify/${CLAIMS.no}`);
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
});

test('an unknown number is said to be unknown, and another may be tried', async () => {
  answers['verify'] = { code: 404, msg: 'no', data: { reason: 'not-found' } };
  const address = open('/verify/LC-0000-0000-0000');
  expect(await screen.findByText('No such certificate')).toBeTruthy();
  fireEvent.change(screen.getByRole('textbox', { name: 'Verify another certificate' }), {
    target: { value: ' lc-7k2m-9qxd-4rtb ' },
  });
  answers['verify'] = { code: 1, msg: '', data: { ...CLAIMS, ...PROOF } };
  fireEvent.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByRole('heading', { name: 'This certificate is valid' })).toBeTruthy();
  expect(address()).toBe('/verify/LC-7K2M-9QXD-4RTB');
});

test.each([
  // Its texts and quizzes are most of it.
  [240, '10 lessons'],
  [1_800, '10 lessons · 30 minutes'],
  [5_400, '10 lessons · 1.5 hours'],
  [36_000, '10 lessons · 10 hours'],
])('ten lessons with %s seconds of films are %s', (seconds, text) => {
  expect(factsText({ units: 10, seconds }, textOf)).toBe(text);
});

test('the legal name is asked once, of those who have or will have a certificate', async () => {
  answers['list'] = { code: 1, msg: '', data: { earned: [], progress: [], holder: '' } };
  open('/myzhengshu');
  await screen.findByText('No certificates yet');
  expect(screen.queryByRole('textbox', { name: 'Legal name' })).toBeNull();
  cleanup();
  answers['list'] = { code: 1, msg: '', data: { earned: [ROW], progress: [], holder: '' } };
  open('/myzhengshu');
  const field = await screen.findByRole('textbox', { name: 'Legal name' });
  fireEvent.click(screen.getByRole('button', { name: 'Use this name' }));
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  answers['name'] = { code: 1, msg: '', data: { holder: 'Ann Lee' } };
  answers['list'] = { code: 1, msg: '', data: { earned: [ROW], progress: [], holder: 'Ann Lee' } };
  fireEvent.change(field, { target: { value: 'Ann Lee' } });
  fireEvent.click(screen.getByRole('button', { name: 'Use this name' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Legal name' })).toBeNull());
});
