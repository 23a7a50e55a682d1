import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import { film, filmOfBoxes, webm } from '../../testing/films.js';
import { InspectionPool, TIME_LIMIT_MS, type InspectionPoolOptions } from './pool.js';

/** A worker that never ends or exhausts its memory, by the name of the file; it leaves a file when it hangs. */
const SCRIPT = `
  import { writeFileSync } from 'node:fs';
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ task }) => {
    if ((task.path ?? task.text) === 'hangs') for (writeFileSync(new URL('hanging', import.meta.url), ''); ; );
    if (task.path === 'grows') for (const all = []; ; ) all.push(Array.from({ length: 100_000 }, () => [1]));
    parentPort.postMessage({ kind: 'done', result: { mime: task.path, seconds: 1 } });
  });
  parentPort.postMessage({ kind: 'ready' });
`;

let folder: string;
let entry: string;
let clock: FakeClock;
const pools: InspectionPool[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-inspect-'));
  entry = join(folder, 'worker.mjs');
  await writeFile(entry, SCRIPT);
});
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
  await rm(join(folder, 'hanging'), { force: true });
});
afterAll(() => rm(folder, { recursive: true }));

function poolOf(options: Partial<InspectionPoolOptions> = {}): InspectionPool {
  clock = new FakeClock();
  const pool = new InspectionPool({ clock, ...options });
  pools.push(pool);
  return pool;
}

const task = (path: string) => ({ path, measure: true });
/** Resolves when the workers are busy with a file. */
const begun = async (pool: InspectionPool, workers = 1): Promise<void> => {
  await expect.poll(() => pool.workers).toBe(workers);
};

describe('real files', () => {
  const saved = async (name: string, content: Buffer): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };

  test('are told apart by what they hold, and films measured', async () => {
    const pool = poolOf();
    const [mp4, other] = [await saved('a', film(61)), await saved('b', webm(2.5))];
    expect(await pool.inspect(task(mp4), { ownerId: 1 })).toEqual({ mime: 'video/mp4', seconds: 61 });
    expect(await pool.inspect(task(other), { ownerId: 1 })).toEqual({ mime: 'video/webm', seconds: 3 });
    expect(await pool.inspect({ path: mp4, measure: false }, { ownerId: 1 })).toEqual({ mime: 'video/mp4' });
    await expect(pool.inspect(task(join(folder, 'nothing')), { ownerId: 1 })).rejects.toThrow('ENOENT');
    expect(pool.workers).toBe(1);
  });

  test('and captions are read beside each other, by the same workers', async () => {
    const pool = poolOf();
    const srt = '1\r\n00:00:01,000 --> 00:00:02,500\r\n<b>Hello</b>\r\n';
    const vtt = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHello\n';
    const mp4 = await saved('beside', film(61));
    const [captions, none, found] = await Promise.all([
      pool.checkCaptions(srt, { ownerId: 1 }),
      pool.checkCaptions('Hello', { ownerId: 1 }),
      pool.inspect(task(mp4), { ownerId: 2 }),
    ]);
    expect([captions, none, found.seconds]).toEqual([{ vtt }, { vtt: undefined }, 61]);
    expect(pool.workers).toBe(2);
  });

  test('of two million boxes are refused at once, ten at a time, and a good one beside them is taken', async () => {
    const pool = poolOf();
    const hostile = await saved('hostile', filmOfBoxes(2_000_000));
    const good = await saved('good', film(61));
    const refused = Array.from({ length: 10 }, () =>
      pool.inspect(task(hostile), { ownerId: 1 }).catch((error: Error) => error.message),
    );
    expect(await pool.inspect(task(good), { ownerId: 2 })).toEqual({ mime: 'video/mp4', seconds: 61 });
    expect(new Set(await Promise.all(refused))).toEqual(new Set(['FileTooComplex']));
  });
});

