// @vitest-environment node
import { getMemberInfo } from '@lectern/marketplace-contract';
import { expect, test } from 'vitest';
import { ApiQueryClient } from '../api/query-client.js';
import { memberQuery } from '../features/session/index.js';
import { readKey } from '../lib/member-keys.js';
import { answer, serveTests } from '../testing/server.js';
import { testMember } from '../testing/test-member.js';
import { pages } from './routes.js';

serveTests();

/** All modules but the two that run as pages. */
const modules = import.meta.glob([
  '../**/*.{ts,tsx}',
  '!../**/*.test.*',
  '!../testing/**',
  '!../main.tsx',
  '!../share.ts',
]);

test('nothing touches the window while it is imported', async () => {
  expect(typeof window).toBe('undefined');
  const all = Object.entries(modules);
  expect(all.length).toBeGreaterThan(400);
  const failed: string[] = [];
  for (const [file, load] of all) await load().catch((error: unknown) => failed.push(`${file}: ${String(error)}`));
  expect(failed).toEqual([]);
});

test('every screen loads where there is no window', async () => {
  for (const [path, page] of Object.entries(pages)) {
    expect(typeof (await page.load()), path).toBe('function');
    await page.queries?.();
  }
});

test('each request has a client of its own, which asks for its member and shares no answer', async () => {
  const calls = answer(getMemberInfo, ({ request }) =>
    testMember({ name: request.headers.get('authorization') ?? 'nobody' }),
  );
  const clientOf = (token: string | undefined) =>
    new ApiQueryClient({ locale: () => 'en', token: () => token, origin: 'https://lectern.test' });
  const [ann, bo, visitor] = [clientOf('ANN'), clientOf('BO'), clientOf(undefined)];
  const names = await Promise.all([ann, bo].map(async (client) => (await client.fetchQuery(memberQuery())).name));
  expect(names).toEqual(['ANN', 'BO']);
  expect(visitor.getQueryData(memberQuery().queryKey)).toBeUndefined();
  await visitor.call(getMemberInfo, {});
  expect(calls.map(({ request }) => request.headers.get('authorization'))).toEqual(['ANN', 'BO', null]);
  expect([readKey('name'), readKey('hx_password')]).toEqual([undefined, undefined]);
});
