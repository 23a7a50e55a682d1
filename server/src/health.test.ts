import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import { HealthChecks, HealthProblem } from './health.js';
import { FakeClock } from '@lectern/kit/testing';

let clock: FakeClock;
let health: HealthChecks;
beforeEach(() => {
  clock = new FakeClock();
  health = new HealthChecks(clock, pino({ level: 'silent' }));
});

it('names what is wrong, and tells strangers nothing else of it', async () => {
  health.add('database', () => Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3:5432')));
  health.add('media', () => Promise.reject(new HealthProblem('0 of 2 workers run')));
  health.add('marketplace database', () => Promise.resolve());
  expect(await health.report()).toEqual({
    status: 'unavailable',
    checks: { database: 'does not answer', media: '0 of 2 workers run', 'marketplace database': 'ok' },
  });
});

it('waits two seconds for a check that hangs, whatever the others say', async () => {
  health.add('media', () => Promise.resolve());
  health.add('database', () => new Promise(() => undefined));
  const report = health.report();
  await new Promise(setImmediate);
  clock.advance(2_000);
  expect(await report).toEqual({ status: 'unavailable', checks: { media: 'ok', database: 'does not answer' } });
  expect(clock.pending).toBe(0);
});

it('asks once for all who ask at the same time or within a second', async () => {
  let count = 0;
  health.add('database', async () => void (count += 1));
  await Promise.all(Array.from({ length: 100 }, () => health.report()));
  clock.advance(999);
  await health.report();
  expect(count).toBe(1);
  clock.advance(1);
  expect([await health.report(), count]).toEqual([{ status: 'ok', checks: { database: 'ok' } }, 2]);
});

it('is not ready once it closes, whatever was said before', async () => {
  health.add('database', () => Promise.resolve());
  await health.report();
  health.close();
  expect(await health.report()).toEqual({ status: 'unavailable', checks: { server: 'is closing' } });
});

it('takes each name once', () => {
  health.add('database', () => Promise.resolve());
  expect(() => health.add('database', () => Promise.resolve())).toThrow('choose another name');
});
