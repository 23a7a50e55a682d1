import type { Page } from '@playwright/test';
import type { ElementHandle, Page as FirefoxPage } from 'puppeteer-core';
import type { ElementReport } from '../media/index.js';

/**
 * Operations of a test on a page, independent of the browser's driver. Controls are found by their accessible names.
 */
export interface PageDriver {
  goto(url: string): Promise<void>;
  startReading(): Promise<void>;
  reports(): Promise<ElementReport[]>;
  fill(label: string, text: string): Promise<void>;
  click(button: string): Promise<void>;
  /** Waits until a button exists. */
  waitForButton(name: string): Promise<void>;
  waitForText(text: string): Promise<void>;
  /** Text contents of the elements that match a CSS selector. */
  texts(selector: string): Promise<string[]>;
}

const textsIn = (selector: string): string[] =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);

export const drivePlaywright = (page: Page): PageDriver => ({
  goto: async (url) => void (await page.goto(url)),
  startReading: () => page.evaluate(() => window.lecternReader.watchAll()),
  reports: () => page.evaluate(() => window.lecternReader.reports()),
  fill: (label, text) => page.getByLabel(label).fill(text),
  click: (name) => page.getByRole('button', { name }).click(),
  waitForButton: (name) => page.getByRole('button', { name }).waitFor(),
  waitForText: (text) => page.getByText(text).first().waitFor(),
  texts: (selector) => page.evaluate(textsIn, selector),
});

/** Puppeteer's locators evaluate text in the page, which the page's policy forbids in older Firefoxes: handles do not. */
export const drivePuppeteer = (page: FirefoxPage): PageDriver => {
  const find = async (selector: string): Promise<ElementHandle> => {
    const element = await page.waitForSelector(selector);
    if (element === null) throw new Error(`no ${selector} in the page`);
    return element;
  };
  const button = (name: string): Promise<ElementHandle> => find(`::-p-aria([name="${name}"][role="button"])`);
  return {
    goto: async (url) => void (await page.goto(url)),
    startReading: () => page.evaluate(() => window.lecternReader.watchAll()),
    reports: () => page.evaluate(() => window.lecternReader.reports()),
    fill: async (label, text) => {
      const field = await find(`::-p-aria([name="${label}"][role="textbox"])`);
      await field.evaluate((element) => (element as HTMLInputElement).select());
      await field.type(text);
    },
    click: async (name) => (await button(name)).click(),
    waitForButton: async (name) => void (await button(name)),
    waitForText: async (text) => void (await find(`::-p-text(${text})`)),
    texts: (selector) => page.evaluate(textsIn, selector),
  };
};
