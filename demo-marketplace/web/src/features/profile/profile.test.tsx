import type { MemberProfile } from '@lectern/marketplace-contract';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activateLocale, needTexts } from '../../i18n/locale.js';
import { turnToastPage } from '../../ui/toast.js';
import { ProfilePage } from './profile-page.js';
import { TestApp } from '../../testing/test-app.js';
import { answerAll, serveTests } from '../../testing/server.js';

serveTests();

// As long as tests wait for anything.
configure({ asyncUtilTimeout: 120_000 });

const onOff = { inapp: true, email: true };
const PROFILE: MemberProfile = {
  ...{ name: 'Ann', headimg: '', gender: 0, birthday: '', intro: '', area: '', interests: ['Math'] },
  ...{ email_masked: 'a•••@example.org', mobile_masked: '', locale: 'en', timezone: 'Asia/Taipei' },
  settings: {
    notify: { system: onOff, order: onOff, ask: onOff, live: onOff, invite: onOff, interact: onOff, follow: onOff },
    digest: true,
    player: { rate: 1, caption: 'off', autoplay: false },
    theme: 'system',
  },
};

let sent: { readonly name: string; readonly body: Record<string, unknown> }[];
let answers: Record<string, (body: Record<string, unknown>) => unknown>;

beforeEach(async () => {
  await Promise.all([activateLocale('en'), needTexts('account', 'profile')]);
  sent = [];
  answers = {
    'Member/profile': () => PROFILE,
    'Member/sessions': () => [],
    'Member/update': (change) => ({ ...PROFILE, ...change }),
  };
  answerAll(({ name, body }) => {
    sent.push({ name, body });
    return answers[name]?.(body);
  });
  show();
  await screen.findByRole('heading', { name: 'Preferences' });
});

function show(): void {
  const router = createMemoryRouter([{ path: '*', Component: ProfilePage }]);
  render(
    <TestApp>
      <RouterProvider router={router} />
    </TestApp>,
  );
}

afterEach(async () => {
  cleanup();
  turnToastPage();
  vi.unstubAllGlobals();
  await activateLocale('en');
});

const sentTo = (name: string) => sent.filter((one) => one.name === name).map(({ body }) => body);
const type = (label: string | RegExp, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** The fields of the open dialog. */
const asked = () => ({ password: within(screen.getByRole('dialog')).getByLabelText('Current password') });

test('devices are called what people call them', async () => {
  cleanup();
  const ua = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
  const device = { ip: '203.0.113.5', last_at: '2026-11-22T10:00:00.000Z', current: false };
  answers['Member/sessions'] = () => [
    { id: '1', ua, ...device },
    { id: '2', ua: 'curl/8.5.0', ...device },
    { id: '3', ua: '', ...device },
  ];
  show();
  for (const name of ['Firefox on Linux', 'curl/8.5.0', 'Unknown device'])
    expect(await screen.findByText(name)).toBeTruthy();
});

test('interests, language and time zone are kept, and the page speaks the language at once', async () => {
  type('Interests', 'Math, 吉他、 Math,');
  type('Time zone', 'Europe/Paris');
  type('Language', 'zh');
  fireEvent.click(screen.getAllByRole('button', { name: 'Save' })[1]!);
  await waitFor(() =>
    expect(sentTo('Member/update')).toEqual([{ interests: ['Math', '吉他'], locale: 'zh', timezone: 'Europe/Paris' }]),
  );
  expect(await screen.findByRole('heading', { name: '偏好' })).toBeTruthy();
});

test('a mobile is bound with a code that was sent to it, and the password', async () => {
  answers['Login/send_code'] = () => ({ wait: 60, next_send_at: '2026-11-22T10:01:00.000Z' });
  answers['Member/bind'] = () => ({});
  fireEvent.click(screen.getByRole('button', { name: /^Bind: / }));
  await screen.findByRole('dialog');
  type('Phone number', '0912345678');
  fireEvent.click(screen.getByRole('button', { name: 'Send code' }));
  await waitFor(() =>
    expect(sentTo('Login/send_code')).toMatchObject([{ channel: 'mobile', account: '0912345678', scene: 'bind' }]),
  );
  type('Verification code', '123456');
  fireEvent.click(screen.getByRole('button', { name: 'Bind it' }));
  await waitFor(() => expect(asked().password.getAttribute('aria-invalid')).toBe('true'));
  expect(sentTo('Member/bind')).toEqual([]);
  fireEvent.change(asked().password, { target: { value: 'abcd123!' } });
  fireEvent.click(screen.getByRole('button', { name: 'Bind it' }));
  await waitFor(() =>
    expect(sentTo('Member/bind')).toEqual([
      { channel: 'mobile', area: '886', account: '0912345678', code: '123456', password: 'abcd123!' },
    ]),
  );
  await waitFor(() => expect(sentTo('Member/profile')).toHaveLength(2));
});

test('whoever changes an address is told that the one before no longer logs in', async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Change: E-mail' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change e-mail address' });
  expect(within(dialog).getByText(/no longer with a•••@example.org/)).toBeTruthy();
});

test('who has forgotten the password shows by a code who they are, or goes back to it', async () => {
  const sent = { channel: 'email', masked: 'a•••@example.org', wait: 60, next_send_at: '2026-11-22T10:01:00.000Z' };
  answers['Member/proof_code'] = () => sent;
  answers['Member/export_data'] = () => ({ filename: 'mine.json', json: '{}' });
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:mine', revokeObjectURL: () => undefined }));
  fireEvent.click(screen.getByRole('button', { name: 'Download (JSON)' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'No password at hand? Have a code sent' }));
  expect(await dialog.findByText('A code is on its way to a•••@example.org.')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Use my password instead' }));
  expect(asked().password).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'No password at hand? Have a code sent' }));
  await dialog.findByLabelText('Code that shows it is you');
  type('Code that shows it is you', '123456');
  fireEvent.click(dialog.getByRole('button', { name: 'Download (JSON)' }));
  await waitFor(() => expect(sentTo('Member/export_data')).toEqual([{ proof_code: '123456' }]));
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  save.mockRestore();
});

test('a file that is no picture is refused before anything is sent', async () => {
  const file = new File(['x'], 'a.txt', { type: 'text/plain' });
  fireEvent.change(screen.getByLabelText('Choose a picture'), { target: { files: [file] } });
  expect((await screen.findByRole('alert')).textContent).toContain('not taken');
  expect(sentTo('Upload/getSignedUrl')).toEqual([]);
});
