import { FakeClock } from '@lectern/kit/testing';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { jobs, outbox } from '../db/schema/index.js';
import { outboxWorker, enqueueMessage, type Mail } from '../delivery/index.js';
import { World } from '../testing/world.js';
import { delayAfter, enqueue, jobWorker, LEASE_MS, type ExternalJob, type JobHandler, type Worker } from './index.js';

let world: World;
let clock: FakeClock;
/** Releases the hanging calls, at the latest when the test ends. */
let release: () => void;
let isReleased: Promise<void>;
const workers: Worker[] = [];

beforeAll(async () => {
  world = await World.start();
  await world.parts.idle();
  await world.db.delete(jobs);
});
beforeEach(() => {
  // Ahead of the world's clock, so that its own workers never find these jobs due.
  clock = new FakeClock(world.clock.now() + 365 * 86_400_000);
  isReleased = new Promise((resolve) => (release = resolve));
});
afterEach(async () => {
  release();
  await Promise.all(workers.splice(0).map((worker) => worker.close()));
  await world.db.delete(jobs);
  await world.db.delete(outbox);
});
afterAll(() => world.close());

const quiet = (): void => undefined;

/** A worker with its own clock, as in a separate process. */
function work(handlers: Record<string, JobHandler | ExternalJob>, ownClock: FakeClock = clock): Worker {
  const kinds = Object.fromEntries(Object.entries(handlers).map(([kind, run]) => [kind, { run }]));
  const worker = jobWorker({ db: world.db, clock: ownClock, log: quiet, kinds });
  workers.push(worker);
  return worker;
}

const add = (kind: string): Promise<void> =>
  world.db.transaction((tx) => enqueue(tx, { kind, payload: { key: 'refund-7' }, runAt: clock.now() }));
const theJob = async () => (await world.db.select().from(jobs))[0];

/** Number of open transactions that have touched the tables of this world. */
async function openTransactions(): Promise<number> {
  const { rows } = await world.db.execute<{ n: number }>(sql`
    SELECT count(DISTINCT l.pid)::int AS n FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
    WHERE c.relnamespace = ${world.schema}::regnamespace AND l.pid <> pg_backend_pid()`);
  return rows[0]?.n ?? 0;
}

/** A job that calls a server which does not respond until it is released. */
function hanging(calls: string[]) {
  let begin: () => void = quiet;
  const isCalled = new Promise<void>((resolve) => (begin = resolve));
  const job: ExternalJob = {
    act: async ({ key }) => {
      calls.push(String(key));
      begin();
      await isReleased;
    },
  };
  return { job, isCalled };
}

