// @vitest-environment node
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { answerAll, serveTests } from '../../../testing/server.js';

serveTests();

type Handler = (event: object) => void;
const handlers = new Map<string, Handler>();
const ORIGIN = 'https://lectern.test';

beforeAll(async () => {
  vi.stubGlobal('addEventListener', (type: string, handler: Handler) => handlers.set(type, handler));
  vi.stubGlobal('location', { origin: ORIGIN });
  // Loaded as browsers load it: it is not bundled with the application.
  const script = '../../../../public/verify-worker.js';
  await import(script);
});

let network: () => Response | undefined;
beforeEach(() => {
  network = () => undefined;
  vi.stubGlobal('location', { origin: ORIGIN });
  answerAll(() => network());
  const kept = new Map([
    ['/verify/', 'kept page'],
    ['/assets/app-1.js', 'kept script'],
  ]);
  vi.stubGlobal('caches', {
    open: async () => ({ match: async (path: string) => (kept.has(path) ? new Response(kept.get(path)) : undefined) }),
  });
});
afterEach(() => void vi.unstubAllGlobals());

/** Returns the response of the worker; undefined if it leaves the request to the browser. */
async function answerTo(path: string, { method = 'GET', mode = 'cors' } = {}): Promise<string | undefined> {
  let answer: Promise<Response> | undefined;
  const url = path.startsWith('/') ? ORIGIN + path : path;
  const respondWith = (given: Promise<Response>) => (answer = given);
  // Only browsers make requests of navigations.
  const request = Object.defineProperty(new Request(url, { method }), 'mode', { value: mode });
  handlers.get('fetch')?.({ request, respondWith });
  return (await answer)?.text();
}

test('whenever there is a network the site answers', async () => {
  network = () => new Response('from the site');
  expect(await answerTo('/verify/LC-1', { mode: 'navigate' })).toBe('from the site');
  expect(await answerTo('/assets/app-1.js')).toBe('from the site');
});

test.each([
  ['the network is gone', () => undefined],
  ['the server is gone', () => new Response('bad gateway', { status: 502 })],
])('every verification page opens by what was kept when %s', async (_, gone) => {
  network = gone;
  expect(await answerTo('/verify/LC-2', { mode: 'navigate' })).toBe('kept page');
  expect(await answerTo('/assets/app-1.js')).toBe('kept script');
});

test('what was not kept fails as without a worker', async () => {
  await expect(answerTo('/assets/app-2.js')).rejects.toThrow(TypeError);
  network = () => new Response('bad gateway', { status: 502 });
  expect(await answerTo('/assets/app-2.js')).toBe('bad gateway');
});

test('calls and what comes from elsewhere are left to the browser', async () => {
  expect(await answerTo('/api/Certificate/verify', { method: 'POST' })).toBeUndefined();
  expect(await answerTo('/api/Certificate/file')).toBeUndefined();
  expect(await answerTo('https://elsewhere.test/a.js')).toBeUndefined();
});
