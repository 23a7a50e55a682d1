import { AxeBuilder } from '@axe-core/playwright';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { eventually, WAIT_LIMIT_MS } from '../support/eventually.js';

/** A route of the marketplace, as docs/routes.md lists it; a unit test compares that list with the route table. */
export interface ListedRoute {
  readonly path: string;
  readonly area: string;
  /** The screen is a placeholder that announces what is to come. */
  readonly isComing: boolean;
  readonly isPublic: boolean;
  readonly isForEnterprises: boolean;
}

const ROUTES_DOC = fileURLToPath(new URL('../../docs/routes.md', import.meta.url));

/** The routes of the application; pages outside of it are left out. */
export const listedRoutes = (): readonly ListedRoute[] =>
  readFileSync(ROUTES_DOC, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `/'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, , , area]) => area !== 'standalone')
    .map(([, path = '', , area = '', who = '', state = '']) => ({
      path: path.replaceAll('`', ''),
      area,
      isComing: state === 'coming',
      isPublic: who === 'everybody',
      isForEnterprises: who === 'enterprise',
    }));

export interface MarketOptions {
  readonly locale?: 'zh' | 'en';
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
}

interface InboxEntry {
  readonly to: string;
  readonly text: string;
}

/** Letters, digits and a symbol, as passwords have to be. */
const PASSWORD = 'abc123!!';

