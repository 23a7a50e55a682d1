import { build } from 'esbuild';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { CDPSession } from '@playwright/test';
import { launchChromium } from '../support/index.js';
import type { BenchResult } from './result.js';
import { median } from './statistics.js';

const PAGE = fileURLToPath(new URL('../bench/page/quality-page.ts', import.meta.url));
const STREAMS = 9;
/** Pairs of one window with statistics and one without, in turns, so that both see the same machine. */
const PAIRS = 6;
const WINDOW_MS = 8_000;
const MOST_PERCENT = 1;

interface ProcessInfo {
  readonly processInfo: readonly { readonly type: string; readonly cpuTime: number }[];
}

/** Processor time of everything that Chromium's pages do, in seconds. */
const rendererTime = async (devtools: CDPSession): Promise<number> => {
  const { processInfo } = (await devtools.send('SystemInfo.getProcessInfo')) as ProcessInfo;
  return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0);
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** Measures the CPU cost of collecting statistics of nine streams, against the same page without them. */
export const run = async (): Promise<BenchResult[]> => {
  const { outputFiles } = await build({
    ...{ entryPoints: [PAGE], bundle: true, logLevel: 'error', write: false, format: 'iife', target: 'es2022' },
  });
  const html = `<!doctype html><title>bench</title><body><script>${outputFiles[0]!.text}</script>`;
  const site = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    await page.evaluate(() => window.qualityBench.prepare());
    const devtools = await browser.newBrowserCDPSession();
    /** Per cent of a core. */
    const cost = async (): Promise<number> => {
      const [startedAt, before] = [performance.now(), await rendererTime(devtools)];
      await pause(WINDOW_MS);
      const after = await rendererTime(devtools);
      return (100_000 * (after - before)) / (performance.now() - startedAt);
    };
    await pause(WINDOW_MS);
    const without: number[] = [];
    const differences: number[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const control = await cost();
      await page.evaluate(() => window.qualityBench.start());
      const own = await cost();
      await page.evaluate(() => window.qualityBench.stop());
      without.push(control);
      differences.push(own - control);
    }
    const measured = await page.evaluate(() => window.qualityBench.measured());
    const expected = (STREAMS * PAIRS * WINDOW_MS) / 2_000;
    if (measured < expected / 2) throw new Error(`only ${measured} of about ${expected} samples were taken`);
    const percent = median(differences);
    return [
      {
        name: `statistics of ${STREAMS} streams`,
        value: `${percent.toFixed(2)} % of a core`,
        budget: `< ${MOST_PERCENT} % of a core`,
        isMet: percent < MOST_PERCENT,
        note: `median of ${PAIRS} pairs of ${WINDOW_MS / 1_000} s with and without; the same page without: ${median(without).toFixed(1)} %; processor time of all threads of the page's process in Chromium`,
      },
    ];
  } finally {
    await browser.close();
    site.close();
  }
};
