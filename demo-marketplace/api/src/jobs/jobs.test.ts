import { asc } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { jobs, outbox } from '../db/schema/index.js';
import { outboxWorker, enqueueMessage, type Mail } from '../delivery/index.js';
import { FakeClock } from '@lectern/kit/testing';
import { World } from '../testing/world.js';
import { delayAfter, enqueue, jobWorker, type Job, type JobHandler, type Worker } from './index.js';

let world: World;
/** Ahead of the world's clock, so that its own workers never find these jobs due. */
const clock = new FakeClock(new FakeClock().now() + 365 * 86_400_000);
const workers: Worker[] = [];
beforeAll(async () => {
  world = await World.start();
  await world.parts.idle();
  await world.db.delete(jobs);
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.close()));
  await world.db.delete(jobs);
  await world.db.delete(outbox);
});
afterAll(() => world.close());

const quiet = (): void => undefined;
const stopPath = (): string => '';

function work(handlers: Record<string, JobHandler>, extra: Pick<Job, 'isLasting'> = {}): Worker {
  const kinds = Object.fromEntries(Object.entries(handlers).map(([kind, run]) => [kind, { run, ...extra }]));
  const worker = jobWorker({ db: world.db, clock: clock, log: quiet, kinds });
  workers.push(worker);
  return worker;
}

const later = (kind: string, inMs = 0, uniqueKey?: string) =>
  world.db.transaction((tx) =>
    enqueue(tx, { kind, payload: { kind }, runAt: clock.now() + inMs, ...(uniqueKey && { uniqueKey }) }),
  );

describe('jobs', () => {
  test('run when they are due, in order, once', async () => {
    const done: unknown[] = [];
    const note: JobHandler = async ({ kind }) => void done.push(kind);
    const worker = work({ first: note, second: note });
    await later('second', 2_000);
    await later('first', 1_000);
    await worker.idle();
    expect(done).toEqual([]);
    clock.advance(2_000);
    await worker.idle();
    await worker.idle();
    expect(done).toEqual(['first', 'second']);
  });

  test('are done once, however many work at them', async () => {
    const done: string[] = [];
    const note: JobHandler = async (payload) => void done.push(String(payload['n']));
    const runAt = clock.now();
    for (let n = 0; n < 20; n += 1)
      await world.db.transaction((tx) => enqueue(tx, { kind: 'count', payload: { n }, runAt }));
    const many = [1, 2, 3].map(() => work({ count: note }));
    await Promise.all(many.map((worker) => worker.idle()));
    expect([...done].sort()).toEqual(Array.from({ length: 20 }, (_, n) => String(n)).sort());
  });

  test('are passed over while another worker has them', async () => {
    const done: string[] = [];
    let begin = quiet;
    let release = quiet;
    const isBegun = new Promise<void>((resolve) => (begin = resolve));
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    const handlers: Record<string, JobHandler> = {
      slow: async () => {
        begin();
        await isReleased;
        done.push('slow');
      },
      quick: async () => void done.push('quick'),
    };
    await later('slow');
    await later('quick');
    const first = work(handlers).idle();
    await isBegun;
    await work(handlers).idle();
    expect(done).toEqual(['quick']);
    release();
    await first;
    expect(done).toEqual(['quick', 'slow']);
  });

  test('are tried again with longer pauses, and what they wrote before they failed is undone', async () => {
    let attempts = 0;
    const worker = work({
      flaky: async (_payload, db) => {
        attempts += 1;
        await enqueue(db, { kind: 'trace', payload: { attempts }, runAt: clock.now() + 1_000_000_000 });
        if (attempts < 3) throw new Error('not yet');
      },
    });
    await later('flaky');
    await worker.idle();
    clock.advance(delayAfter(1) - 1);
    await worker.idle();
    expect(attempts).toBe(1);
    clock.advance(1);
    await worker.idle();
    clock.advance(delayAfter(2));
    await worker.idle();
    const rows = await world.db.select().from(jobs).orderBy(asc(jobs.id));
    expect(rows.map(({ kind, payload, doneAt }) => [kind, payload, doneAt !== null])).toEqual([
      ['flaky', { kind: 'flaky' }, true],
      ['trace', { attempts: 3 }, false],
    ]);
  });

  test('are given up after ten attempts, and say why', async () => {
    const worker = work({});
    await later('unknown');
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      await worker.idle();
      clock.advance(delayAfter(attempt));
    }
    const [row] = await world.db.select().from(jobs);
    expect(row).toMatchObject({ attempts: 10, doneAt: null, lastError: expect.stringContaining('unknown') });
    expect(row?.failedAt).not.toBeNull();
  });

  test('of a kind that is never given up are done, however long what they need was away', async () => {
    let isAway = true;
    const done: string[] = [];
    const handlers = {
      needed: async () => {
        if (isAway) throw new Error('away');
        done.push('needed');
      },
    };
    const worker = work(handlers, { isLasting: true });
    await later('needed');
    for (let attempt = 1; attempt <= 30; attempt += 1) {
      await worker.idle();
      clock.advance(delayAfter(attempt));
    }
    isAway = false;
    await worker.idle();
    expect(done).toEqual(['needed']);
  });

  test('that fail in the database say why, without the values that were written', async () => {
    const handlers: Record<string, JobHandler> = {
      writing: async (_payload, db) => {
        const row = { kind: 'x', payload: { secret: 'hush' }, runAt: Number.NaN };
        await enqueue(db, row);
      },
    };
    await later('writing');
    await work(handlers).idle();
    const [row] = await world.db.select().from(jobs);
    expect(row?.lastError).toContain('invalid input syntax');
    expect(row?.lastError).not.toContain('hush');
  });

  test('with one key wait only once', async () => {
    await Promise.all([later('once', 0, 'key'), later('once', 0, 'key'), later('once', 0, 'other')]);
    expect(await world.db.select().from(jobs)).toHaveLength(2);
    await work({ once: async () => undefined }).idle();
    await later('once', 0, 'key');
    expect(await world.db.select().from(jobs)).toHaveLength(3);
  });

  test('are begun by time alone, and not after the worker was closed', async () => {
    let runs = 0;
    const worker = work({ tick: async () => void (runs += 1) });
    worker.start();
    await worker.idle();
    await later('tick', 1_000);
    clock.advance(1_000);
    await worker.idle();
    expect(runs).toBe(1);
    await worker.close();
    await later('tick');
    clock.advance(10_000);
    await worker.idle();
    expect(runs).toBe(1);
  });
});

