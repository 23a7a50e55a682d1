import { enterAsGuest, FailureReason } from '@lectern/marketplace-contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { guests } from '../db/schema/index.js';
import { World } from '../testing/world.js';

const HOUR = 3_600_000;
const APP_KEY = 'lectern#demo';
let world: World;
/** Users in a conference, evaluated on each call. */
let active: () => ReadonlySet<string>;
let removed: string[];
let isServerAway: boolean;

const answers: typeof fetch = async (input) => {
  if (isServerAway) throw new TypeError('fetch failed');
  return Response.json(String(input).endsWith('/token') ? { access_token: 'TOKEN' } : { error: 0 });
};

beforeAll(async () => {
  const remove = async (username: string): Promise<void> => {
    if (isServerAway) throw new Error('the server is away');
    removed.push(username);
  };
  world = await World.start({ fetch: answers, guestUsers: { active: () => active(), remove } });
});
beforeEach(() => {
  [active, removed, isServerAway] = [() => new Set(), [], false];
});
afterEach(() => world.db.delete(guests));
afterAll(() => world.close());

/** Creates a guest; resolves with the username. */
async function enter(): Promise<string> {
  const { data } = await world.call(enterAsGuest, { displayName: '林老師' });
  return data.memName.slice(`${APP_KEY}_`.length);
}

/** Interval at which {@link pass} runs the due jobs, which is a quarter of the time that a guest may be absent. */
const STEP_HOURS = 6;

/** Advances the clock and runs the due jobs on the way. */
async function pass(hours: number): Promise<void> {
  for (let left = hours; left > 0; left -= STEP_HOURS) {
    world.clock.advance(Math.min(left, STEP_HOURS) * HOUR);
    await world.parts.idle();
  }
}

test('a guest who comes to no class is deleted a day later', async () => {
  const guest = await enter();
  await pass(23);
  expect(removed).toEqual([]);
  await pass(2);
  expect(removed).toEqual([guest]);
  expect(await world.db.$count(guests)).toBe(0);
});

test('a guest is not deleted during a class, however long it lasts, and a day after it', async () => {
  const [here, gone] = [await enter(), await enter()];
  active = () => new Set([here]);
  await pass(72);
  expect(removed).toEqual([gone]);
  active = () => new Set();
  await pass(23);
  expect(removed).toEqual([gone]);
  await pass(2);
  expect(removed).toEqual([gone, here]);
});

test('a guest who comes back at the last moment stays', async () => {
  const guest = await enter();
  await pass(23);
  // Absent during the first check, and present just before the deletion.
  const rounds = [new Set<string>(), new Set([guest])];
  active = () => rounds.shift() ?? new Set([guest]);
  await pass(2);
  expect(rounds).toEqual([]);
  expect(removed).toEqual([]);
});

test('guests are deleted once the server is back', async () => {
  const guest = await enter();
  isServerAway = true;
  await pass(26);
  expect(await world.db.$count(guests)).toBe(1);
  isServerAway = false;
  await pass(1);
  expect(removed).toEqual([guest]);
});

test('a guest whose user could not be made is forgotten like all others', async () => {
  isServerAway = true;
  const answer = await world.call(enterAsGuest, { displayName: '林老師' });
  expect(answer.data.reason).toBe(FailureReason.RtcUnavailable);
  isServerAway = false;
  await pass(25);
  expect(removed).toHaveLength(1);
  expect(await world.db.$count(guests)).toBe(0);
});