describe('a job that calls a server', () => {
  test('has no transaction open while the server does not answer', async () => {
    const { job, isCalled } = hanging([]);
    await add('call');
    const running = work({ call: job }).idle();
    await isCalled;
    expect(await openTransactions()).toBe(0);
    release();
    await running;
    expect((await theJob())?.doneAt).toBe(clock.now());
  });

  test('writes its result in the transaction that marks it done', async () => {
    const isDoneWithin: unknown[] = [];
    const job: ExternalJob = {
      act: async () => async (tx) => {
        await tx.insert(outbox).values({ topic: 'nothing', createdAt: 0, runAt: Number.MAX_SAFE_INTEGER });
        isDoneWithin.push((await theJob())?.doneAt);
        if (isDoneWithin.length === 1) throw new Error('not now');
      },
    };
    await add('call');
    const worker = work({ call: job });
    await worker.idle();
    expect(await world.db.$count(outbox)).toBe(0);
    clock.advance(delayAfter(1));
    await worker.idle();
    expect(isDoneWithin).toEqual([null, null]);
    expect(await world.db.$count(outbox)).toBe(1);
    expect(await theJob()).toMatchObject({ attempts: 2, doneAt: clock.now(), lastError: null });
  });

  test('is done by another worker when its own dies after the call, with the same key', async () => {
    const calls: string[] = [];
    // Simulates a suspended process: its clock stands still, so its lease is not renewed.
    const { job, isCalled } = hanging(calls);
    await add('call');
    const dead = work({ call: job }, new FakeClock(clock.now())).idle();
    await isCalled;
    const settled: string[] = [];
    const alive = work({
      call: {
        act: async ({ key }) => {
          calls.push(String(key));
          return async () => void settled.push('alive');
        },
      },
    });
    clock.advance(LEASE_MS - 1);
    await alive.idle();
    expect(calls).toHaveLength(1);
    clock.advance(1);
    await alive.idle();
    expect(calls).toEqual(['refund-7', 'refund-7']);
    const done = await theJob();
    expect(done).toMatchObject({ attempts: 2, doneAt: clock.now() });
    // The process resumes, and its result is discarded.
    clock.advance(5_000);
    release();
    await dead;
    expect(await theJob()).toEqual(done);
    expect(settled).toEqual(['alive']);
  });

  test('that fails after its lease was lost does not put off the attempt of the other worker', async () => {
    const { job, isCalled } = hanging([]);
    const failing: ExternalJob = {
      act: async (payload) => {
        await job.act(payload);
        throw new Error('too late');
      },
    };
    await add('call');
    const dead = work({ call: failing }, new FakeClock(clock.now())).idle();
    await isCalled;
    clock.advance(LEASE_MS);
    await work({ call: { act: async () => undefined } }).idle();
    release();
    await dead;
    expect(await theJob()).toMatchObject({ attempts: 2, lastError: null, failedAt: null, doneAt: clock.now() });
  });

  test('keeps its lease for as long as it takes', async () => {
    const calls: string[] = [];
    const { job, isCalled } = hanging(calls);
    await add('call');
    const slow = work({ call: job }).idle();
    await isCalled;
    for (let passed = 0; passed < 3 * LEASE_MS; passed += LEASE_MS / 2) {
      clock.advance(LEASE_MS / 2);
      await vi.waitFor(async () => expect((await theJob())?.runAt).toBe(clock.now() + LEASE_MS));
      await work({ call: job }).idle();
    }
    expect(calls).toHaveLength(1);
    release();
    await slow;
    expect(await theJob()).toMatchObject({ attempts: 1, doneAt: clock.now() });
  });

  test('is given up when each of ten workers dies with it', async () => {
    await add('call');
    await world.db.update(jobs).set({ attempts: 10 });
    const calls: string[] = [];
    await work({ call: hanging(calls).job }).idle();
    expect(calls).toEqual([]);
    expect(await theJob()).toMatchObject({ doneAt: null, failedAt: clock.now() });
  });

  test('is done once by three workers at once', async () => {
    const calls: string[] = [];
    const job: ExternalJob = { act: async ({ key }) => void calls.push(String(key)) };
    for (let n = 0; n < 10; n += 1) await add('call');
    await Promise.all([1, 2, 3].map(() => work({ call: job }).idle()));
    expect(calls).toHaveLength(10);
  });
});

describe('a job that only changes rows', () => {
  test('writes nothing when its lease was lost before', async () => {
    await add('write');
    const handler: JobHandler = async (_payload, tx) => {
      await tx.insert(outbox).values({ topic: 'nothing', createdAt: 0, runAt: Number.MAX_SAFE_INTEGER });
    };
    // Another worker claims the row between the claim and the work.
    const taken = vi.spyOn(world.db, 'transaction').mockImplementationOnce(async (run) => {
      await world.db.update(jobs).set({ attempts: 2 });
      return world.db.transaction(run);
    });
    await work({ write: handler }).idle();
    taken.mockRestore();
    expect(await world.db.$count(outbox)).toBe(0);
    expect(await theJob()).toMatchObject({ attempts: 2, doneAt: null, lastError: null });
  });
});

describe('a message', () => {
  const mail: Mail = { to: 'a@b.tw', subject: 'hello', text: 'code 123456' };
  const carry = (sendMail: (mail: Mail) => Promise<void>, ownClock: FakeClock = clock): Worker => {
    const worker = outboxWorker({
      db: world.db,
      clock: ownClock,
      log: quiet,
      mailer: { sendMail, close: quiet },
      sms: { sendSms: async () => undefined },
      stopPath: () => '',
    });
    workers.push(worker);
    return worker;
  };

  test('is sent without a transaction, and by another worker when the lease of a dead one ends', async () => {
    const sent: string[] = [];
    let begin: () => void = quiet;
    const isBegun = new Promise<void>((resolve) => (begin = resolve));
    await world.db.transaction((tx) => enqueueMessage(tx, { topic: 'mail', payload: mail }, clock.now()));
    const dead = carry(async () => {
      begin();
      await isReleased;
    }, new FakeClock(clock.now())).idle();
    await isBegun;
    expect(await openTransactions()).toBe(0);
    const alive = carry(async ({ to }) => void sent.push(to));
    await alive.idle();
    expect(sent).toEqual([]);
    clock.advance(LEASE_MS);
    await alive.idle();
    expect(sent).toEqual(['a@b.tw']);
    release();
    await dead;
    const [row] = await world.db.select().from(outbox).where(eq(outbox.topic, 'mail'));
    expect(row).toMatchObject({ attempts: 2, deliveredAt: clock.now(), payload: null });
  });
});
