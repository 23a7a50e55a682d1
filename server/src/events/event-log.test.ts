import { FakeClock } from '@lectern/kit/testing';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryStore } from '../testing/memory-store.js';
import { EventLog } from './event-log.js';

const ROOM = { id: 'LC1', appKey: 'org#app', roomName: 'maths', type: 10 };
const DAY_MS = 86_400_000;

let clock: FakeClock;
let store: MemoryStore;
const open: EventLog[] = [];

const start = (): EventLog => {
  const log = pino({ level: 'silent' });
  const events = new EventLog({ store: store.events, clock, log, webhooks: undefined, retentionMs: 7 * DAY_MS });
  open.push(events);
  return events;
};
const happen = async (events: EventLog, reason: number): Promise<void> => {
  const data = { memId: 'MEM1', memName: 'org#app_ann', reason };
  await store.events.append(events.prepare(ROOM, { type: 'member.left', data }));
  events.stored(ROOM.id);
};
/** Collects the reasons that events carry, which number them. */
const collect = (events: EventLog, seen: unknown[], options: { from?: 'now'; fail?: () => boolean } = {}) =>
  events.consume(
    { name: 'marketplace', appKey: 'org#app', ...(options.from && { from: options.from }) },
    ({ data }) => {
      if (options.fail?.() === true) throw new Error('not now');
      seen.push(data['reason']);
    },
  );

beforeEach(() => {
  clock = new FakeClock();
  store = new MemoryStore();
});
afterEach(() => Promise.all(open.splice(0).map((events) => events.close())));

describe('a consumer of events', () => {
  it('gets what happened before it came and what happens then, in order, with its cursor and time', async () => {
    const events = start();
    await happen(events, 1);
    const seen: unknown[] = [];
    collect(events, seen);
    await happen(events, 2);
    await vi.waitFor(() => expect(seen).toEqual([1, 2]));
    const page = await events.list('org#app', 0, 10);
    expect(page.events[0]).toMatchObject({ type: 'member.left', createdAt: clock.now(), conference: ROOM, cursor: 1 });
    expect(page.cursor).toBe(2);
  });

  it('begins with what happens from now on, where it asks for that', async () => {
    const events = start();
    await happen(events, 1);
    const seen: unknown[] = [];
    collect(events, seen, { from: 'now' });
    await vi.waitFor(async () => expect(await store.events.cursor('marketplace')).toBe(1));
    await happen(events, 2);
    await vi.waitFor(() => expect(seen).toEqual([2]));
  });

  it('goes on where it stopped, over a restart of the server and its own', async () => {
    const [first, seen]: [EventLog, unknown[]] = [start(), []];
    const subscription = collect(first, seen);
    await happen(first, 1);
    await vi.waitFor(() => expect(seen).toEqual([1]));
    await subscription.close();
    await happen(first, 2);
    await first.close();
    const second = start();
    await happen(second, 3);
    collect(second, seen);
    await vi.waitFor(() => expect(seen).toEqual([1, 2, 3]));
  });

  it('gets an event again that it could not handle, before any other', async () => {
    const [events, seen]: [EventLog, unknown[]] = [start(), []];
    let failures = 2;
    let calls = 0;
    collect(events, seen, {
      fail: () => {
        calls += 1;
        return failures-- > 0;
      },
    });
    await happen(events, 1);
    await vi.waitFor(() => expect(calls).toBe(1));
    await happen(events, 2);
    for (const delayMs of [1_000, 2_000]) {
      // The pause beside the intervals of pruning.
      await vi.waitFor(() => expect(clock.pending).toBe(2));
      clock.advance(delayMs);
    }
    await vi.waitFor(() => expect(seen).toEqual([1, 2]));
  });

  it('is ended by the end of the server, in the middle of a pause too', async () => {
    const events = start();
    collect(events, [], { fail: () => true });
    await happen(events, 1);
    await vi.waitFor(() => expect(clock.pending).toBe(2));
    await events.close();
    expect(clock.pending).toBe(0);
    expect(await store.events.cursor('marketplace')).not.toBe(1);
  });

  it('finds nothing that is older than it is kept', async () => {
    const events = start();
    await happen(events, 1);
    clock.advance(8 * DAY_MS);
    await vi.waitFor(async () => expect((await events.list('org#app', 0, 10)).events).toEqual([]));
  });
});
