import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activateLocale, needTexts } from '../../i18n/locale.js';
import { Toaster, turnToastPage } from '../../ui/toast.js';
import { ShareButton, ShareKind } from './index.js';
import { feedDialog } from './lib/share-links.js';
import { TestApp } from '../../testing/test-app.js';
import { answerAll, serveTests } from '../../testing/server.js';

serveTests();

// As long as tests wait for anything.
configure({ asyncUtilTimeout: 120_000 });

/** The emails that the server was asked to send. */
let mailed: unknown[];
let mailAnswer: object;
const copy = vi.fn<(text: string) => Promise<void>>();

beforeEach(async () => {
  await activateLocale('en');
  await needTexts('share');
  mailed = [];
  mailAnswer = { code: 1, msg: 'The e-mail is on its way.', data: {} };
  copy.mockReset().mockResolvedValue(undefined);
  vi.stubGlobal('navigator', { clipboard: { writeText: copy } });
  answerAll(({ body }) => {
    mailed.push(body);
    return Response.json(mailAnswer);
  });
});

afterEach(() => {
  cleanup();
  turnToastPage();
  vi.unstubAllGlobals();
});

async function open(kind: ShareKind = ShareKind.Course) {
  render(
    <TestApp>
      <MemoryRouter>
        <ShareButton kind={kind} title="Calculus" path="/video-info?id=7" copyPath="/pages/detail/detail?id=7" />
        <Toaster />
      </MemoryRouter>
    </TestApp>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
  return within(await screen.findByRole('dialog', { name: 'Share' }));
}

const target = (link: HTMLElement): URL => new URL(link.getAttribute('href') ?? '');

test('copying the link says that it succeeded', async () => {
  fireEvent.click((await open()).getByRole('button', { name: 'Copy link' }));
  await screen.findByText('copy succeeded');
  expect(copy).toHaveBeenCalledExactlyOnceWith(`${location.origin}/pages/detail/detail?id=7`);
});

test('or that it failed, and gives the link to be copied by hand', async () => {
  copy.mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  const dialog = await open();
  fireEvent.click(dialog.getByRole('button', { name: 'Copy link' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('copy failed');
  const link = dialog.getByRole<HTMLInputElement>('textbox', { name: 'The link' });
  expect(link.value).toBe(`${location.origin}/pages/detail/detail?id=7`);
});

test('mail goes to a well-formed address only, with the page as its content', async () => {
  const dialog = await open();
  fireEvent.click(dialog.getByRole('button', { name: 'Share by e-mail' }));
  const field = await dialog.findByRole('textbox', { name: 'Your friend’s e-mail address' });
  for (const wrong of ['', 'ann', 'ann@', 'ann@example']) {
    fireEvent.change(field, { target: { value: wrong } });
    fireEvent.click(dialog.getByRole('button', { name: 'Submit' }));
    expect(await dialog.findByText('please enter an e-mail address')).toBeTruthy();
  }
  expect(mailed).toEqual([]);
  fireEvent.change(field, { target: { value: 'ann@example.org' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Submit' }));
  await screen.findByText('The e-mail is on its way.');
  expect(mailed).toEqual([
    { email: 'ann@example.org', content: `${location.origin}/video-info?id=7`, id: '', type: 1 },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('what the server says about a mail that it does not send is shown, and the address kept', async () => {
  mailAnswer = { code: 0, msg: 'No mail today.', data: { reason: 'channel-unavailable' } };
  const dialog = await open();
  fireEvent.click(dialog.getByRole('button', { name: 'Share by e-mail' }));
  fireEvent.change(await dialog.findByRole('textbox'), { target: { value: 'ann@example.org' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Submit' }));
  await dialog.findByText('No mail today.');
  expect(dialog.getByRole<HTMLInputElement>('textbox').value).toBe('ann@example.org');
});

test('cancelling a mail does nothing', async () => {
  const dialog = await open();
  fireEvent.click(dialog.getByRole('button', { name: 'Share by e-mail' }));
  fireEvent.change(await dialog.findByRole('textbox'), { target: { value: 'ann@example.org' } });
  fireEvent.click(await dialog.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(dialog.queryByRole('textbox')).toBeNull());
  expect(dialog.getByRole('button', { name: 'Copy link' })).toBeTruthy();
  expect(mailed).toEqual([]);
});

test.each([
  [ShareKind.Course, 'Hi! I found the course “Calculus” on Lectern. Come and learn it with me:'],
  [ShareKind.Live, 'Hi! “Calculus” is on Lectern. Come and join me:'],
  [ShareKind.Mentor, 'Hi! Come and meet “Calculus” on Lectern:'],
  [ShareKind.Page, 'Hi! Here is a nice link for you:'],
])('messaging apps are handed greeting %i with the share page', async (kind, greeting) => {
  const dialog = await open(kind);
  const page = `${location.origin}/share.html?path=%2Fvideo-info%3Fid%3D7`;
  for (const [name, host] of [
    ['LINE', 'line.me'],
    ['WhatsApp', 'wa.me'],
  ]) {
    const url = target(dialog.getByRole('link', { name: new RegExp(`^${name}`) }));
    expect(url.hostname).toBe(host);
    expect(url.searchParams.get('text')).toBe(`${greeting} ${page}`);
  }
});

test('the social network is handed the share page', async () => {
  const link = (await open()).getByRole('link', { name: /^Facebook/ });
  const page = `${location.origin}/share.html?path=%2Fvideo-info%3Fid%3D7`;
  expect(target(link).searchParams.get('u')).toBe(page);
  expect(link.getAttribute('rel')).toContain('noopener');
  const feed = new URL(feedDialog(page, '123'));
  expect(feed.pathname).toBe('/dialog/feed');
  expect(Object.fromEntries(feed.searchParams)).toEqual({ app_id: '123', display: 'popup', link: page });
});
