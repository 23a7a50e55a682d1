import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let answer: () => Promise<Response>;
/** Resolves when the server's page was read. */
let asked: Promise<void>;

beforeEach(() => {
  document.documentElement.lang = 'en';
  document.body.innerHTML = '<input value="half a sentence"><script type="module" src="/assets/app-1.js"></script>';
  asked = new Promise((resolve) => {
    vi.stubGlobal('fetch', async () => {
      // The handlers of the response have run by then.
      setTimeout(resolve, 0);
      return answer();
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

const pageWith = (script: string) => async () => new Response(`<script type="module" src="${script}"></script>`);

/** A part of the page cannot be loaded. */
async function miss(): Promise<Element | null> {
  vi.resetModules();
  // Loaded as the page loads it: it is not bundled with the application, whose chunks may be outdated.
  const script = '../../public/new-version.js';
  await import(script);
  dispatchEvent(new Event('vite:preloadError'));
  await asked;
  return document.querySelector('[role=alert]');
}

test('a page of an older version says so, and leaves what was typed alone', async () => {
  answer = pageWith('/assets/app-2.js');
  await miss();
  const find = () => document.querySelector('[role=alert]');
  await expect.poll(find, { timeout: 120_000 }).not.toBeNull();
  const notice = find();
  expect(notice?.textContent).toContain('There is a new version of this site.');
  expect(notice?.querySelector('button')?.textContent).toBe('Reload');
  expect(document.querySelector('input')?.value).toBe('half a sentence');
});

test('it says nothing where the version is the same, or the network is gone', async () => {
  answer = pageWith('/assets/app-1.js');
  expect(await miss()).toBeNull();
  answer = () => Promise.reject(new TypeError('gone'));
  expect(await miss()).toBeNull();
});