describe('a worker that hangs', () => {
  test('is ended when its time is over, and replaced; meanwhile the event loop answers', async () => {
    const pool = poolOf({ entry, size: 1 });
    const hanging = pool.inspect(task('hangs'), { ownerId: 1 }).catch((error: unknown) => error);
    const next = pool.inspect(task('good'), { ownerId: 1 });
    // The worker thread never yields, yet the event loop of this thread stays responsive.
    await begun(pool);
    for (let pings = 0; pings < 1_000; pings += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(pool.queued).toBe(1);
    // Only now, since the time that a worker takes to start is limited as well.
    await expect.poll(() => existsSync(join(folder, 'hanging'))).toBe(true);
    clock.advance(TIME_LIMIT_MS - 1);
    expect(pool.workers).toBe(1);
    expect(pool.queued).toBe(1);
    clock.advance(1);
    expect(await hanging).toMatchObject({ status: 400, word: 'FileTooComplex' });
    expect(await next).toMatchObject({ mime: 'good' });
    expect(pool.workers).toBe(1);
  });

  test('over captions is ended like one that hangs over a file', async () => {
    const pool = poolOf({ entry, size: 1 });
    const hanging = pool.checkCaptions('hangs', { ownerId: 1 }).catch((error: unknown) => error);
    await expect.poll(() => existsSync(join(folder, 'hanging'))).toBe(true);
    clock.advance(TIME_LIMIT_MS);
    expect(await hanging).toMatchObject({ status: 400, word: 'FileTooComplex' });
  });

  test('is ended when nobody waits for it any more', async () => {
    const pool = poolOf({ entry, size: 1 });
    const left = new AbortController();
    const hanging = pool.inspect(task('hangs'), { ownerId: 1, signal: left.signal });
    await begun(pool);
    left.abort(new Error('the client left'));
    await expect(hanging).rejects.toThrow('the client left');
    expect(pool.workers).toBe(0);
    expect(await pool.inspect(task('good'), { ownerId: 1 })).toMatchObject({ mime: 'good' });
  });

  test('of one member keeps nobody else’s file waiting', async () => {
    const pool = poolOf({ entry });
    const hostile = Array.from({ length: 10 }, () => pool.inspect(task('hangs'), { ownerId: 1 }).catch(() => 'ended'));
    expect(await pool.inspect(task('good'), { ownerId: 2 })).toMatchObject({ mime: 'good' });
    expect(await pool.inspect(task('again'), { ownerId: 3 })).toMatchObject({ mime: 'again' });
    expect(pool.queued).toBe(9);
    await pool.close();
    expect(await Promise.all(hostile)).toEqual(hostile.map(() => 'ended'));
    expect(pool.workers).toBe(0);
  });
});

test('a worker that uses up its memory ends alone', async () => {
  const pool = poolOf({ entry, size: 1 });
  await expect(pool.inspect(task('grows'), { ownerId: 1 })).rejects.toMatchObject({ word: 'FileTooComplex' });
  expect(await pool.inspect(task('good'), { ownerId: 1 })).toMatchObject({ mime: 'good' });
});

test('a file that nobody waits for any more is not begun', async () => {
  const pool = poolOf({ entry, size: 1 });
  const [first, second] = [new AbortController(), new AbortController()];
  const hanging = pool.inspect(task('hangs'), { ownerId: 1, signal: first.signal });
  const waiting = pool.inspect(task('waits'), { ownerId: 2, signal: second.signal });
  second.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  expect(pool.queued).toBe(0);
  first.abort(new Error('left'));
  await expect(hanging).rejects.toThrow('left');
});

test('more than may wait are refused for the moment', async () => {
  const pool = poolOf({ entry, size: 1, maxQueued: 1 });
  const waiting = [1, 2].map(() => pool.inspect(task('hangs'), { ownerId: 1 }).catch(() => 'ended'));
  await expect(pool.inspect(task('good'), { ownerId: 2 })).rejects.toMatchObject({ status: 503, word: 'SlowDown' });
  await pool.close();
  await Promise.all(waiting);
});
