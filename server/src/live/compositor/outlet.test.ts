import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import type { LiveState } from '../states.js';
import { fakeFfmpeg, type FakeFfmpeg } from '../testing/fake-ffmpeg.js';
import { Outlet, type OutletPorts } from './outlet.js';

const GIVE_UP_MS = 60_000;
const MEGABYTE = Buffer.alloc(1024 * 1024);

let folder: string;
let clock: FakeClock;
let states: { state: LiveState; reason: string | undefined }[];
let outlets: Outlet[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-outlet-'));
  clock = new FakeClock();
  states = [];
  outlets = [];
});

afterEach(async () => {
  const closing = outlets.map((outlet) => outlet.close());
  clock.advance(10_000);
  await Promise.all(closing);
  rmSync(folder, { recursive: true, force: true });
});

/** Resolves after all pending promise callbacks. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function open(
  what: FakeFfmpeg,
  reach: OutletPorts['reach'] = async () => ({}),
  url = 'rtmp://secret.example/key',
): Promise<Outlet> {
  const outlet = new Outlet(
    { kind: 'rtmp', url },
    {
      ffmpegPath: fakeFfmpeg(folder, what),
      clock,
      giveUpMs: GIVE_UP_MS,
      reach,
      state: (state, reason) => states.push({ state, reason }),
    },
  );
  outlets.push(outlet);
  await settled();
  return outlet;
}

test('a target that takes nothing is given no more than a bounded backlog, and is tried anew', async () => {
  const outlet = await open('hangs');
  for (let count = 0; count < 20; count++) outlet.write(MEGABYTE);
  expect(states).toEqual([{ state: 'reconnecting', reason: 'it takes nothing any more' }]);
});

test('a target that stalls with little in its way is noticed in time', async () => {
  const outlet = await open('hangs');
  outlet.write(MEGABYTE);
  clock.advance(9_000);
  outlet.write(Buffer.from('x'));
  expect(states).toEqual([]);
  clock.advance(2_000);
  outlet.write(Buffer.from('x'));
  expect(states).toEqual([{ state: 'reconnecting', reason: 'it takes nothing any more' }]);
});

test('a target that refuses is tried after growing waits and then given up; its key is told to nobody', async () => {
  const outlet = await open('fails');
  const waits: number[] = [];
  while (outlet.state !== 'failed') {
    const tries = states.length;
    await vi.waitFor(() => expect(clock.pending).toBe(1));
    if (states.length === 1 && waits.length === 0) {
      expect(states[0]!.reason).toContain('the push URL');
      expect(states[0]!.reason).not.toContain('key');
    }
    let waited = 0;
    while (clock.pending === 1 && waited < GIVE_UP_MS) {
      clock.advance(500);
      waited += 500;
    }
    waits.push(waited);
    await vi.waitFor(() => expect(clock.pending === 1 || outlet.state === 'failed').toBe(true));
    expect(states.length).toBeGreaterThanOrEqual(tries);
  }
  expect(waits.slice(0, 5)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThanOrEqual(GIVE_UP_MS);
  expect(states.at(-1)!.state).toBe('failed');
});

test('a name is checked before every try, and not pushed to while it may not be', async () => {
  const asked: string[] = [];
  const outlet = await open('fails', async (url) => {
    asked.push(url);
    throw new Error('secret.example is inside');
  });
  expect(states).toEqual([{ state: 'reconnecting', reason: 'secret.example is inside' }]);
  clock.advance(1_000);
  await settled();
  expect(asked).toEqual(['rtmp://secret.example/key', 'rtmp://secret.example/key']);
  await outlet.close();
  clock.advance(10_000);
  await settled();
  expect(asked).toHaveLength(2);
});

test('a name over TLS is pushed to through a proxy that leads to the checked address, for as long as it is tried', async () => {
  vi.stubEnv('no_proxy', '*');
  const outlet = await open('prints', async () => ({ addresses: ['127.0.0.1'] }), 'rtmps://secret.example/app/key');
  await vi.waitFor(() => expect(states).toHaveLength(1));
  vi.unstubAllEnvs();
  const { reason = '' } = states[0]!;
  expect(reason).toMatch(/no_proxy=\[\] .* -tls_verify 1 -http_proxy http:\/\/127\.0\.0\.1:\d+ the push URL/s);
  const port = Number(/-http_proxy \S+:(\d+)/.exec(reason)?.[1]);
  const connecting = new Promise((resolve, reject) =>
    connect(port, '127.0.0.1', () => resolve('open')).on('error', reject),
  );
  await expect(connecting).rejects.toThrow(/ECONNREFUSED/);
  await outlet.close();
});
