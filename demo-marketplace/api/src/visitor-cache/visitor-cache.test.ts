import { FakeClock } from '@lectern/kit/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { holdsUntil, TableChanges, VisitorCache } from './index.js';

let clock: FakeClock;
let changes: TableChanges;
let cache: VisitorCache;
let computed: number;
beforeEach(() => {
  clock = new FakeClock();
  changes = new TableChanges();
  cache = new VisitorCache({ clock, changes, maxEntries: 3, maxBytes: 1_000 });
  computed = 0;
});

/** An answer that was read from courses. */
const read = (statement = 'select * from "course"') =>
  cache.get('key', async () => {
    changes.onStatement(statement);
    computed += 1;
    await Promise.resolve();
    return `answer ${computed}`;
  });

test('an answer is kept for 30 seconds', async () => {
  expect(await read()).toBe('answer 1');
  clock.advance(29_999);
  expect(await read()).toBe('answer 1');
  clock.advance(1);
  expect(await read()).toBe('answer 2');
});

test('an answer is kept no longer than it is the same by time', async () => {
  const until = clock.now() + 5_000;
  const get = () =>
    cache.get('timed', () => {
      holdsUntil(until);
      computed += 1;
      return Promise.resolve(`answer ${computed}`);
    });
  await get();
  clock.advance(4_999);
  expect(await get()).toBe('answer 1');
  clock.advance(1);
  expect(await get()).toBe('answer 2');
  expect(await get()).toBe('answer 3');
});

test.each([
  ['update "course" set "title_zh" = $1 where "course"."id" = $2', true],
  ['insert into "course" ("id") values ($1)', true],
  ['DELETE FROM course WHERE id = $1', true],
  ['WITH gone AS (DELETE FROM course RETURNING id) SELECT count(*) FROM gone', true],
  ['truncate course', true],
  ['update "category" set "sort" = $1', false],
  ['insert into "course_view" select id from "course" on conflict do update set n = 1', false],
  ['select * from "course" for update', false],
])('after %s the answer is dropped: %s', async (statement, isDropped) => {
  await read();
  changes.onCommit([statement]);
  expect(await read()).toBe(isDropped ? 'answer 2' : 'answer 1');
});

test('progress of learners drops nothing, and the end of an enrollment does', async () => {
  const learners = 'select count(*) from "enrollment" where "ended_at" is null';
  await read(learners);
  changes.onCommit(['update "enrollment" set "percent" = $1, "learned_at" = $2 where "enrollment"."id" = $3']);
  expect(await read(learners)).toBe('answer 1');
  changes.onCommit(['update "enrollment" set "percent" = $1, "ended_at" = $2 where "enrollment"."id" = $3']);
  expect(await read(learners)).toBe('answer 2');
});

test('concurrent calls share one computation', async () => {
  expect(await Promise.all([read(), read(), read()])).toEqual(['answer 1', 'answer 1', 'answer 1']);
  expect(computed).toBe(1);
});

test('a computation that a change overtakes is neither kept nor shared with later calls', async () => {
  const before = read();
  changes.onCommit(['update "course" set "title_zh" = $1']);
  const after = read();
  expect(await after).toBe('answer 2');
  await before;
  expect(await read()).toBe('answer 2');
});

test('a failure reaches all who wait for it and is not kept', async () => {
  const fail = () => cache.get('key', () => Promise.reject(new Error('the database is away')));
  expect(await Promise.allSettled([fail(), fail()])).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  expect(cache.size).toBe(0);
  expect(await read()).toBe('answer 1');
});

describe('bounds', () => {
  const keep = (key: string, answer = '') => cache.get(key, () => Promise.resolve(answer));
  const isKept = async (key: string): Promise<boolean> => {
    let isComputed = false;
    await cache
      .get(key, () => {
        isComputed = true;
        return Promise.reject(new Error('not kept'));
      })
      .catch(() => undefined);
    return !isComputed;
  };

  test('beyond the number of answers the least recently used one is dropped', async () => {
    for (const key of ['a', 'b', 'c', 'a', 'd']) await keep(key);
    expect(cache.size).toBe(3);
    expect(await isKept('a')).toBe(true);
    expect(await isKept('b')).toBe(false);
  });

  test('beyond the number of bytes answers are dropped until the others fit', async () => {
    await keep('a', 'x'.repeat(200));
    await keep('b', 'x'.repeat(200));
    await keep('c', 'x'.repeat(200));
    expect(cache.size).toBe(2);
    expect(cache.bytes).toBe(2 * 2 * 201);
    await keep('d', 'x'.repeat(501));
    expect([cache.size, cache.bytes]).toEqual([0, 0]);
  });
});
