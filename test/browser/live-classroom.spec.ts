import { expect, test, type Browser, type Page } from '@playwright/test';
import { launchChromium, ServerProcess } from '../support/index.js';
import { MarketPage } from './market-page.js';

/** A live class of the demo's mentor, four evenings of two hours. */
const CLASS = 'Exam mathematics, four evenings';
const MINUTE = 60_000;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

test.describe('the classroom of a session', () => {
  let server: ServerProcess;
  let browser: Browser;

  test.beforeAll(async () => {
    [server, browser] = await Promise.all([
      ServerProcess.start({ program: 'marketplace', hasVirtualClock: true }),
      launchChromium(),
    ]);
  });
  test.afterAll(async () => {
    await browser.close();
    await server.close();
  });

  /** A page of somebody who is logged in, on the page of the class. */
  const arrive = async (name: 'learner' | 'mentor' | 'company', width = 1280): Promise<MarketPage> => {
    const somebody = await MarketPage.open(browser, server.url, { width });
    await somebody.page.context().grantPermissions(['camera', 'microphone']);
    await somebody.enterAs(name);
    await somebody.goto(`/live-info${await somebody.queryOf('/kecheng-live', '/live-info', CLASS)}`);
    return somebody;
  };
  const enter = async ({ page }: MarketPage): Promise<void> => {
    await page.getByRole('link', { name: 'Enter class: Session 1' }).click();
    await button(page, 'Join class').click();
    await button(page, 'Leave class').waitFor();
  };

  test('opens before the start to its mentor and to holders of tickets, who stay what they are', async () => {
    const buyer = await arrive('learner');
    await buyer.page.getByRole('link', { name: /^Buy tickets/ }).click();
    await buyer.arrivesAt('Buy tickets');
    await button(buyer.page, 'Place order').click();
    await buyer.payOnDevelopmentPage(/^Pay$|succeed|success/i);
    await buyer.page.getByRole('link', { name: 'See your tickets' }).click();

    // Days before, the devices can be checked.
    const first = buyer.page
      .getByRole('listitem')
      .filter({ has: buyer.page.getByRole('heading', { name: 'Session 1' }) });
    const startAt = Date.parse((await first.locator('time').getAttribute('datetime')) ?? '');
    await buyer.page.getByRole('link', { name: 'Check your devices: Session 1' }).click();
    await expect(buyer.page.getByText(/^Opens on /)).toBeVisible();
    await expect(button(buyer.page, 'Join class')).toHaveCount(0);
    const address = new URL(buyer.page.url()).pathname;
    expect(await buyer.flaws()).toEqual([]);
    expect(await buyer.overflow(390, 1280)).toEqual([]);
    expect(buyer.complaints).toEqual([]);
    await buyer.close();

    await server.advance(startAt - 10 * MINUTE - Date.now());
    const stranger = await arrive('company');
    await stranger.goto(address);
    await expect(stranger.page.getByRole('heading', { name: 'You need a ticket' })).toBeVisible();
    await stranger.close();

    const learner = await arrive('learner', 390);
    const mentor = await arrive('mentor');
    await enter(learner);
    await enter(mentor);
    await expect(mentor.page).toHaveTitle(new RegExp(CLASS));
    // The learner came first, and is audience all the same; the mentor is host, also after a reload.
    await expect(button(learner.page, 'Raise hand')).toBeVisible();
    await mentor.page.reload();
    await button(mentor.page, 'Join class').click();
    await button(mentor.page, 'Leave class').waitFor();
    await mentor.page.getByRole('button', { name: /^Members/ }).click();
    const members = mentor.page.getByRole('complementary', { name: 'Members' });
    await expect(members.getByText('Audience')).toBeVisible();

    // Removed, the learner stays out until the mentor lets them back in.
    await members.getByRole('button', { name: /^Actions for / }).click();
    await members.getByRole('button', { name: 'Remove' }).click();
    await members.getByRole('button', { name: 'Remove' }).click();
    await learner.page.getByRole('button', { name: 'Join again' }).click();
    await expect(learner.page.getByRole('main').getByRole('alert')).toContainText('The mentor removed you');
    await expect(learner.page.getByRole('region', { name: 'Notifications' }).getByRole('alert')).toHaveCount(0);
    await members.getByRole('button', { name: /^Let .* back in$/ }).click();
    await expect(members.getByRole('region', { name: 'Removed from class' })).toHaveCount(0);
    await button(learner.page, 'Join class').click();
    await button(learner.page, 'Leave class').waitFor();
    await expect(button(learner.page, 'Raise hand')).toBeVisible();

    // By key nobody leaves without being asked; the mentor may end the class for everybody.
    await learner.page.keyboard.press('l');
    await learner.page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    await expect(button(learner.page, 'Leave class')).toBeVisible();
    await button(mentor.page, 'Leave class').click();
    expect(await mentor.flaws()).toEqual([]);
    await mentor.page.getByRole('dialog').getByRole('button', { name: 'End for everybody' }).click();
    await expect(mentor.page.getByRole('heading', { name: 'The class is over' })).toBeVisible();
    await expect(learner.page.getByRole('heading', { name: 'The class is over' })).toBeVisible();
    // Ended too early, it is opened again.
    await button(mentor.page, 'Join again').click();
    await button(mentor.page, 'Leave class').waitFor();

    // The mentor was there until the end, so the session was held, and tickets stay.
    await server.advance(130 * MINUTE);
    const after = await arrive('learner');
    await expect(after.page.getByText('Ended', { exact: true })).toBeVisible();
    await expect(after.page.getByRole('region', { name: 'Your tickets' })).toBeVisible();
    // Whoever was there may come back for another quarter of an hour, and nobody after that.
    await server.advance(16 * MINUTE);
    await after.goto(address);
    await expect(after.page.getByRole('heading', { name: 'This session is over' })).toBeVisible();
    for (const one of [learner, mentor, after]) {
      expect(one.complaints).toEqual([]);
      await one.close();
    }
  });
});
