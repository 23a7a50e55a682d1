import { expect, test } from '@playwright/test';
import { Classroom } from '../headless/classroom.js';
import { perceives } from '../headless/growth.js';
import { RecordingsClient } from '../headless/recordings-client.js';
import { pageReaderScript } from '../media/index.js';
import { eventually, launchChromium, ServerProcess } from '../support/index.js';

test('a recording plays in a page from its link, and can be jumped in', async () => {
  const server = await ServerProcess.start();
  const classroom = new Classroom(server.url);
  const browser = await launchChromium();
  try {
    const owner = await RecordingsClient.open(server.url, classroom.room, { rec: true });
    const ann = await classroom.enter('ann');
    const ben = await classroom.enter('ben', { publish: 'nothing' });
    await perceives(ben, ann, ({ frames }) => frames > 100);
    await ann.tell('leave', { close: false });
    const [recording] = await owner.until('the file being complete', ([first]) => first?.state === 'complete');
    const link = await owner.link(recording?.id ?? '');

    const page = await browser.newPage();
    // Served from the same origin, so that the page may read the frames.
    await page.route(`${server.url}/player`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><video muted></video>' }),
    );
    await page.addInitScript(await pageReaderScript());
    await page.goto(`${server.url}/player`);
    const jumped = await page.evaluate(async (source) => {
      const video = document.querySelector('video') as HTMLVideoElement;
      const happens = (event: string): Promise<Event> =>
        new Promise((resolve, reject) => {
          video.addEventListener(event, resolve, { once: true });
          video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true });
        });
      video.src = source;
      await happens('loadeddata');
      video.currentTime = video.duration / 2;
      await happens('seeked');
      window.lecternReader.watchAll();
      await video.play();
      return { duration: video.duration, seekable: video.seekable.end(0), from: video.currentTime };
    }, link);
    expect(Math.abs(jumped.duration * 1000 - (recording?.durationMs ?? 0))).toBeLessThan(100);
    expect(jumped.seekable).toBe(jumped.duration);
    expect(jumped.from).toBeGreaterThan(jumped.duration / 2 - 0.5);
    const [report] = await eventually(
      'seeing ann in the second half',
      () => page.evaluate(() => window.lecternReader.reports()),
      ([first]) => (first?.video.readable ?? 0) > 10,
    );
    expect(report?.video.sender).toBe(ann.sender);
  } finally {
    await browser.close();
    await classroom.close();
    await server.close();
  }
});
