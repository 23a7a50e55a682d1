import { expect, test, type Browser } from '@playwright/test';
import { launchChromium, ServerProcess } from '../support/index.js';
import { MarketPage } from './market-page.js';

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly price_cents: number;
  readonly crowdfund: unknown;
}

test.describe('money in the marketplace', () => {
  let server: ServerProcess;
  let browser: Browser;

  test.beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start({ program: 'marketplace' }), launchChromium()]);
  });

  test.afterAll(async () => {
    await browser.close();
    await server.close();
  });

  /** Decides as the back office of the demo does. */
  const failWithdrawalOf = async (name: string, reason: string): Promise<void> => {
    const call = async <T>(action: string, data: object, authorization = ''): Promise<T> => {
      const headers = { 'content-type': 'application/json', authorization };
      const answer = await fetch(`${server.url}/api/${action}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(data),
      });
      const { code, msg, data: told } = (await answer.json()) as { code: number; msg: string; data: T };
      if (code !== 1) throw new Error(`${action}: ${msg}`);
      return told;
    };
    const office = { email: 'office@example.org', password: 'Demo123!' };
    const { token } = await call<{ readonly token: string }>('Login/email_login', office);
    type Waiting = { readonly list: readonly { readonly id: string; readonly member: { readonly name: string } }[] };
    const { list } = await call<Waiting>('Admin/withdraw_list', { limit: 50 }, token);
    const id = list.find(({ member }) => member.name === name)?.id;
    await call('Admin/withdraw_audit', { id, pass: false, reason, client_token: 'fails-in-a-browser-test' }, token);
  };

  test('a course is bought after a declined try, stands in the orders, and can be learned', async () => {
    const answer = await fetch(`${server.url}/api/Course/list`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'en' },
      body: JSON.stringify({ limit: 48 }),
    });
    const { data } = (await answer.json()) as { readonly data: { readonly list: readonly Listed[] } };
    const course = data.list.find(({ price_cents, crowdfund }) => price_cents > 0 && crowdfund === null);
    if (course === undefined) throw new Error('the demo has no course to be bought');

    const ivy = await MarketPage.newcomer(browser, server.url, 'Ivy', `/video-pay?course=${course.id}`);
    const { page } = ivy;
    await expect(page.getByRole('main').getByText(course.title)).toBeVisible();
    expect(await ivy.flaws()).toEqual([]);
    await page.getByRole('button', { name: 'Place order' }).click();
    await expect(page.getByRole('timer')).toHaveText(/^(30:00|[12]\d:\d\d)$/);
    await expect(page.getByRole('radio', { name: /Wallet balance/ })).toBeDisabled();
    expect(await ivy.flaws()).toEqual([]);
    const order = new URL(page.url()).searchParams.get('order');

    await ivy.payOnDevelopmentPage(/^Decline/);
    await expect(page.getByRole('alert')).toContainText('The last payment did not go through');
    await ivy.payOnDevelopmentPage(/^Pay, told twice/);
    await expect(page.getByRole('heading', { name: 'Payment complete' })).toBeVisible();
    expect(ivy.address).toBe(`/video-pay?order=${order}`);
    expect(await ivy.flaws()).toEqual([]);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Payment complete' })).toBeVisible();

    await ivy.goto('/myorder?tab=paid');
    const entry = page.getByRole('listitem').filter({ hasText: order ?? '' });
    await expect(entry).toContainText(course.title);
    await expect(entry.getByRole('button', { name: 'Request refund' })).toBeVisible();
    expect(await ivy.flaws()).toEqual([]);
    await entry.getByRole('link', { name: 'Go to course' }).click();
    await expect(page.getByRole('heading', { level: 1, name: course.title })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Start learning' })).toBeVisible();
    await ivy.goto('/mykecheng');
    await expect(page.getByRole('main').getByText(course.title).first()).toBeVisible();
    expect(ivy.complaints).toEqual([]);
    await ivy.close();
  });

  test('999 are not withdrawn, 1000 are, and come back when that is taken back', async () => {
    const jon = await MarketPage.newcomer(browser, server.url, 'Jon', '/qianbao');
    const { page } = jon;
    await page.getByRole('button', { name: 'Top up' }).click();
    await page.getByRole('textbox', { name: 'Amount' }).fill('1500');
    await page.getByRole('button', { name: 'Go to payment' }).click();
    await page.getByRole('timer').waitFor();
    await jon.payOnDevelopmentPage(/^Pay$/);
    await expect(page.getByText('The money is in your wallet.')).toBeVisible();
    await page.getByRole('link', { name: 'Go to wallet' }).click();
    await expect(page.getByText('Available balance')).toBeVisible();
    await expect(page.getByText('NT$1,500', { exact: true }).first()).toBeVisible();
    expect(await jon.flaws()).toEqual([]);

    await jon.goto('/t_qianbao1');
    await page.getByRole('button', { name: 'Add account' }).click();
    await page.getByRole('textbox', { name: 'Account holder' }).fill('Jon');
    await page.getByRole('textbox', { name: 'Bank' }).fill('First Bank');
    await page.getByRole('textbox', { name: 'Account number' }).fill('004-0123456789');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('First Bank ···· 6789')).toBeVisible();
    expect(await jon.flaws()).toEqual([]);

    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Withdraw to your bank account' });
    // Money leaves by a payment password only, which is set by a code.
    const former = await jon.codeFor('jon@example.org');
    await dialog.getByRole('button', { name: 'Send code' }).click();
    await dialog.getByRole('button', { name: /^Again in/ }).waitFor();
    await dialog.getByRole('textbox', { name: 'Verification code' }).fill(await jon.codeFor('jon@example.org', former));
    await dialog.getByRole('textbox', { name: 'New payment password' }).fill('246810');
    await dialog.getByRole('textbox', { name: 'Repeat it' }).fill('246810');
    expect(await jon.flaws()).toEqual([]);
    await dialog.getByRole('button', { name: 'Save payment password' }).click();
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('999');
    await dialog.getByRole('button', { name: 'Request withdrawal' }).click();
    await expect(dialog.getByText('amount not enough for $1000')).toBeVisible();
    expect(await jon.flaws()).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('1000');
    await dialog.getByRole('textbox', { name: 'Payment password' }).fill('246810');
    await dialog.getByRole('button', { name: 'Request withdrawal' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('NT$500', { exact: true })).toBeVisible();

    await page.getByRole('link', { name: 'Withdrawals' }).click();
    await jon.arrivesAt('Withdrawals');
    await expect(page.getByRole('main').getByText('Applying').last()).toBeVisible();
    expect(await jon.flaws()).toEqual([]);
    await page.getByRole('button', { name: 'Cancel request' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click();
    await expect(page.getByRole('button', { name: 'Cancel request' })).toBeHidden();
    await jon.goto('/t_qianbao1');
    await expect(page.getByText('NT$1,500', { exact: true }).first()).toBeVisible();

    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('1000');
    await dialog.getByRole('textbox', { name: 'Payment password' }).fill('246810');
    await dialog.getByRole('button', { name: 'Request withdrawal' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('NT$500', { exact: true })).toBeVisible();
    await failWithdrawalOf('Jon', 'The bank knows no such account');
    await jon.goto('/t_tixianjilu1');
    const failed = page.getByRole('main').getByRole('listitem').filter({ hasText: 'The bank knows no such account' });
    await expect(failed).toContainText('Failed');
    await jon.goto('/t_qianbao1');
    await expect(page.getByText('NT$1,500', { exact: true }).first()).toBeVisible();
    expect(jon.complaints).toEqual([]);
    await jon.close();
  });
});
