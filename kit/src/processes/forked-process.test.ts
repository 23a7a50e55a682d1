import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeClock } from '../testing/index.js';
import { ForkedProcess } from './index.js';

type Received = { kind: 'ready' } | { kind: 'pong' } | { kind: 'said'; text: string };

const IDLE = `setInterval(() => undefined, 1_000_000); process.on('disconnect', () => process.exit());`;
const READY = `process.send({ kind: 'ready' });`;
const noClose = (): void => undefined;

let folder: string;
const started: ForkedProcess<{ kind: string }, Received>[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-forked-'));
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((child) => child.stop(() => child.disconnect(), 1)));
  rmSync(folder, { recursive: true, force: true });
});

function start(script: string, entry = join(folder, 'child.mjs')) {
  writeFileSync(join(folder, 'child.mjs'), script);
  const clock = new FakeClock();
  const log: string[] = [];
  const said: string[] = [];
  const ends: Error[] = [];
  const child = new ForkedProcess<{ kind: string }, Received>({
    entry,
    name: 'the child',
    clock,
    onMessage: ({ text }) => said.push(text),
    onEnd: (cause) => ends.push(cause),
    log: (message) => log.push(message),
  });
  started.push(child);
  return { child, clock, log, said, ends };
}

describe('a process that does not answer', () => {
  it('is given a minute where it has only been started', async () => {
    const { child, clock, log, ends } = start(IDLE);
    clock.advance(60_000);
    expect([log, child.isRunning]).toEqual([[], false]);
    clock.advance(1_000);
    expect(log).toEqual(['the child has not answered for 60000 ms and is killed']);
    await expect(child.ready).rejects.toThrow('the child ended (SIGKILL)');
    await child.exited;
    expect([ends.map(({ message }) => message), clock.pending]).toEqual([['the child ended (SIGKILL)'], 0]);
  });

  it('is killed after ten seconds once it has worked', async () => {
    const { child, clock, log, ends } = start(IDLE + READY);
    await child.ready;
    clock.advance(10_000);
    expect([log, child.isRunning, child.silentMs]).toEqual([[], true, 10_000]);
    clock.advance(1_000);
    expect(log).toEqual(['the child has not answered for 10000 ms and is killed']);
    await child.exited;
    expect(ends).toHaveLength(1);
  });
});

it('that answers lives, and its messages arrive', async () => {
  const { child, clock, log, said } = start(`${IDLE}
    process.on('message', (message) => process.send(message.kind === 'ping' ? { kind: 'pong' } : { kind: 'said', text: message.kind }));
    ${READY}`);
  await child.ready;
  for (let second = 0; second < 30; second += 1) {
    clock.advance(1_000);
    await vi.waitFor(() => expect(child.silentMs).toBe(0), { interval: 1 });
  }
  child.send({ kind: 'hello' });
  await vi.waitFor(() => expect(said).toEqual(['hello']));
  expect(log).toEqual([]);
});

it('that is stopped is killed where it does not heed it, and stopping again waits for the same end', async () => {
  const { child, clock, ends } = start(IDLE + READY);
  await child.ready;
  const stopped = Promise.all([child.stop(noClose, 2_000), child.stop(noClose, 2_000)]);
  clock.advance(1_999);
  expect(ends).toEqual([]);
  clock.advance(1);
  await stopped;
  expect([ends.map(({ message }) => message), clock.pending]).toEqual([['the child ended (SIGKILL)'], 0]);
});

it('that ends when it is told to is not killed', async () => {
  const { child, clock, ends } = start(IDLE + READY);
  await child.ready;
  await child.stop(() => child.disconnect(), 2_000);
  expect([ends.map(({ message }) => message), clock.pending]).toEqual([['the child ended (code 0)'], 0]);
});

it('that cannot be started says so once, and is stopped at once', async () => {
  const { child, ends, clock } = start('', join(folder, 'child.mjs'));
  await expect(child.ready).rejects.toThrow('the child ended (code 0)');
  await child.stop(noClose, 2_000);
  const executable = process.execPath;
  try {
    process.execPath = join(folder, 'no-such-program');
    const missing = start('');
    await expect(missing.child.ready).rejects.toThrow('the child cannot be started or reached');
    await missing.child.stop(noClose, 2_000);
    expect([missing.ends.length, missing.clock.pending]).toEqual([1, 0]);
  } finally {
    process.execPath = executable;
  }
  expect([ends.length, clock.pending]).toEqual([1, 0]);
});
