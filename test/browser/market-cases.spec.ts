import { expect, test, type Browser } from '@playwright/test';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { launchChromium, ServerProcess } from '../support/index.js';
import { MarketPage } from './market-page.js';

const WEBHOOK_SECRET = 'whsec_of_a_test';

/** A fake provider of card payments: serves the payment page and reports the outcome. */
class CardCompany {
  /** The marketplace's reference of the payment attempt that was opened last. */
  #reference = '';

  private constructor(
    private readonly http: Server,
    readonly url: string,
  ) {}

  static async open(): Promise<CardCompany> {
    const http = createServer().listen(0, '127.0.0.1');
    await once(http, 'listening');
    const address = http.address();
    if (address === null || typeof address === 'string') throw new Error('there is no port');
    const company = new CardCompany(http, `http://127.0.0.1:${address.port}`);
    http.on('request', (request: IncomingMessage, response: ServerResponse) => void company.#serve(request, response));
    return company;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'POST') {
      this.#reference = new URLSearchParams(await text(request)).get('client_reference_id') ?? '';
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ url: `${this.url}/page` }));
    } else {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>Card page</title><h1>Your card, please</h1>');
    }
  }

  /** Sends the marketplace a signed payment notification. @returns the outcome at the marketplace */
  async notify(origin: string, paid: { readonly cents: number; readonly reference?: string }): Promise<string> {
    const { cents, reference = this.#reference } = paid;
    const object = { id: `cs_${reference}`, client_reference_id: reference, payment_status: 'paid', currency: 'twd' };
    const body = JSON.stringify({
      type: 'checkout.session.completed',
      data: { object: { ...object, amount_total: cents } },
    });
    const at = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', WEBHOOK_SECRET).update(`${at}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${signature}` };
    const answer = await fetch(`${origin}/hook/pay/card`, { method: 'POST', headers, body });
    return ((await answer.json()) as { readonly outcome: string }).outcome;
  }

  close(): void {
    this.http.close();
    this.http.closeAllConnections();
  }
}

test.describe('what somebody has to look at', () => {
  let server: ServerProcess;
  let browser: Browser;
  let company: CardCompany;

  test.beforeAll(async () => {
    company = await CardCompany.open();
    const env = {
      CARD_SECRET_KEY: 'sk_of_a_test',
      CARD_WEBHOOK_SECRET: WEBHOOK_SECRET,
      CARD_API_URL: company.url,
    };
    [server, browser] = await Promise.all([ServerProcess.start({ program: 'marketplace', env }), launchChromium()]);
  });

  test.afterAll(async () => {
    await browser.close();
    await server.close();
    company.close();
  });

  test('too little paid by card is credited to its buyer, and a payment nobody asked for is closed', async () => {
    const kim = await MarketPage.newcomer(browser, server.url, 'Kim', '/qianbao');
    await kim.page.getByRole('button', { name: 'Top up' }).click();
    await kim.page.getByRole('textbox', { name: 'Amount' }).fill('1500');
    await kim.page.getByRole('button', { name: 'Go to payment' }).click();
    await kim.page.getByText('Credit card', { exact: true }).click();
    await kim.page.getByRole('button', { name: 'Pay NT$1,500' }).click();
    await expect(kim.page.getByRole('heading', { name: 'Your card, please' })).toBeVisible();
    expect(await company.notify(server.url, { cents: 140_000 })).toBe('wrong-amount');
    expect(await company.notify(server.url, { cents: 9900, reference: 'nobody-knows-it' })).toBe('unknown');

    const staff = await MarketPage.open(browser, server.url);
    const { page } = staff;
    await staff.enterAs('office');
    await staff.goto('/admin?section=payments');
    expect(await staff.flaws()).toEqual([]);
    const cases = page.getByRole('list', { name: 'Payment issues' }).getByRole('listitem');
    const ofKim = cases.filter({ hasText: 'Kim' });
    await expect(ofKim).toContainText('Wrong amount');
    await expect(ofKim).toContainText('NT$1,400');
    await expect(ofKim).toContainText('NT$1,500');
    const dialog = page.getByRole('dialog');
    await ofKim.getByRole('button', { name: 'Credit to wallet' }).click();
    await dialog.getByRole('button', { name: 'Credit to wallet' }).click();
    await expect(dialog.getByText('Fill this in')).toBeVisible();
    expect(await staff.flaws()).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Seen at the provider');
    await dialog.getByRole('button', { name: 'Credit to wallet' }).click();
    await expect(ofKim).toHaveCount(0);
    const unknown = cases.filter({ hasText: 'nobody-knows-it' });
    await expect(unknown.getByRole('button', { name: 'Credit to wallet' })).toHaveCount(0);
    await unknown.getByRole('button', { name: 'Close case' }).click();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Paid to us by mistake');
    await dialog.getByRole('button', { name: 'Close case' }).click();
    await expect(unknown).toHaveCount(0);
    await page.getByRole('link', { name: 'Show closed cases' }).click();
    await expect(ofKim).toContainText('Credited to the wallet');
    await expect(ofKim).toContainText('Seen at the provider');
    await expect(unknown).toContainText('Closed without action');
    await expect(cases.getByRole('button')).toHaveCount(0);

    await kim.goto('/qianbao');
    await expect(kim.page.getByText('NT$1,400', { exact: true }).first()).toBeVisible();
    await kim.goto('/xitong');
    await expect(kim.page.getByRole('article').filter({ hasText: 'NT$1,400 is in your wallet' })).toBeVisible();
    expect([...kim.complaints, ...staff.complaints]).toEqual([]);
    await kim.close();
    await staff.close();
  });

  test('an account closes by its password once nothing is open, and nobody gets in any more', async () => {
    const lea = await MarketPage.newcomer(browser, server.url, 'Lea', '/qianbao');
    const { page } = lea;
    await page.getByRole('button', { name: 'Top up' }).click();
    await page.getByRole('textbox', { name: 'Amount' }).fill('500');
    await page.getByRole('button', { name: 'Go to payment' }).click();
    await page.getByRole('timer').waitFor();

    await lea.goto('/user-info');
    await page.getByRole('button', { name: 'Close account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close your account?' });
    expect(await lea.flaws()).toEqual([]);
    const password = dialog.getByRole('textbox', { name: 'Current password' });
    const confirm = dialog.getByRole('button', { name: 'Close it for good' });
    await password.fill('wrong123!');
    await confirm.click();
    await expect(dialog.getByText('The current password is wrong.')).toBeVisible();
    await password.fill('abc123!!');
    await confirm.click();
    await expect(dialog.getByText('an open order', { exact: false })).toBeVisible();

    await lea.goto('/myorder?tab=pending');
    await page.getByRole('button', { name: 'Cancel order' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
    await expect(page.getByText('No orders here')).toBeVisible();
    await lea.goto('/user-info');
    await page.getByRole('button', { name: 'Close account' }).click();
    await password.fill('abc123!!');
    await confirm.click();
    await expect(page.getByRole('link', { name: 'Log in', exact: true })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();

    await lea.goto('/email-login');
    await page.getByRole('textbox', { name: 'E-mail' }).fill('lea@example.org');
    await page.getByRole('textbox', { name: 'Password' }).fill('abc123!!');
    await page.locator('main').getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('Account or password is wrong.');
    await lea.close();
  });
});
