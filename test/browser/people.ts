import type { Page } from '@playwright/test';
import { launchPatternChromium, pageCameraScript, pageReaderScript, toneHz } from '../media/index.js';
import { launchFirefox } from '../support/index.js';
import { ClassroomPage } from './classroom-page.js';
import { drivePlaywright, drivePuppeteer } from './driver.js';

/** A person with a browser of their own. */
export interface Person {
  /** Sender number in the video pattern and the tone. */
  readonly sender: number;
  readonly classroom: ClassroomPage;
  /** Closes the browser. */
  leave(): Promise<void>;
}

/** A person at Chromium, which plays pattern and tone from files. */
export const sitDownAtChromium = async (sender: number): Promise<Person & { readonly page: Page }> => {
  const { browser, close } = await launchPatternChromium(sender, { framesPerSecond: 15, frames: 150 });
  const page = await browser.newPage({ locale: 'en-US' });
  await page.addInitScript(await pageReaderScript());
  return {
    sender,
    page,
    classroom: new ClassroomPage(drivePlaywright(page)),
    leave: close,
  };
};

/** A person at Firefox, which draws the pattern itself and plays the tone; undefined if Firefox is not installed. */
export const sitDownAtFirefox = async (sender: number): Promise<Person | undefined> => {
  const browser = await launchFirefox(toneHz(sender));
  if (browser === undefined) return undefined;
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(await pageReaderScript());
  await page.evaluateOnNewDocument(await pageCameraScript(sender));
  return { sender, classroom: new ClassroomPage(drivePuppeteer(page)), leave: () => browser.close() };
};
