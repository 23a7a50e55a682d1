import { build } from 'esbuild';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { launchChromium, ServerProcess } from '../support/index.js';

const PAGE = fileURLToPath(new URL('../bench/page/bench-page.ts', import.meta.url));
const APP_KEY = 'lectern#demo';

/** The page's script with the built packages in it, as an application ships them. */
const bundlePage = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [PAGE],
    bundle: true,
    logLevel: 'error',
    write: false,
    format: 'iife',
    target: 'es2022',
  });
  return outputFiles[0]!.text;
};

const serve = async (html: string): Promise<Server> => {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/' ? 200 : 404, { 'content-type': 'text/html' }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

/** The real server and a real page with the bench in it. */
export class BenchSession {
  static async start(): Promise<BenchSession> {
    const html = `<!doctype html><title>bench</title><body><script>${await bundlePage()}</script>`;
    const [lectern, site, browser] = await Promise.all([ServerProcess.start(), serve(html), launchChromium()]);
    const page = await browser.newPage();
    page.on('pageerror', (error) => console.error(`in the page: ${error.message}`));
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    await page.evaluate((server) => window.bench.prepare(server), { restUrl: lectern.url, appKey: APP_KEY });
    return new BenchSession(lectern, site, browser, page);
  }

  private constructor(
    private readonly lectern: ServerProcess,
    private readonly site: Server,
    private readonly browser: Browser,
    readonly page: Page,
  ) {}

  get browserVersion(): string {
    return this.browser.version();
  }

  async close(): Promise<void> {
    await this.page.evaluate(() => window.bench.finish());
    await this.browser.close();
    this.site.close();
    await this.lectern.close();
  }
}
