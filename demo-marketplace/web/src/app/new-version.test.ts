import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerAll, server, serveTests } from '../testing/server.js';

serveTests();

let answer: () => Response | undefined;
/** Resolves when the server's page was read. */
let asked: Promise<void>;

beforeEach(() => {
  document.documentElement.lang = 'en';
  document.body.innerHTML = '<input value="half a sentence"><script type="module" src="/assets/app-1.js"></script>';
  asked = new Promise((resolve) => {
    server.events.on('request:end', () => void setTimeout(resolve, 0));
  });
  answerAll(() => answer());
});
afterEach(() => server.events.removeAllListeners());

const pageWith = (script: string) => () => new Response(`<script type="module" src="${script}"></script>`);

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
  const notice = await miss();
  expect(notice?.textContent).toContain('There is a new version of this site.');
  expect(notice?.querySelector('button')?.textContent).toBe('Reload');
  expect(document.querySelector('input')?.value).toBe('half a sentence');
});

test('it says nothing where the version is the same, or the network is gone', async () => {
  answer = pageWith('/assets/app-1.js');
  expect(await miss()).toBeNull();
  answer = () => undefined;
  expect(await miss()).toBeNull();
});
