import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activateLocale, needTexts } from '../../i18n/locale.js';
import { FeedbackPage } from './feedback-page.js';
import { targetOf } from './lib/target.js';
import { TestApp } from '../../testing/test-app.js';
import { answerAll, serveTests } from '../../testing/server.js';

serveTests();

// As long as tests wait for anything.
configure({ asyncUtilTimeout: 120_000 });

/** The requests that were sent. */
let sent: { readonly url: string; readonly body: unknown }[];
const KEY = 'complaint/20260101/1800000000000a.png';
const signed = {
  ...{ host: 'http://site.test/upload', key: KEY, policy: 'p', signature: 's', accessid: 'a', expire: 1 },
  ...{
    content_type: 'image/png',
    max_size: 1,
    fields: { key: KEY },
    url: '',
    pieces: 'http://site.test/upload/pieces',
  },
};
const ANSWERS: Readonly<Record<string, object>> = {
  getSignedUrl: signed,
  complete: { key: KEY, url: '', mime: 'image/png', size: 1, seconds: 0 },
  list: { list: [], total: 0, page: 1, limit: 10 },
  add: { id: '1' },
  complain: { id: '2' },
  target: { type: 'course', id: '12', title: 'Algebra', link: '/video-info?id=12' },
};

beforeEach(async () => {
  await needTexts('feedback');
  await activateLocale('en');
  sent = [];
  answerAll(({ path, body }) => {
    sent.push({ url: path, body });
    const action = path.split('/').at(-1) ?? '';
    return action === 'upload' ? new Response(null, { status: 204 }) : ANSWERS[action];
  });
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(address: string): void {
  const router = createMemoryRouter([{ path: '/fankui', Component: FeedbackPage }], { initialEntries: [address] });
  render(
    <TestApp>
      <RouterProvider router={router} />
    </TestApp>,
  );
}

const choose = (bytes: number, name: string, type = 'image/png'): void =>
  void fireEvent.change(screen.getByLabelText('Image (optional)', { selector: 'input' }), {
    target: { files: [new File([new Uint8Array(bytes)], name, { type })] },
  });
const to = (action: string) => sent.filter(({ url }) => url.endsWith(action));
const MEGABYTE = 1024 * 1024;

test('an image of 1.1 MB is refused before it is sent, and one of 1 MB goes with the message', async () => {
  open('/fankui');
  choose(Math.round(1.1 * MEGABYTE), 'large.png');
  expect((await screen.findByRole('alert')).textContent).toContain('larger than 1 MB');
  choose(10, 'a.svg', 'image/svg+xml');
  expect((await screen.findByRole('alert')).textContent).toContain('Only JPEG');
  expect([to('getSignedUrl'), to('upload')]).toEqual([[], []]);

  choose(MEGABYTE, 'small.png');
  await screen.findByText('small.png');
  await vi.waitFor(() => expect(to('upload')).toHaveLength(1), { timeout: 120_000 });
  fireEvent.change(screen.getByRole('textbox', { name: 'Your message' }), { target: { value: 'It stops.' } });
  await vi.waitFor(
    () => {
      fireEvent.click(screen.getByRole('button', { name: 'Send' }));
      expect(to('Feedback/add').length).toBeGreaterThan(0);
    },
    { timeout: 120_000 },
  );
  expect(to('Feedback/add')[0]?.body).toMatchObject({ type: 'suggestion', content: 'It stops.', image: KEY, diag: '' });
  // The form is empty again.
  await vi.waitFor(() => expect(screen.queryByText('small.png')).toBeNull(), { timeout: 120_000 });
});

test('a link to report something opens a complaint about it', async () => {
  open('/fankui?target=course:12');
  await screen.findByText('Algebra');
  fireEvent.change(screen.getByRole('textbox', { name: 'What is wrong' }), { target: { value: 'Copied' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send the report' }));
  await screen.findByRole('heading', { name: 'Tell us' });
  expect(to('complain')[0]?.body).toEqual({ target_type: 'course', target_id: '12', content: 'Copied', image: '' });
});

test.each(['', 'course', 'course:0', 'course:x', 'course:1:2', 'toString:1', 'order:1'])(
  'an address with the target %j reports nothing',
  (target) => {
    expect(targetOf(new URLSearchParams({ target }))).toBeUndefined();
  },
);
