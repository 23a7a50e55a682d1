import { ACTIONS, Replay, ResultCode } from '@lectern/marketplace-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attempt, checkBooks } from '../testing/money.js';
import { REPLAYED, AuthorizationFixtures, type Replayed } from '../testing/authorization/index.js';

// Every action with a client_token needs a row in testing/authorization/replays.ts.

let fixtures: AuthorizationFixtures;
beforeAll(async () => {
  fixtures = await AuthorizationFixtures.found();
});
afterAll(async () => {
  await checkBooks(fixtures.world);
  await fixtures.world.close();
});

test('every action that may come again is in the table', () => {
  const known = REPLAYED.map(({ action }) => action.path);
  const repeatable = ACTIONS.filter(({ replay }) => replay !== Replay.None).map(({ path }) => path);
  expect(repeatable.filter((path) => !known.includes(path))).toEqual([]);
});

test.each(REPLAYED.map((one) => [one.action.path, one] as const))(
  '%s is done once for each token of each member',
  async (_path, { action, people, body, other }: Replayed) => {
    const { world } = fixtures;
    const [first, second] = people(fixtures);
    const client_token = attempt();
    const asked = { ...(await body(fixtures, first)), client_token };
    const theirs = { ...(await body(fixtures, second)), client_token };
    const another = { ...(await other(asked, fixtures, first)), client_token };
    const untouched = await fixtures.changes();

    // Concurrent and repeated calls have one effect and the same response.
    const [answer, same] = await Promise.all([world.call(action, asked, first), world.call(action, asked, first)]);
    expect(answer).toMatchObject({ code: ResultCode.Ok });
    expect(same).toEqual(answer);
    const done = await fixtures.changes();
    expect(done).not.toEqual(untouched);
    expect(await world.call(action, asked, first)).toEqual(answer);
    expect(await fixtures.changes()).toEqual(done);

    // The token is refused with a different request.
    expect(await world.call(action, another, first)).toMatchObject({
      ...{ code: ResultCode.Conflict, data: { reason: 'client-token-reused' } },
    });
    expect(await fixtures.changes()).toEqual(done);

    // Tokens of different members are independent.
    expect(await world.call(action, theirs, second)).toMatchObject({ code: ResultCode.Ok });
    expect(await fixtures.changes()).not.toEqual(done);
  },
);
