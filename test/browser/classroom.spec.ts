import { expect, test, type Locator, type Page } from '@playwright/test';
import { findFirefox, ServerProcess } from '../support/index.js';
import { sitDownAtChromium, sitDownAtFirefox } from './people.js';

const BOTH = { video: true, audio: true };

const tile = (page: Page, name: string): Locator => page.getByRole('listitem').filter({ hasText: name });

test.describe('the classroom page', () => {
  let server: ServerProcess;

  test.beforeAll(async () => {
    server = await ServerProcess.start({ program: 'marketplace' });
  });

  test.afterAll(() => server.close());

  test('lets two people in Chromium see and hear each other, mute, and leave', async () => {
    const [ann, ben] = [await sitDownAtChromium(3), await sitDownAtChromium(8)];
    await ann.classroom.enter(server.url, 'algebra', 'Ann');
    await ben.classroom.enter(server.url, 'algebra', 'Ben');
    await ann.classroom.perceives(ben.sender, BOTH);
    await ben.classroom.perceives(ann.sender, BOTH);

    await ann.classroom.toggle('Turn camera off');
    await expect(tile(ben.page, 'Ann').getByText('Camera off')).toBeVisible();
    await ben.classroom.stopsPerceiving(ann.sender, 'frames');
    await ben.classroom.perceives(ann.sender, { audio: true });
    await ann.classroom.toggle('Turn camera on');
    await ben.classroom.perceives(ann.sender, BOTH);

    await ann.classroom.toggle('Mute microphone');
    await ben.classroom.stopsPerceiving(ann.sender, 'tones');
    await ben.classroom.perceives(ann.sender, { video: true });
    await ann.classroom.toggle('Unmute microphone');
    await ben.classroom.perceives(ann.sender, BOTH);

    await ben.classroom.leave();
    await expect(tile(ann.page, 'Ben')).toHaveCount(0);
    await Promise.all([ann.leave(), ben.leave()]);
  });

  test('lets Firefox and Chromium see and hear each other', async () => {
    test.skip(findFirefox() === undefined, 'no Firefox is installed');
    const [fay, ann] = [await sitDownAtFirefox(6), await sitDownAtChromium(2)];
    if (fay === undefined) throw new Error('Firefox did not start');
    await fay.classroom.enter(server.url, 'geometry', 'Fay');
    await ann.classroom.enter(server.url, 'geometry', 'Ann');
    await ann.classroom.perceives(fay.sender, BOTH);
    await fay.classroom.perceives(ann.sender, BOTH);
    await Promise.all([ann.leave(), fay.leave()]);
  });
});
