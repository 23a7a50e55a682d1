import type { DemoAccount } from '@lectern/marketplace-contract';
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activateLocale, needTexts } from '../../i18n/locale.js';
import { turnToastPage } from '../../ui/toast.js';
import { session } from '../session/index.js';
import { testConfig } from '../../testing/site-config.js';
import { testMember } from '../../testing/test-member.js';
import { EmailLoginPage } from './email-login-page.js';
import { ForgotPasswordPage } from './forgot-password-page.js';
import { LoginPage } from './login-page.js';
import { RegisterPage } from './register-page.js';
import { TelLoginPage } from './tel-login-page.js';
import { TestApp } from '../../testing/test-app.js';
import { answerAll, serveTests } from '../../testing/server.js';

serveTests();

// As long as tests wait for anything.
configure({ asyncUtilTimeout: 120_000 });

/** The secret of a browser that its codes are bound to. */
const CHALLENGE: unknown = expect.stringMatching(/^[0-9a-f]{48}$/);

interface Sent {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

/** The requests that were sent, and the answer to each action. */
let sent: Sent[];
let answers: Record<string, object>;

const loggedIn = {
  token: 'TOKEN',
  expires_at: '2027-01-01T00:00:00Z',
  usertype: 1,
  member: testMember({ name: 'Ann' }),
};

const siteConfig = (demo_accounts: readonly DemoAccount[]): object => ({
  code: 1,
  msg: '',
  data: testConfig({ demo_accounts: [...demo_accounts] }),
});

beforeEach(async () => {
  await Promise.all([activateLocale('en'), needTexts('account')]);
  sent = [];
  answers = {
    send_code: { code: 1, msg: '', data: { wait: 60, next_send_at: '2027-01-01T00:00:00Z' } },
    register: { code: 1, msg: '', data: loggedIn },
    email_login: { code: 1, msg: '', data: loggedIn },
    tel_login: { code: 1, msg: '', data: loggedIn },
    forget: { code: 1, msg: '', data: {} },
    config: siteConfig([]),
  };
  answerAll(({ path, body }) => {
    sent.push({ path, body });
    return Response.json(answers[path.split('/').at(-1) ?? '']);
  });
});

afterEach(() => {
  cleanup();
  session.end();
  turnToastPage();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const SCREENS: Readonly<Record<string, ComponentType>> = {
  '/login': LoginPage,
  '/email-login': EmailLoginPage,
  '/tel-login': TelLoginPage,
  '/user-zhuce': RegisterPage,
  '/forget-pwd': ForgotPasswordPage,
};

function open(address: string) {
  const router = createMemoryRouter(
    [...Object.entries(SCREENS).map(([path, Component]) => ({ path, Component })), { path: '*', element: null }],
    { initialEntries: [address] },
  );
  render(
    <TestApp>
      <RouterProvider router={router} />
    </TestApp>,
  );
  return { address: () => router.state.location.pathname + router.state.location.search };
}

const type = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label, { selector: 'input:not([type=radio])' }), { target: { value } });
const press = (name: string): Promise<void> =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
    await Promise.resolve();
  });

test('the login says why one is there, keeps where one was heading, and remembers the way taken last', () => {
  localStorage.setItem('lectern.login-method', 'email');
  open('/login?redirect=%2Fqianbao');
  expect(screen.getByText('Log in to go on to “Wallet”.')).toBeTruthy();
  const ways = within(screen.getByRole('list', { name: 'Ways to log in' })).getAllByRole('link');
  expect(ways.map((way) => way.getAttribute('href'))).toEqual([
    '/tel-login?redirect=%2Fqianbao',
    '/tel-login?by=password&redirect=%2Fqianbao',
    '/email-login?redirect=%2Fqianbao',
    '/qiye-login?redirect=%2Fqianbao',
  ]);
  expect(ways[2]!.textContent).toContain('Last used');
  expect(ways.map((way) => way.textContent?.includes('Not open yet'))).toEqual([false, false, false, true]);
  expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe(
    '/forget-pwd?redirect=%2Fqianbao',
  );
});

