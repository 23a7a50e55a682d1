import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import { WorkerSlot } from './slot.js';

let folder: string;
let slot: WorkerSlot | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-slot-'));
});

afterEach(async () => {
  await slot?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A worker whose start takes this many pings, one each second. */
function start(seconds: number) {
  const entry = join(folder, 'worker.mjs');
  writeFileSync(
    entry,
    `let pings = 0;
    process.on('message', ({ kind, id }) => {
      if (kind === 'call') process.send({ kind: 'result', id, result: null });
      if (kind === 'ping' && ++pings === ${seconds}) process.send({ kind: 'ready' });
    });`,
  );
  const clock = new FakeClock();
  const nothing = (): void => undefined;
  const events = {
    state: nothing,
    recordingEnded: nothing,
    speakers: nothing,
    started: nothing,
    lost: nothing,
    log: nothing,
  };
  slot = new WorkerSlot(entry, {}, clock, events);
  return { clock, slot };
}

it('lets who asks for media wait for a worker that is slow to start, as on a busy machine', async () => {
  const { clock, slot } = start(20);
  const ready = slot.ready();
  ready.catch(() => undefined);
  clock.advance(20_000);
  await expect(ready).resolves.toBeUndefined();
  expect(slot.isReady).toBe(true);
});

it('tells who asks for media when the worker does not come up', async () => {
  const { clock, slot } = start(1_000);
  const ready = slot.ready();
  const refused = expect(ready).rejects.toMatchObject({ reason: 'engine-down' });
  clock.advance(60_000);
  await refused;
});
