import {
  ACTIONS,
  banMember,
  closeAccount,
  logOut,
  refreshSession,
  revokeSession,
  type AnyAction,
} from '@lectern/marketplace-contract';
import { fuzzLimitMs, fuzzOptions } from '@lectern/kit/testing';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { likely } from '../testing/likely.js';
import { AuthorizationFixtures, type Person } from '../testing/authorization/index.js';
import type { World } from '../testing/world.js';

let fixtures: AuthorizationFixtures;
let world: World;
let token: string;
beforeAll(async () => {
  // The conference server responds with nonsense here, which must not become an error of the API.
  fixtures = await AuthorizationFixtures.found({ fetch: async () => Response.json({}) });
  ({ world } = fixtures);
  ({ token } = await world.member());
  await fixtures.order(fixtures.alice, 'paid');
  await fixtures.order(fixtures.alice, 'refunding');
  await fixtures.shared(fixtures.alice, fixtures.bob);
});
afterAll(() => world.close());

/** Values that commonly break parsers. */
const nasty = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    ...['', ' ', '\0', '__proto__', 'constructor', "' OR 1=1 --", '<script>', '../../etc/passwd', '１２３４５６'],
    ...['\uD800', 'a'.repeat(5_000), '9'.repeat(30), '-1', '1e9', '0', 'NaN', '2026-02-30', 'a@b', 'image', 'email'],
    ...[-1, 0, 1.5, 2 ** 53, 2 ** 63, true, null, {}, [], [[]], { length: 3 }],
  ),
  fc.emailAddress(),
);

/** Request bodies with the known fields of an action, and unexpected ones. */
function bodies(action: AnyAction): fc.Arbitrary<unknown> {
  const { properties = {} } = z.toJSONSchema(action.request, { io: 'input', unrepresentable: 'any' });
  const fields = Object.fromEntries(Object.keys(properties).map((name) => [name, nasty]));
  return fc.oneof({ weight: 4, arbitrary: fc.record(fields, { requiredKeys: [] }) }, { weight: 1, arbitrary: nasty });
}

/** The seed of `npm test` is fixed; `npm run fuzz` tries others. */
const RUNS = { ...(process.env['FUZZ_RUNS'] === undefined && { seed: 20261122 }), ...fuzzOptions(15, 0.01) };
const LIMIT_MS = fuzzLimitMs(RUNS, 200);

/** Violations in a response: a server error, or a body that is not the envelope. */
function complaints(response: LightMyRequestResponse): string[] {
  const { code, msg, data } = response.json<{ code: number; msg: string; data: { reason?: string } }>();
  const isFine =
    response.statusCode === 200 &&
    data.reason !== 'internal' &&
    [0, 1, 206, 401, 403, 404, 409, 422, 423, 429].includes(code) &&
    msg !== '';
  return isFine ? [] : [`HTTP ${response.statusCode}: ${response.body}`];
}

const fuzzed = ACTIONS.filter(({ path }) => path !== logOut.path).map((action) => [action.path, action] as const);

test.each(fuzzed)(
  '%s answers whatever it is asked with the envelope, and never breaks',
  async (_path, action) => {
    await fc.assert(
      fc.asyncProperty(bodies(action), fc.boolean(), async (body, isMember) => {
        const response = await world.app.inject({
          method: 'POST',
          url: action.path,
          headers: { 'content-type': 'application/json', ...(isMember && { authorization: token }) },
          payload: JSON.stringify(body) ?? '',
        });
        expect(complaints(response)).toEqual([]);
      }),
      RUNS,
    );
  },
  LIMIT_MS,
);

/** A caller whom the action admits. */
const callerOf = ({ access }: AnyAction, { alice, mia, assistant, company, office }: AuthorizationFixtures): Person =>
  ({ P: alice, L: alice, 1: alice, 2: mia, '2+p': mia, '2+h': assistant, 3: company, A: office[0] })[access];

/** Actions that end sessions, which the other tests need. */
const ENDING: readonly AnyAction[] = [banMember, revokeSession, closeAccount, refreshSession];

test.each(fuzzed.filter(([, action]) => !ENDING.includes(action)))(
  '%s bears what looks right from who may call it',
  async (_path, action) => {
    let calls = 0;
    await fc.assert(
      fc.asyncProperty(likely(action.request), async (body) => {
        calls += 1;
        const response = await world.app.inject({
          method: 'POST',
          url: action.path,
          // A different address for each call, so that rate limits do not apply.
          headers: { authorization: callerOf(action, fixtures).token, 'x-forwarded-for': `198.51.100.${calls}` },
          payload: body as object,
        });
        expect(complaints(response)).toEqual([]);
      }),
      RUNS,
    );
  },
  LIMIT_MS,
);
