import { expect, test, type Browser, type Page } from '@playwright/test';
import { launchChromium, launchSharingChromium, ServerProcess } from '../support/index.js';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A member in class, with Chromium's own fake devices. */
const sitDown = async (browser: Browser, origin: string, room: string, name: string): Promise<Page> => {
  const context = await browser.newContext({ permissions: ['camera', 'microphone'], locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(`${origin}/classroom?${new URLSearchParams({ room }).toString()}#password=secret1`);
  await page.getByLabel('Your name').fill(name);
  await button(page, 'Join class').click();
  await button(page, 'Leave class').waitFor();
  return page;
};

test.describe('the classroom page', () => {
  let server: ServerProcess;
  let hostBrowser: Browser;
  let guestBrowser: Browser;

  test.beforeAll(async () => {
    [server, hostBrowser, guestBrowser] = await Promise.all([
      ServerProcess.start({ program: 'marketplace' }),
      launchSharingChromium('Slides', 3),
      launchChromium(),
    ]);
  });

  test.afterAll(async () => {
    await Promise.all([hostBrowser.close(), guestBrowser.close()]);
    await server.close();
  });

  test('shows a shared screen large until it is stopped, and changes cameras in class', async () => {
    const ann = await sitDown(hostBrowser, server.url, 'drawing', 'Ann');
    const ben = await sitDown(guestBrowser, server.url, 'drawing', 'Ben');
    const slides = await ann.context().newPage();
    await slides.setContent('<title>Slides</title><h1>Ax = b</h1>');
    await ann.bringToFront();

    await button(ann, 'Share screen').click();
    const screen = ben.getByRole('group', { name: 'Ann’s screen' });
    await expect(screen).toBeVisible();
    const width = (): Promise<number> =>
      screen.locator('video').evaluate((video) => (video as HTMLVideoElement).videoWidth);
    await expect.poll(width).toBeGreaterThan(0);
    await expect(ann.getByText('You are sharing your screen')).toBeVisible();
    await ann.keyboard.press('s');
    await expect(screen).toHaveCount(0);

    // The user may also close the shared tab.
    await button(ann, 'Share screen').click();
    await expect(screen).toBeVisible();
    await slides.close();
    await expect(screen).toHaveCount(0);
    await expect(button(ann, 'Share screen')).toBeVisible();

    await button(ann, 'Devices').click();
    const cameras = ann.getByLabel('Camera', { exact: true });
    await cameras.selectOption({ index: 2 });
    await expect(cameras).toHaveValue(await cameras.locator('option').nth(2).getAttribute('value').then(String));
    const picture = ben.getByRole('group', { name: 'Ann' }).locator('video');
    const time = (): Promise<number> => picture.evaluate((video) => (video as HTMLVideoElement).currentTime);
    const before = await time();
    await expect.poll(time).toBeGreaterThan(before);

    await button(ann, 'Turn camera off').click();
    await expect(ann.getByText('Off. It is used when you turn the camera on.')).toBeVisible();
    await button(ann, 'Turn camera on').click();
    await expect(button(ann, 'Turn camera off')).toBeVisible();
    await Promise.all([ann.context().close(), ben.context().close()]);
  });

  test('lets the host mute everyone, move members to the audience, agree to hands, and remove', async () => {
    const ann = await sitDown(hostBrowser, server.url, 'history', 'Ann');
    const ben = await sitDown(guestBrowser, server.url, 'history', 'Ben');
    await button(ann, 'Members').click();

    await button(ann, 'Mute everyone').click();
    await expect(button(ben, 'Unmute microphone')).toBeVisible();
    await button(ben, 'Unmute microphone').click();
    await expect(ben.getByText('The host has muted everyone').first()).toBeVisible();
    await button(ann, 'Let everyone speak').click();
    await expect(ben.getByText('You may speak again')).toBeVisible();
    await button(ben, 'Unmute microphone').click();
    await expect(button(ben, 'Mute microphone')).toBeVisible();

    await button(ann, 'Actions for Ben').click();
    await button(ann, 'Mute').click();
    await expect(button(ben, 'Unmute microphone')).toBeVisible();
    await button(ann, 'Actions for Ben').click();
    await button(ann, 'Allow to speak').click();

    await button(ann, 'Actions for Ben').click();
    await button(ann, 'Move to audience').click();
    await button(ben, 'Raise hand').click();
    await button(ann, 'Agree').click();
    await expect(button(ben, 'Turn camera on')).toBeVisible();
    await button(ben, 'Turn camera on').click();
    await expect(button(ben, 'Turn camera off')).toBeVisible();

    await button(ann, 'Actions for Ben').click();
    await button(ann, 'Remove').click();
    await button(ann, 'Remove').click();
    await expect(button(ben, 'Leave class')).toHaveCount(0);
    await expect(ann.getByRole('group', { name: 'Ben' })).toHaveCount(0);
    await Promise.all([ann.context().close(), ben.context().close()]);
  });
});
