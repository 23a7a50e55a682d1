import { Command, CommSyncDL, decode, MSync } from '@lectern/rtc/im-protocol';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Backlog, ImMessage } from '../store/index.js';
import { FakeClock } from '@lectern/kit/testing';
import { MemoryImStore } from '../testing/memory-im.js';
import { Acknowledgements } from './acknowledgements.js';
import { DeviceQueues } from './device-queues.js';

const AWAY = new Error('Connection terminated unexpectedly');

/** A store whose reads fail while it is unreachable. */
class AwayStore extends MemoryImStore {
  readFailure: Error | undefined;

  override backlog(...args: Parameters<MemoryImStore['backlog']>): Promise<readonly Backlog[]> {
    return this.readFailure ? Promise.reject(this.readFailure) : super.backlog(...args);
  }

  override read(...args: Parameters<MemoryImStore['read']>): Promise<readonly ImMessage[]> {
    return this.readFailure ? Promise.reject(this.readFailure) : super.read(...args);
  }
}

const messageOf = (id: bigint, size = 1): ImMessage => ({
  ...{ id, appKey: 'a#b', sender: 'ann', resource: 'web', recipient: 'ben', clientId: String(id) },
  ...{ ns: 1, kind: 1, contentType: 0, body: new Uint8Array(size), sentAt: 0 },
});

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

function start(): { clock: FakeClock; store: AwayStore; queues: DeviceQueues; syncs: CommSyncDL[] } {
  const [clock, store, syncs] = [new FakeClock(), new AwayStore(), [] as CommSyncDL[]];
  const ports = { clock, store, acknowledgements: new Acknowledgements(store), log: pino({ level: 'silent' }) };
  const queues = new DeviceQueues({ appKey: 'a#b', user: 'ben', resource: 'web' }, ports, (frame) => {
    const { command, payload = new Uint8Array() } = decode(MSync, frame);
    if (command === Command.Sync) syncs.push(decode(CommSyncDL, payload));
  });
  return { clock, store, queues, syncs };
}

it('answers a pull once the database is back, as the device hears of nothing else meanwhile', async () => {
  const { clock, store, queues, syncs } = start();
  await store.append([messageOf(1n)]);
  store.readFailure = AWAY;
  queues.pull('ann', undefined);
  await turn();
  clock.advance(1_000);
  await turn();
  store.readFailure = undefined;
  clock.advance(1_000);
  await turn();
  expect(syncs).toMatchObject([{ nextKey: '1' }]);

  store.readFailure = AWAY;
  await store.append([messageOf(2n)]);
  queues.news('ann', 2n);
  queues.pull('ann', 1n);
  await turn();
  store.readFailure = undefined;
  clock.advance(1_000);
  await turn();
  expect(syncs).toMatchObject([{ nextKey: '1' }, { nextKey: '2' }]);
});

it('tells the end where reading fails for good, and delivers at the next pull', async () => {
  const { store, queues, syncs } = start();
  await store.append([messageOf(1n)]);
  await queues.unread();
  store.readFailure = new Error('a mistake of ours');
  queues.pull('ann', undefined);
  await turn();
  expect(syncs).toMatchObject([{ isLast: true }]);
  store.readFailure = undefined;
  queues.pull('ann', undefined);
  await turn();
  expect(syncs).toMatchObject([{ isLast: true }, { nextKey: '1' }]);
});

it('looks for nothing once the device is gone', async () => {
  const { clock, store, queues } = start();
  store.readFailure = AWAY;
  queues.pull('ann', undefined);
  await turn();
  expect(clock.pending).toBe(1);
  queues.close();
  expect(clock.pending).toBe(0);
});

it('sends long messages in small batches, all of them and in order', async () => {
  const { store, queues, syncs } = start();
  await store.append(Array.from({ length: 10 }, (_, index) => messageOf(BigInt(index + 1), 100_000)));
  let key: bigint | undefined;
  while (syncs.at(-1)?.isLast !== true) {
    queues.pull('ann', key);
    await turn();
    key = BigInt(syncs.at(-1)?.nextKey ?? 0);
  }
  expect(syncs.map(({ metas = [] }) => metas.length)).toEqual([2, 2, 2, 2, 2, 0]);
  expect(syncs.flatMap(({ metas = [] }) => metas.map(({ id }) => id))).toEqual(
    Array.from({ length: 10 }, (_, index) => String(index + 1)),
  );
});
