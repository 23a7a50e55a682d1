import { saveCourse, submitCourse, type ManagedCourse } from '@lectern/marketplace-contract';
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { activateLocale, needTexts } from '../../../i18n/locale.js';
import { answer, server, serveTests } from '../../../testing/server.js';
import { TestApp } from '../../../testing/test-app.js';
import { Editor } from './editor.js';

// As long as tests wait for anything.
configure({ asyncUtilTimeout: 120_000 });
serveTests();

const none = { zh: '', en: '' };
const nothing = { zh: [], en: [] };
const course: ManagedCourse = {
  ...{ id: '7', version: 1, status: 'draft', is_paused: false, change: 'none', is_locked: false, refuse_reason: '' },
  ...{ submitted_at: null, published_at: null, crowdfund_state: null, chapters: [], files: {}, todo: [] },
  basics: {
    ...{ title: { zh: '代數', en: 'Algebra' }, subtitle: none, intro: none },
    ...{ learn: nothing, requirements: nothing, audience: nothing, category_id: null, level: 0, lang: 'zh' },
    ...{ price_cents: 100_000, original_price_cents: 100_000, images: [], clip: '', crowdfund: null },
  },
};

beforeEach(async () => {
  await Promise.all([activateLocale('en'), needTexts('mentor', 'desk', 'editor')]);
});
afterEach(cleanup);

const show = (at: string): void => {
  const routes = [{ path: '*', element: <Editor course={course} onReload={() => undefined} /> }];
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  render(
    <TestApp>
      <RouterProvider router={router} />
    </TestApp>,
  );
};

const LOW = 'The original price must not be below the price.';

test('the checklist names an original price below the price, and leads to it', async () => {
  answer(saveCourse, { id: '7', version: 2, saved_at: '2026-11-22T10:00:00.000Z', todo: [] });
  show('/?step=price');
  fireEvent.change(await screen.findByLabelText(/Original price/), { target: { value: '900' } });
  fireEvent.click(screen.getByRole('tab', { name: 'Review' }));
  const item = await screen.findByRole('link', { name: LOW });
  expect(item.getAttribute('href')).toBe('/?step=price');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Submit for review' }).disabled).toBe(true);
});

test.each([
  ['1280', 'NT$1,152'],
  ['1285', 'NT$1,157'],
])('beside a price of %s stands what the mentor gets, in whole dollars', async (price, payout) => {
  answer(saveCourse, { id: '7', version: 2, saved_at: '2026-11-22T10:00:00.000Z', todo: [] });
  show('/?step=price');
  fireEvent.change(await screen.findByRole('textbox', { name: /^Price/ }), { target: { value: price } });
  expect(await screen.findByText(`You get ${payout} for each sale at this price.`)).toBeTruthy();
});

test('a price with cents is refused beside its field and in the checklist', async () => {
  answer(saveCourse, { id: '7', version: 2, saved_at: '2026-11-22T10:00:00.000Z', todo: [] });
  show('/?step=price');
  fireEvent.change(await screen.findByRole('textbox', { name: /^Price/ }), { target: { value: '99.50' } });
  expect(await screen.findByText('Enter an amount in whole dollars.')).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: 'Review' }));
  expect(await screen.findByRole('link', { name: 'Enter an amount in whole dollars.' })).toBeTruthy();
});

test('a button at the foot of each step leads to the next one, up to the review', async () => {
  show('/?step=media');
  fireEvent.click(await screen.findByRole('button', { name: 'Next: Price' }));
  expect(await screen.findByRole('textbox', { name: /^Price/ })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Next: Review' }));
  expect(await screen.findByRole('button', { name: 'Submit for review' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Next/ })).toBeNull();
});

test('a submission that could not save the changes says so beside the button, and the message has the focus', async () => {
  let submissions = 0;
  server.use(
    http.post(`*${saveCourse.path}`, () =>
      HttpResponse.json(
        { code: 409, msg: 'Saved in another tab.', data: { reason: 'version-stale' } },
        { status: 409 },
      ),
    ),
    http.post(`*${submitCourse.path}`, () => {
      submissions += 1;
      return HttpResponse.json({ code: 1, msg: '', data: {} });
    }),
  );
  show('/?step=price');
  fireEvent.change(await screen.findByLabelText(/Original price/), { target: { value: '2000' } });
  fireEvent.click(screen.getByRole('tab', { name: 'Review' }));
  const button = await screen.findByRole('button', { name: 'Submit for review' });
  fireEvent.click(button);
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('alert'));
  expect(button.closest('form')!.contains(document.activeElement)).toBe(true);
  expect(submissions).toBe(0);
});
