import { expect, test, type Browser } from '@playwright/test';
import { launchChromium, ServerProcess } from '../support/index.js';
import { MarketPage } from './market-page.js';

test.describe('the way in, and what members are told', () => {
  let server: ServerProcess;
  let browser: Browser;

  test.beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start({ program: 'marketplace' }), launchChromium()]);
  });

  test.afterAll(async () => {
    await browser.close();
    await server.close();
  });

  test('a registration says what is wrong, and where; its code may be waited for over a reload', async () => {
    const amy = await MarketPage.open(browser, server.url);
    const { page } = amy;
    await amy.goto('/user-zhuce');
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    await page.getByText('E-mail', { exact: true }).first().click();
    await field('E-mail').fill('amy@example.org');
    await page.getByRole('button', { name: 'Send code' }).click();
    const waiting = page.getByRole('button', { name: /^Send again in \d+ s$/ });
    await expect(waiting).toBeVisible();
    const until = await page.evaluate(() => localStorage.getItem('sendCodeTime'));
    await page.reload();
    // On a machine that took a minute for it, nothing is left to count.
    await expect(waiting.or(page.getByRole('button', { name: 'Send code' }))).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('sendCodeTime'))).toBe(until);

    await page.getByText('E-mail', { exact: true }).first().click();
    await field('E-mail').fill('amy@example.org');
    await field('Verification code').fill(await amy.codeFor('amy@example.org'));
    const signUp = page.getByRole('button', { name: 'Sign up for free' });
    for (const [password, again, wrong] of [
      ['abcdefgh', 'abcdefgh', 'Password'],
      ['abc12!', 'abc12!', 'Password'],
      ['abcdefgh1234!', 'abcdefgh1234!', 'Password'],
      ['abc123!!', 'abc123!?', 'Confirm password'],
    ] as const) {
      await field('Password').fill(password);
      await field('Confirm password').fill(again);
      await signUp.click();
      await expect(field(wrong)).toHaveAttribute('aria-invalid', 'true');
    }
    await expect(page.getByText("the two passwords don't match")).toBeVisible();
    await field('Confirm password').fill('abc123!!');
    await signUp.click();
    await expect(page.getByRole('checkbox')).toHaveAttribute('aria-invalid', 'true');
    expect(amy.address).toBe('/user-zhuce');
    await page.getByRole('checkbox').check();
    await signUp.click();
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
    expect(amy.complaints).toEqual([]);
    await amy.close();
  });

  test('an answer of the office lights the bell; who reads it is led to it, and the light is out', async () => {
    const bob = await MarketPage.open(browser, server.url);
    const { page } = bob;
    await bob.goto('/user-zhuce?redirect=%2Ffankui');
    await bob.register('bob@example.org', 'Bob');
    await page.getByRole('textbox', { name: 'Your message' }).fill('The clip has no sound.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByRole('article').filter({ hasText: 'The clip has no sound.' })).toBeVisible();
    const bell = page.getByRole('link', { name: /^Messages/ });
    await expect(bell).toHaveAccessibleName('Messages');

    await answerFeedback(server.url, 'It has now. Thank you!');
    await page.getByRole('link', { name: 'Certificates' }).click();
    await expect(bell).toHaveAccessibleName('Messages, new ones');
    await bell.click();
    const told = page.getByRole('article').filter({ hasText: 'It has now. Thank you!' });
    await expect(told).toBeVisible();
    await expect(bell).toHaveAccessibleName('Messages');
    expect(await bob.flaws()).toEqual([]);
    await told.getByRole('link', { name: 'We answered your feedback' }).click();
    await expect(page).toHaveURL(`${server.url}/fankui`);

    await page.getByRole('link', { name: 'Notifications and settings' }).click();
    // The feedback shows the answer as well.
    await bob.arrivesAt('Notifications and settings');
    await expect(told).toBeVisible();
    await page.getByRole('link', { name: 'Orders and money' }).click();
    await expect(page.getByRole('heading', { name: 'Nothing yet' })).toBeVisible();
    await page.goBack();
    await told.getByRole('button', { name: 'Delete “We answered your feedback”' }).click();
    await expect(page.getByRole('heading', { name: 'Nothing yet' })).toBeVisible();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('group', { name: 'Courses and questions' }).getByRole('checkbox', { name: 'E-mail' }).click();
    await expect(page.getByText('Saved')).toBeVisible();
    await page.reload();
    await expect(
      page.getByRole('group', { name: 'Courses and questions' }).getByRole('checkbox', { name: 'E-mail' }),
    ).not.toBeChecked();
    expect(await bob.flaws()).toEqual([]);
    expect(bob.complaints).toEqual([]);
    await bob.close();
  });
});

/** Answers the newest feedback, as the back office of the demo does. */
async function answerFeedback(origin: string, reply: string): Promise<void> {
  const call = async (path: string, body: object, token = ''): Promise<Record<string, unknown>> => {
    const response = await fetch(`${origin}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify(body),
    });
    const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: Record<string, unknown> };
    if (code !== 1) throw new Error(`${path}: ${msg}`);
    return data;
  };
  const { token } = await call('Login/email_login', { email: 'office@example.org', password: 'Demo123!' });
  const { list } = await call('Admin/feedback_list', { state: 'open', limit: 50 }, String(token));
  const newest = (list as readonly { readonly id: string }[]).at(-1);
  await call('Admin/feedback_reply', { id: newest?.id, reply }, String(token));
}