/** The marketplace in the browser of one person, in English by default. */
export class MarketPage {
  /** Uncaught errors, console errors, and warnings about texts that were not loaded. */
  readonly complaints: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly origin: string,
  ) {
    page.on('pageerror', (error) => this.complaints.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      // A text that was not loaded is shown by its id, with a warning.
      const isLost = message.text().startsWith('Uncompiled message');
      if (isLost || message.type() === 'error') this.complaints.push(`${page.url()}: ${message.text()}`);
    });
  }

  /** Opens a browser profile of its own. */
  static async open(browser: Browser, origin: string, options: MarketOptions = {}): Promise<MarketPage> {
    const { locale = 'en', theme = 'light', width = 1280 } = options;
    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    await context.addInitScript(
      ([site, language, look]) => {
        if (window.origin !== site || localStorage.getItem('locale') !== null) return;
        localStorage.setItem('locale', language);
        localStorage.setItem('lectern.theme', look);
      },
      [origin, locale, theme] as const,
    );
    return new MarketPage(await context.newPage(), origin);
  }

  /** Registers a new member, on the page they were heading for; their address is their name at example.org. */
  static async newcomer(browser: Browser, origin: string, name: string, path: string): Promise<MarketPage> {
    const somebody = await MarketPage.open(browser, origin);
    await somebody.goto(`/user-zhuce?redirect=${encodeURIComponent(path)}`);
    await somebody.register(`${name.toLowerCase()}@example.org`, name);
    await somebody.page.getByRole('button', { name: `Account of ${name}` }).waitFor();
    return somebody;
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(this.origin + path);
    await this.page.locator('main h1').waitFor();
  }

  /** Logs in with an account of the demo. */
  async enterAs(name: 'learner' | 'mentor' | 'company' | 'office'): Promise<void> {
    const { page } = this;
    await this.goto('/email-login');
    await page.locator('input[type=email]').fill(`${name}@example.org`);
    await page.locator('input[type=password]').fill('Demo123!');
    await page.locator('main form button[type=submit]').click();
    await page.waitForURL(`${this.origin}/`);
    await this.#arrived();
  }

  /** The query with which a list leads to the page of something: its id, found by its title. */
  async queryOf(list: string, page: string, title: string | RegExp): Promise<string> {
    await this.goto(list);
    const link = this.page.locator(`main a[href^="${page}?"]`).filter({ hasText: title }).first();
    return new URL((await link.getAttribute('href')) ?? '', this.origin).search;
  }

  /** Navigates within the application without a reload, and waits until the page has loaded. */
  async follow(path: string, leadsTo = path): Promise<void> {
    await this.page.evaluate(
      ([to, goal]) => {
        // Another page is announced; a new query of the same one is not.
        const isNewPage = new URL(goal, location.href).pathname !== location.pathname;
        if (isNewPage) document.querySelector('[data-testid=navigation]')?.replaceChildren();
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      },
      [path, leadsTo] as const,
    );
    await this.#arrived(leadsTo);
  }

  /** Waits until the page was announced and has finished loading. */
  async #arrived(address?: string): Promise<void> {
    await this.page.waitForFunction(
      (wanted) => {
        const main = document.querySelector('main');
        const isThere = wanted === location.pathname + location.search || wanted === undefined;
        const wasSaid = document.querySelector('[data-testid=navigation]')?.textContent !== '';
        const title = main?.querySelector('h1')?.textContent ?? '';
        return isThere && wasSaid && title !== '' && main?.querySelector('.animate-pulse') === null;
      },
      address,
      { timeout: WAIT_LIMIT_MS },
    );
  }

  /**
   * Measures the horizontal overflow of the page at these viewport widths, and looks for amounts that break between
   * lines; empty if everything fits into all of them.
   */
  async overflow(...widths: readonly number[]): Promise<string[]> {
    const found: string[] = [];
    for (const width of widths) {
      await this.page.setViewportSize({ width, height: 900 });
      await this.page.waitForFunction((wanted) => window.innerWidth === wanted, width, { timeout: WAIT_LIMIT_MS });
      // Chromium reports the former layout for a moment, so an overflow must persist to count.
      const fits = (): boolean => document.documentElement.scrollWidth <= window.innerWidth;
      await this.page.waitForFunction(fits, undefined, { timeout: WAIT_LIMIT_MS }).catch(async () => {
        const excess = await this.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        found.push(`${this.address} is ${excess} px too wide at ${width} px`);
      });
      found.push(...(await this.#brokenAmounts()).map((text) => `${this.address} breaks ${text} at ${width} px`));
    }
    return found;
  }

  /** Amounts of money whose signs and digits are on more than one line, and stay so once the page is laid out. */
  async #brokenAmounts(): Promise<readonly string[]> {
    const find = (): string[] => {
      const broken: string[] = [];
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        for (const { 0: amount, index } of (node.textContent ?? '').matchAll(/[+−-]?NT\$[\d,]+(?:\.\d+)?/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + amount.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(amount);
        }
      }
      return broken;
    };
    const isNone = `(${find.toString()})().length === 0`;
    return this.page.waitForFunction(isNone, undefined, { timeout: WAIT_LIMIT_MS }).then(
      () => [],
      () => this.page.evaluate(find),
    );
  }

  /** Serious axe violations of the current page, and its horizontal overflow; empty if there is none. */
  async flaws(): Promise<string[]> {
    // Without the legacy mode the results are put together in a page that is opened for each check, which takes longer
    // than the check; it is needed for frames of other origins, which the marketplace does not have.
    const axe = new AxeBuilder({ page: this.page }).setLegacyMode().options({ resultTypes: ['violations'] });
    const { violations } = await axe.analyze();
    const found = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${this.address} ${id}: ${html}`));
    const overflow = await this.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    return overflow > 0 ? [...found, `${this.address} is ${overflow} px too wide`] : found;
  }

  /** Where the page is, without the origin. */
  get address(): string {
    return this.page.url().slice(this.origin.length);
  }

  close(): Promise<void> {
    return this.page.context().close();
  }

  /** The latest code that was sent to an account, from the development inbox; not the former one. */
  async codeFor(account: string, former?: string): Promise<string> {
    return eventually(
      `a code for ${account}`,
      async () => {
        const response = await this.page.request.get(`${this.origin}/dev/inbox.json`);
        const entries = (await response.json()) as readonly InboxEntry[];
        // Other mail may have arrived since.
        const codes = entries.flatMap(({ to, text }) => (to === account ? (/\b\d{6}\b/.exec(text) ?? []) : []));
        return codes[0];
      },
      (code): code is string => code !== undefined && code !== former,
    );
  }

  /** Waits for the page with this title. The former page remains until the code of the next one is loaded. */
  async arrivesAt(title: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  }

  /** Fills in the registration once it is shown, and sends it. */
  async register(email: string, name: string): Promise<void> {
    const { page } = this;
    // The page before may be the one with the ways to log in, which has "E-mail" too.
    await this.arrivesAt('Create an account');
    await page.getByText('E-mail', { exact: true }).first().click();
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByRole('textbox', { name: 'Verification code' }).fill(await this.codeFor(email));
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
    await page.getByRole('textbox', { name: 'Confirm password' }).fill(PASSWORD);
    await page.getByRole('textbox', { name: 'Nickname' }).fill(name);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Sign up for free' }).click();
  }

  /** Logs in by the keyboard alone; the page with the ways to log in must be shown. */
  async logInByKeyboard(email: string, password = PASSWORD): Promise<void> {
    const { keyboard } = this.page;
    await this.page.getByRole('link', { name: /^E-mail/ }).focus();
    await keyboard.press('Enter');
    await this.page.getByRole('heading', { name: 'Log in with e-mail' }).waitFor();
    await this.tabTo('E-mail');
    await keyboard.type(email);
    await this.tabTo('Password');
    await keyboard.type(password);
    await keyboard.press('Enter');
  }

  /** Presses Tab until the field of this name has the focus. @throws when it is not reached */
  private async tabTo(label: string): Promise<void> {
    const field = this.page.getByRole('textbox', { name: label, exact: true });
    const MOST_STOPS = 30;
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      if (await field.evaluate((element) => element === document.activeElement)) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach "${label}"`);
  }

  /** Presses a button of the development payment page, where an order that is shown is to be paid. */
  async payOnDevelopmentPage(way: RegExp): Promise<void> {
    const { page } = this;
    // The checkout before it names the payment methods, too.
    await page.getByRole('radio', { name: 'Test payment' }).check();
    await page.getByRole('button', { name: /^Pay NT\$/ }).click();
    await page.getByRole('button', { name: way }).click();
  }

  /** Opens the account menu and gives its lines. */
  async openMenu(name: string): Promise<readonly string[]> {
    await this.page.getByRole('button', { name: `Account of ${name}` }).click();
    await this.page.getByRole('menu').waitFor();
    return this.page.getByRole('menuitem').allTextContents();
  }
}
