import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepForOffline } from './keep-for-offline.js';
import { answerAll, serveTests } from '../../../testing/server.js';

serveTests();

const PAGE = '<script type="module" src="/assets/app-1.js"></script>';
const HERE = 'http://localhost:3000';

/** A fake of the browser's cache: content by path. */
let kept: Map<string, string>;
const register = vi.fn<(script: string, options: object) => Promise<void>>();
let page: string;
let loaded: string[];

beforeEach(() => {
  kept = new Map([['/assets/app-0.js', 'old']]);
  register.mockReset();
  page = PAGE;
  loaded = ['/assets/app-1.js', '/assets/verify-1.css', '/theme.js', '/api/Certificate/verify', '/files/a.png'];
  document.head.innerHTML = PAGE;
  answerAll(() => new Response(page));
  vi.stubGlobal('caches', {
    open: async () => ({
      addAll: async (parts: string[]) => parts.forEach((part) => kept.set(part, 'part')),
      put: async (path: string, answer: Response) => kept.set(path, await answer.text()),
      keys: async () => [...kept.keys()].map((path) => ({ url: HERE + path })),
      delete: async ({ url }: { url: string }) => kept.delete(new URL(url).pathname),
    }),
  });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { register } });
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(() =>
    [...loaded.map((path) => location.origin + path), 'https://elsewhere.test/assets/x.js'].map(
      (name) => ({ name }) as PerformanceEntry,
    ),
  );
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  document.head.innerHTML = '';
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('the page and the parts it has loaded are kept, and what an older version left is not', async () => {
  await keepForOffline();
  expect([...kept.keys()].sort()).toEqual(['/assets/app-1.js', '/assets/verify-1.css', '/theme.js', '/verify/']);
  expect(kept.get('/verify/')).toBe(PAGE);
  expect(register).toHaveBeenCalledExactlyOnceWith('/verify-worker.js', { scope: '/verify/' });
});

test('a page of another version than the parts that are here is not kept with them', async () => {
  page = PAGE.replace('app-1', 'app-2');
  await keepForOffline();
  expect([...kept.keys()]).toEqual(['/assets/app-0.js']);
  expect(register).not.toHaveBeenCalled();
});

test('a browser that keeps nothing goes without', async () => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  await keepForOffline();
  expect([...kept.keys()]).toEqual(['/assets/app-0.js']);
});
