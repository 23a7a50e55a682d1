import { expect, test, type Browser, type Page } from '@playwright/test';
import { build } from 'esbuild';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { readExample } from '../docs/read-example.js';
import { launchChromium, ServerProcess } from '../support/index.js';

/** The page of the README on an origin of its own, with its lines as they stand, but for the server and a pause. */
async function serveExample(serverUrl: string): Promise<{ readonly origin: string; close(): void }> {
  const lines = (await readExample('Ten lines')).replace('http://localhost:8080', serverUrl).trimEnd().split('\n');
  const last = lines.pop() ?? '';
  const contents = [...lines, 'await new Promise((go) => (window.goOn = go));', last, "document.title = 'left';"];
  const { outputFiles } = await build({
    stdin: { contents: contents.join('\n'), resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    ...{ bundle: true, format: 'esm', target: 'es2022', logLevel: 'error', write: false },
    conditions: ['lectern-source'],
  });
  const script = outputFiles[0]?.text.replaceAll('</script', '<\\/script') ?? '';
  const html = `<!doctype html><title>joining</title><video id="video"></video><script type="module">${script}</script>`;
  const site = createServer((request, response) => {
    const isPage = request.url === '/';
    response.writeHead(isPage ? 200 : 204, { 'content-type': 'text/html; charset=utf-8' }).end(isPage ? html : '');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(site.address() as AddressInfo).port}`, close: () => void site.close() };
}

test.describe('the ten lines of the README', () => {
  let server: ServerProcess;
  let browser: Browser;

  test.beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start({ program: 'marketplace' }), launchChromium()]);
  });

  test.afterAll(async () => {
    await browser.close();
    await server.close();
  });

  test('run twice in a page, in the same class as a window of the classroom', async () => {
    const site = await serveExample(server.url);
    const context = await browser.newContext({ locale: 'en', permissions: ['camera', 'microphone'] });
    const complaints: string[] = [];
    const open = async (url: string): Promise<Page> => {
      const page = await context.newPage();
      page.on('pageerror', ({ message }) => complaints.push(message));
      page.on('console', (message) => {
        // Browsers log every refused request; that a user exists already is one on the second run.
        const isKnown = message.location().url.endsWith('/users');
        if (message.type() === 'error' && !isKnown) complaints.push(`${message.location().url} ${message.text()}`);
      });
      // A page is not loaded before its module script is done, which waits for the test.
      await page.goto(url, { waitUntil: 'commit' });
      return page;
    };
    const grace = await open(`${server.url}/classroom?room=algebra#password=1234`);
    await grace.getByRole('textbox', { name: 'Your name' }).fill('Grace');
    await grace.getByRole('button', { name: 'Join class' }).click();
    await grace.getByRole('button', { name: 'Leave class' }).waitFor();
    for (let run = 1; run <= 2; run += 1) {
      const ada = await open(site.origin);
      await expect.poll(async () => [await ada.evaluate(() => 'goOn' in window), complaints]).toEqual([true, []]);
      const picture = ada.locator('video');
      await expect.poll(() => picture.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(0);
      await expect(grace.getByText('ada', { exact: true }).first()).toBeVisible();
      await ada.evaluate(() => (window as unknown as { goOn: () => void }).goOn());
      await expect(ada).toHaveTitle('left');
      await expect(grace.getByText('ada', { exact: true })).toHaveCount(0);
      await ada.close();
    }
    expect(complaints).toEqual([]);
    await context.close();
    site.close();
  });
});
