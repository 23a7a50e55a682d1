import { getMemberInfo } from '@lectern/marketplace-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goToPay } from '../testing/money.js';
import { AuthorizationFixtures } from '../testing/authorization/index.js';

let fixtures: AuthorizationFixtures;
let addresses: readonly (readonly [method: 'GET' | 'POST', url: string])[];
beforeAll(async () => {
  fixtures = await AuthorizationFixtures.found();
  const payment = await goToPay(fixtures.world, fixtures.alice.token, await fixtures.order(fixtures.alice));
  addresses = [
    ['POST', getMemberInfo.path],
    ['POST', '/api/No/such'],
    ['GET', '/api-docs'],
    ['GET', '/api-docs/openapi.json'],
    ['GET', '/dev/inbox'],
    ['GET', '/dev/inbox.json'],
    ['GET', payment],
    ['POST', '/upload'],
    ['GET', '/media/1/video'],
    ['GET', '/robots.txt'],
    ['GET', '/sitemap.xml'],
  ];
});
afterAll(() => fixtures.world.close());

const answers = () => Promise.all(addresses.map(([method, url]) => fixtures.world.app.inject({ method, url })));

test('whatever is answered, nobody takes it for something else', async () => {
  for (const { headers } of await answers()) expect(headers['x-content-type-options']).toBe('nosniff');
});

test('pages of the server’s own run no script, and stand in no frame', async () => {
  const pages = (await answers()).filter(({ headers }) => headers['content-type']?.toString().includes('text/html'));
  expect(pages).toHaveLength(3);
  for (const { headers } of pages) {
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers['cache-control']).toBe('no-store');
  }
});

test('what is of one member is kept by nobody', async () => {
  const { world, alice } = fixtures;
  const { headers } = await world.app.inject({
    ...{ method: 'POST', url: getMemberInfo.path, payload: {} },
    headers: { authorization: alice.token },
  });
  expect(headers['cache-control']).toBe('no-store');
  expect((await world.app.inject('/dev/inbox.json')).headers['cache-control']).toBe('no-store');
});
