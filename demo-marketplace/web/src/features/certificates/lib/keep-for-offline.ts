/** Where the worker finds the page and its parts (public/verify-worker.js). */
const KEPT = 'verify';
const WORKER = '/verify-worker.js';
/** The only pages that the worker has to do with. */
const SCOPE = '/verify/';
/** Paths that are cached for offline use. */
const PART = /^\/(assets\/.+|[\w-]+\.(js|svg))$/;

/** Every part of the page that this browser has loaded. */
const loadedParts = (): readonly string[] => {
  const addresses = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const here = addresses.filter(({ origin, pathname }) => origin === location.origin && PART.test(pathname));
  return [...new Set(here.map(({ pathname }) => pathname))];
};

/**
 * Caches the current page that verifies certificates, so that it opens without a network. Certificates and keys are not
 * part of the cache.
 */
export async function keepForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return;
  const page = await fetch(location.pathname, { headers: { accept: 'text/html' } });
  const own = document.querySelector('script[type=module][src]')?.getAttribute('src');
  // After an update of the site, the page refers to other assets than the loaded ones; the next visit caches them.
  if (!page.ok || own == null || !(await page.clone().text()).includes(own)) return;
  const parts = loadedParts();
  const kept = await caches.open(KEPT);
  await kept.addAll([...parts]);
  await kept.put(SCOPE, page);
  const old = (await kept.keys()).filter(({ url }) => ![SCOPE, ...parts].includes(new URL(url).pathname));
  await Promise.all(old.map((request) => kept.delete(request)));
  await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
}