describe('the outbox', () => {
  const mail: Mail = { to: 'a@b.tw', subject: 'hello', text: 'code 123456' };

  test('sends what was committed, and nothing else', async () => {
    const sent: Mail[] = [];
    const mailer = { sendMail: async (one: Mail) => void sent.push(one), close: quiet };
    const sms = { sendSms: async () => undefined };
    const worker = outboxWorker({ db: world.db, clock: clock, log: quiet, mailer, sms, stopPath });
    workers.push(worker);
    const undone = world.db.transaction(async (db) => {
      await enqueueMessage(db, { topic: 'mail', payload: { ...mail, subject: 'undone' } }, clock.now());
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    await world.db.transaction((tx) => enqueueMessage(tx, { topic: 'mail', payload: mail }, clock.now()));
    await worker.idle();
    expect(sent).toEqual([{ ...mail, html: expect.stringContaining('123456') }]);
  });

  test('tries again, and forgets what it could not send when it gives up', async () => {
    let attempts = 0;
    const mailer = {
      sendMail: async () => {
        attempts += 1;
        throw new Error('mailbox is full');
      },
      close: quiet,
    };
    const worker = outboxWorker({
      ...{ db: world.db, clock: clock, log: quiet, mailer },
      sms: { sendSms: async () => undefined },
      stopPath,
    });
    workers.push(worker);
    await world.db.transaction((tx) => enqueueMessage(tx, { topic: 'mail', payload: mail }, clock.now()));
    for (let attempt = 1; attempt <= 20; attempt += 1) {
      await worker.idle();
      clock.advance(delayAfter(attempt));
    }
    const [row] = await world.db.select().from(outbox);
    expect([attempts, row?.attempts, row?.payload, row?.lastError]).toEqual([16, 16, null, 'Error: mailbox is full']);
  });

  test('sends what waited for a mail server that was away for hours', async () => {
    let isAway = true;
    const sent: Mail[] = [];
    const sendMail = async (one: Mail) => {
      if (isAway) throw new Error('421 try again later');
      sent.push(one);
    };
    const worker = outboxWorker({
      ...{ db: world.db, clock: clock, log: quiet, stopPath },
      mailer: { sendMail, close: quiet },
      sms: { sendSms: async () => undefined },
    });
    workers.push(worker);
    await world.db.transaction((tx) => enqueueMessage(tx, { topic: 'mail', payload: mail }, clock.now()));
    for (let minutes = 0; minutes < 4 * 60; minutes += 1) {
      await worker.idle();
      clock.advance(60_000);
    }
    isAway = false;
    clock.advance(3_600_000);
    await worker.idle();
    expect(sent).toMatchObject([{ to: 'a@b.tw', subject: 'hello' }]);
  });
});