test('a demo lends an account of each role, and leads to where one was heading', async () => {
  const lent = { password: 'Demo123!', is_staff: false };
  const office = { ...lent, email: 'office@example.org', usertype: 1, is_staff: true } as const;
  answers['config'] = siteConfig([{ ...lent, email: 'learner@example.org', usertype: 1 }, office]);
  const { address } = open('/login?redirect=%2Fmyorder');
  await screen.findByRole('button', { name: 'Learner' });
  await press('Back office');
  await waitFor(() => expect(address()).toBe('/myorder'));
  expect(sent.at(-1)).toEqual({
    path: '/api/Login/email_login',
    body: { email: 'office@example.org', password: 'Demo123!' },
  });
  expect(localStorage.getItem('token')).toBe('TOKEN');
});

test('nothing is lent where the site is no demo', async () => {
  open('/login');
  await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(['/api/Index/config']));
  await act(() => Promise.resolve());
  expect(screen.queryByText('Just looking?')).toBeNull();
});

test('e-mail and password log in, and lead to where one was heading', async () => {
  const { address } = open('/email-login?redirect=%2Fmyorder%3Ftab%3Dpaid');
  await press('Log in');
  await screen.findAllByText('Fill this in');
  expect(sent).toEqual([]);
  type('E-mail', ' Ann@Example.org ');
  type('Password', 'abc123!!');
  await press('Log in');
  await waitFor(() => expect(address()).toBe('/myorder?tab=paid'));
  expect(sent).toEqual([{ path: '/api/Login/email_login', body: { email: 'ann@example.org', password: 'abc123!!' } }]);
  expect(localStorage.getItem('token')).toBe('TOKEN');
  expect(localStorage.getItem('usertype')).toBe('1');
});

test('a refused login says so in the server’s words, and when it may be tried again', async () => {
  answers['email_login'] = { code: 429, msg: 'Too many attempts.', data: { reason: 'too-many', retry_after: 30 } };
  const { address } = open('/email-login');
  type('E-mail', 'ann@example.org');
  type('Password', 'abc123!!');
  await press('Log in');
  expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts. (in 30 s)');
  expect(address()).toBe('/email-login');
  expect(localStorage.getItem('token')).toBeNull();
});

