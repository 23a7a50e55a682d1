import { expect, test } from '@playwright/test';
import { findFirefox, ServerProcess } from '../support/index.js';
import { sitDownAtChromium, sitDownAtFirefox } from './people.js';

const BOTH = { video: true, audio: true };

test.describe('the connection in the classroom page', () => {
  let server: ServerProcess;

  test.beforeAll(async () => {
    server = await ServerProcess.start({ program: 'marketplace' });
  });

  test.afterAll(() => server.close());

  test('has its figures in Chromium and in Firefox, of what is sent and of what is received', async () => {
    test.skip(findFirefox() === undefined, 'no Firefox is installed');
    const [fay, ann] = [await sitDownAtFirefox(6), await sitDownAtChromium(2)];
    if (fay === undefined) throw new Error('Firefox did not start');
    await fay.classroom.enter(server.url, 'history', 'Fay');
    await ann.classroom.enter(server.url, 'history', 'Ann');
    await ann.classroom.perceives(fay.sender, BOTH);
    await fay.classroom.perceives(ann.sender, BOTH);
    await ann.classroom.showsFigures(2);
    await fay.classroom.showsFigures(2);
    await Promise.all([ann.leave(), fay.leave()]);
  });

  test('is signed on every tile, opens and closes by keys, and fits a phone', async () => {
    const [ann, ben] = [await sitDownAtChromium(3), await sitDownAtChromium(8)];
    const { page } = ann;
    await ann.classroom.enter(server.url, 'biology', 'Ann');
    await ben.classroom.enter(server.url, 'biology', 'Ben');
    await ann.classroom.perceives(ben.sender, BOTH);
    for (const name of ['Ann', 'Ben']) {
      await expect(page.getByRole('group', { name }).getByText('Good network')).toBeAttached();
    }

    await page.keyboard.press('n');
    const panel = page.getByRole('complementary', { name: 'Connection' });
    await expect(panel.getByText('From Ben')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Close connection details' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);

    await page.setViewportSize({ width: 400, height: 800 });
    await page.keyboard.press('n');
    await expect(panel.getByText('From Ben')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
    await Promise.all([ann.leave(), ben.leave()]);
  });
});
