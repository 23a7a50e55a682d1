// Pages that verify certificates open without a network, too, by the parts that an earlier one has kept
// (features/certificates/lib/keep-for-offline.ts). Whenever there is a network, the site itself answers.
const KEPT = 'verify';
const SCOPE = '/verify/';

const keptAs = async (address) => (await caches.open(KEPT)).match(address, { ignoreVary: true });

/** The site's answer; what was kept where it is not reached, or something stands before it that cannot reach it. */
const answerTo = async (request, address) => {
  try {
    const answer = await fetch(request);
    return answer.status < 500 ? answer : ((await keptAs(address)) ?? answer);
  } catch (error) {
    const kept = await keptAs(address);
    if (kept === undefined) throw error;
    return kept;
  }
};

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(answerTo(request, SCOPE));
  else if (!pathname.startsWith('/api/')) event.respondWith(answerTo(request, pathname));
});
