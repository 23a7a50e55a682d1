import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { members } from '../../db/schema/index.js';
import { World } from '../world.js';
import { ChangeCounter } from './change-counter.js';

let world: World;
let counter: ChangeCounter;
let id: number;
beforeAll(async () => {
  world = await World.start();
  const { member } = await world.member();
  id = Number(member.id);
  await world.parts.idle();
  counter = await ChangeCounter.install(world.db, world.schema, ['throttle']);
});
afterAll(() => world.close());

/** Changes by table during the work. */
async function during(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await counter.changes();
  await work();
  const after = Object.entries(await counter.changes());
  const added = after.map(([name, count]) => [name, count - (before[name] ?? 0)] as const);
  return Object.fromEntries(added.filter(([, count]) => count !== 0));
}

const rename = (name: string) => world.db.update(members).set({ name }).where(eq(members.id, id));

test('every table has the triggers, so that inserts, updates and deletions are counted', async () => {
  const { rows } = await world.db.execute<{ name: string; events: string }>(
    sql`SELECT t.table_name AS name, string_agg(DISTINCT g.event_manipulation, ' ' ORDER BY g.event_manipulation) AS events
    FROM information_schema.tables t LEFT JOIN information_schema.triggers g
    ON g.event_object_schema = t.table_schema AND g.event_object_table = t.table_name AND g.trigger_name LIKE 'test_change%'
    WHERE t.table_schema = ${world.schema} AND t.table_name NOT IN ('throttle', 'test_change') GROUP BY 1`,
  );
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.filter(({ events }) => events !== 'DELETE INSERT UPDATE')).toEqual([]);
});

test('each changed row counts, of whatever statement, and the table says which', async () => {
  expect(await during(() => rename('Somebody else'))).toEqual({ member: 1 });
  await world.member();
  const ended = () => world.db.execute(sql`DELETE FROM session WHERE member_id <> ${id}`);
  expect(await during(ended)).toEqual({ session: 1 });
  expect(await during(() => world.db.execute(sql`TRUNCATE session`))).toEqual({ session: 1 });
});

test('a change that is taken back by another one counts twice', async () => {
  await rename('Before');
  const back = async (): Promise<void> => {
    await rename('Between');
    await rename('Before');
  };
  expect(await during(back)).toEqual({ member: 2 });
});

test('what changes nothing is not counted', async () => {
  await rename('The same');
  expect(await during(() => rename('The same'))).toEqual({});
  const failing = (): Promise<void> =>
    world.db.transaction(async (tx) => {
      await tx.update(members).set({ name: 'Nobody' }).where(eq(members.id, id));
      throw new Error('rolled back');
    });
  expect(await during(() => failing().catch(() => undefined))).toEqual({});
});
