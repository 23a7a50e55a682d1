import { expect, test, type Browser, type Page } from '@playwright/test';
import { build } from 'esbuild';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeToneAudio } from '../media/index.js';
import { eventually, launchChromium, ServerProcess } from '../support/index.js';

const APP_KEY = 'lectern#demo';
const [ANN, BEN] = [2, 7];
const HEARD_WINDOWS = 20;

test.describe('in Chromium', () => {
  let lectern: ServerProcess;
  let site: Server;
  let origin: string;
  let folder: string;
  /** One for each tone, since capture files belong to a browser. */
  let browsers: readonly [Browser, Browser];

  test.beforeAll(async () => {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL('page/mix-page.ts', import.meta.url))],
      bundle: true,
      logLevel: 'error',
      conditions: ['lectern-source'],
      write: false,
      format: 'iife',
      target: 'es2022',
    });
    const page = `<!doctype html><title>Member</title><body><script>${outputFiles[0]?.text ?? ''}</script>`;
    site = createServer((_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(page));
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    folder = await mkdtemp(join(tmpdir(), 'lectern-mix-'));
    const voiceOf = async (sender: number): Promise<Browser> => {
      const audio = join(folder, `${sender}.wav`);
      await writeToneAudio(audio, sender, 4);
      return launchChromium({ audio });
    };
    lectern = await ServerProcess.start();
    browsers = [await voiceOf(ANN), await voiceOf(BEN)];
  });

  test.afterAll(async () => {
    await Promise.all(browsers.map((browser) => browser.close()));
    site.close();
    await lectern.close();
    await rm(folder, { recursive: true });
  });

  interface Seat {
    readonly browser: Browser;
    readonly room: string;
    readonly name: string;
    readonly role?: 1 | 3;
    readonly type?: 10 | 12;
    readonly codec?: string;
  }

  const sitDown = async ({ browser, room, name, role = 3, type = 12, codec }: Seat): Promise<Page> => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(origin);
    const entry = { room, name, role, type, ...(codec !== undefined && { codec }) } as const;
    const server = { restUrl: lectern.url, appKey: APP_KEY };
    await page.evaluate(([to, who]) => window.mixMember.enter(to, who), [server, entry] as const);
    if (role !== 1 && codec === undefined) await page.evaluate(() => window.mixMember.publish());
    return page;
  };

  const hears = (page: Page, ...senders: readonly number[]): Promise<unknown> =>
    eventually(
      `hearing ${senders.join(' and ')}`,
      () => page.evaluate(() => window.mixMember.tones()),
      (tones) => senders.every((sender) => (tones[sender] ?? 0) >= HEARD_WINDOWS),
    );

  test('a LIVE mix plays by itself, tells who speaks, and has one volume', async () => {
    const [forAnn, forBen] = browsers;
    const ann = await sitDown({ browser: forAnn, room: 'mix', name: 'ann' });
    const ben = await sitDown({ browser: forBen, room: 'mix', name: 'ben' });
    const zoe = await sitDown({ browser: forAnn, room: 'mix', name: 'zoe', role: 1 });
    await Promise.all([hears(zoe, ANN, BEN), hears(ann, BEN), hears(ben, ANN)]);
    const own = (await ann.evaluate(() => window.mixMember.tones()))[ANN] ?? 0;
    const other = (await ann.evaluate(() => window.mixMember.tones()))[BEN] ?? 0;
    expect(own).toBeLessThan(other / 4);

    const levels = await eventually(
      'levels of both',
      () => zoe.evaluate(() => window.mixMember.levels()),
      (all) => all.length === 2,
    );
    for (const level of levels) {
      expect(level).toBeGreaterThan(0);
      expect(level).toBeLessThan(1);
    }

    await zoe.evaluate(() => window.mixMember.setVolume(0.5));
    const before = await zoe.evaluate(() => window.mixMember.played());
    expect(before).toMatchObject([{ playing: true, volume: 0.5 }]);
    await eventually(
      'the sound going on',
      () => zoe.evaluate(() => window.mixMember.played()),
      ([element]) => (element?.time ?? 0) > (before[0]?.time ?? 0) + 0.5,
    );
  });

  test('who has H264 alone is shown a stream that was VP8 until it came', async () => {
    const [forAnn, forBen] = browsers;
    const ann = await sitDown({ browser: forAnn, room: 'codec', name: 'ann2', type: 10 });
    const ben = await sitDown({ browser: forBen, room: 'codec', name: 'ben2', type: 10 });
    await ben.evaluate(() => window.mixMember.watch());
    const seen = (page: Page): Promise<number> => page.evaluate(() => window.mixMember.frames());
    const seesMore = async (page: Page): Promise<void> => {
      const before = await seen(page);
      await eventually(
        'more frames',
        () => seen(page),
        (now) => now > before + 20,
      );
    };
    await seesMore(ben);
    expect(await ann.evaluate(() => window.mixMember.switched())).toEqual([]);
    const old = await sitDown({ browser: forBen, room: 'codec', name: 'old', type: 10, codec: 'H264' });
    await old.evaluate(() => window.mixMember.watch());
    await Promise.all([seesMore(old), seesMore(ben)]);
    expect(await ann.evaluate(() => window.mixMember.switched())).toEqual([['H264']]);
  });
});