test('a phone number logs in by a code; the next one waits 60 seconds, after a reload too', async () => {
  const { address } = open('/tel-login');
  await press('Send code');
  expect(screen.getByText('Fill this in')).toBeTruthy();
  type('Phone number', '12345');
  await press('Send code');
  await screen.findByText('Enter a valid phone number');
  expect(sent).toEqual([]);
  type('Phone number', '0912345678');
  await press('Send code');
  await screen.findByRole('button', { name: /^Send again in (60|59) s$/ });
  expect(sent[0]).toEqual({
    path: '/api/Login/send_code',
    body: { channel: 'mobile', area: '886', account: '0912345678', scene: 'login', challenge: CHALLENGE },
  });
  expect(Number(localStorage.getItem('sendCodeTime'))).toBeGreaterThan(Date.now());
  cleanup();

  const again = open('/tel-login');
  expect(screen.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeTruthy();
  type('Phone number', '0912345678');
  type('Verification code', '123456');
  await press('Log in');
  await waitFor(() => expect(again.address()).toBe('/'));
  expect(sent.at(-1)!.body).toEqual({ area: '886', mobile: '0912345678', code: '123456', challenge: CHALLENGE });
  expect(address()).toBe('/tel-login');
});

test('a number that is none is said beside what else is missing, and the button takes no focus away', async () => {
  open('/tel-login');
  type('Phone number', '123');
  await press('Log in');
  expect(await screen.findByText('Enter a valid phone number')).toBeTruthy();
  expect(screen.getByText('Fill this in')).toBeTruthy();
  // Validation on blur would move the button away from under the pointer, and the click would be lost.
  expect(fireEvent.mouseDown(screen.getByRole('button', { name: 'Log in' }))).toBe(false);
});

test('in a demo, the code that was sent can be read at once', async () => {
  answers['config'] = siteConfig([
    { email: 'learner@example.org', password: 'Demo123!', usertype: 1, is_staff: false },
  ]);
  open('/tel-login');
  type('Phone number', '0912345678');
  expect(screen.queryByRole('link', { name: 'Read the code in the demo inbox' })).toBeNull();
  await press('Send code');
  const inbox = await screen.findByRole('link', { name: 'Read the code in the demo inbox' });
  expect(inbox.getAttribute('href')).toBe('/dev/inbox');
});

test('or by its password', async () => {
  const { address } = open('/tel-login');
  await press('Use a password');
  type('Phone number', '0912345678');
  type('Password', 'abc123!!');
  await press('Log in');
  await waitFor(() => expect(address()).toBe('/'));
  expect(sent.at(-1)!.body).toEqual({ area: '886', mobile: '0912345678', challenge: CHALLENGE, password: 'abc123!!' });
});

test('whoever registers hears what each field lacks, in the words of the specification', async () => {
  open('/user-zhuce');
  type('Phone number', '12345678901');
  type('Verification code', '12');
  type('Password', 'abcdefgh');
  type('Confirm password', 'abcdefg');
  await press('Sign up for free');
  await screen.findByText('Enter a valid phone number');
  expect(document.activeElement).toBe(screen.getByLabelText('Phone number'));
  expect(screen.getByText('The code has 6 digits')).toBeTruthy();
  expect(screen.getByText('8 to 12 characters with letters, digits and a special symbol')).toBeTruthy();
  const met = screen.getAllByText('met').map((mark) => mark.parentElement!.textContent);
  expect(met).toEqual(['8 to 12 characters met', 'a letter met']);
  expect(screen.getByText("the two passwords don't match")).toBeTruthy();
  expect(screen.getByText('Please tick the terms')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('registering logs in', async () => {
  const { address } = open('/user-zhuce?redirect=%2Fqianbao');
  fireEvent.click(screen.getByRole('radio', { name: 'E-mail' }));
  type('E-mail', 'ann@example.org');
  await press('Send code');
  await waitFor(() => expect(sent[0]?.path).toBe('/api/Login/send_code'));
  type('Verification code', '123456');
  type('Password', 'abc123!!');
  type('Confirm password', 'abc123!!');
  fireEvent.click(screen.getByRole('checkbox'));
  await press('Sign up for free');
  await waitFor(() => expect(address()).toBe('/qianbao'));
  expect(sent.at(-1)).toEqual({
    path: '/api/Login/register',
    body: {
      channel: 'email',
      area: '886',
      account: 'ann@example.org',
      code: '123456',
      password: 'abc123!!',
      password2: 'abc123!!',
      agree: true,
      challenge: CHALLENGE,
    },
  });
});

test('what the server finds wrong with a field is said there', async () => {
  answers['register'] = { code: 422, msg: 'no', data: { reason: 'invalid', errors: { name: 'too-long' } } };
  open('/user-zhuce');
  type('Phone number', '0912345678');
  type('Verification code', '123456');
  type('Password', 'abc123!!');
  type('Confirm password', 'abc123!!');
  fireEvent.click(screen.getByRole('checkbox'));
  await press('Sign up for free');
  await screen.findByText('Too long');
  expect(screen.getByLabelText('Nickname').getAttribute('aria-invalid')).toBe('true');
  expect(localStorage.getItem('token')).toBeNull();
});

test('a forgotten password is replaced in three steps, and the login begins with the account', async () => {
  const { address } = open('/forget-pwd');
  fireEvent.click(screen.getByRole('radio', { name: 'E-mail' }));
  type('E-mail', 'ann@example.org');
  await press('Next');
  await screen.findByText('If ann@example.org is registered, the code is on its way there.');
  await press('Next');
  expect(screen.getByText('The code has 6 digits')).toBeTruthy();
  type('Verification code', '123456');
  await press('Next');
  type('New password', 'abc123!!');
  type('Confirm password', 'abc123!!');
  await press('Set the new password');
  await waitFor(() => expect(address()).toBe('/email-login?account=ann%40example.org'));
  expect(sent[0]!.path).toBe('/api/Login/send_code');
  expect(sent.at(-1)!.path).toBe('/api/Login/forget');
  expect(sent.at(-1)!.body).toMatchObject({ channel: 'email', account: 'ann@example.org', code: '123456' });
  expect(sent[0]!.body['challenge']).toEqual(CHALLENGE);
  expect(sent.at(-1)!.body['challenge']).toBe(sent[0]!.body['challenge']);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'E-mail' }).value).toBe('ann@example.org');
});
