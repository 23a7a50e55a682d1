import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { FactWrite } from '../store/index.js';
import { FakeClock } from '@lectern/kit/testing';
import { MemoryStore } from '../testing/memory-store.js';
import type { WebhookEvent } from '../webhooks/events.js';
import { Journal } from './journal.js';

const left = (memId: string): WebhookEvent => ({
  type: 'member.left',
  data: { memId, memName: 'org#app_ann', reason: 0 },
});
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('events that wait for a database that is away are a bounded number: the oldest go, and are counted', async () => {
  const clock = new FakeClock();
  const written: FactWrite[] = [];
  let isAway = true;
  let dropped = 0;
  const save = async (_id: string, write: FactWrite): Promise<void> => {
    if (isAway) throw new Error('connect ECONNREFUSED');
    written.push(write);
  };
  const journal = new Journal(
    'LC1',
    {
      ...{ clock, log: pino({ level: 'silent' }), store: { ...new MemoryStore().conferences, save } },
      events: {
        prepare: (event) => ({
          ...{ id: 'data' in event ? String(Object.values(event.data)[0]) : '', conferenceId: 'LC1' },
          ...{ body: '', createdAt: 0, appKey: 'org#app', isQueued: true },
        }),
        wake: () => undefined,
        dropped: (count) => (dropped += count),
      },
    },
    () => undefined,
  );
  for (let index = 0; index < 1_010; index += 1) {
    journal.record({ facts: new Map(), events: [left(`MEM${index}`)], isEnd: false, isFirm: false });
    if (index % 100 === 0) await settled();
    clock.advance(2_000);
  }
  await settled();
  isAway = false;
  clock.advance(2_000);
  await journal.settled();
  const ids = written.flatMap(({ events }) => events.map(({ id }) => id));
  expect([ids.length, ids[0], ids.at(-1), dropped]).toEqual([1_000, 'MEM10', 'MEM1009', 10]);
});

it('counts as failing while the database does not answer for seconds, and no longer than that', async () => {
  const clock = new FakeClock();
  let answer = (): void => undefined;
  const save = (): Promise<void> => new Promise((resolve) => (answer = resolve));
  const store = { ...new MemoryStore().conferences, save };
  const journal = new Journal('LC1', { clock, log: pino({ level: 'silent' }), store }, () => undefined);
  journal.record({ facts: new Map([['cver', 1]]), events: [], isEnd: false, isFirm: true });
  clock.advance(2_999);
  expect(journal.isFailing).toBe(false);
  clock.advance(1);
  expect(journal.isFailing).toBe(true);
  answer();
  await journal.settled();
  expect(journal.isFailing).toBe(false);
});
