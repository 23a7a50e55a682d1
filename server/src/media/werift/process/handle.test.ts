import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '@lectern/kit/testing';
import type { TransportOptions } from '../options.js';
import { WorkerHandle } from './handle.js';

let folder: string;
let handle: WorkerHandle | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-worker-'));
});

afterEach(async () => {
  await handle?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A worker that runs a script, and never answers pings. */
function start(script: string) {
  const entry = join(folder, 'worker.mjs');
  writeFileSync(entry, script);
  const clock = new FakeClock();
  const log: string[] = [];
  let lost = (_cause: Error): void => undefined;
  const gone = new Promise<Error>((resolve) => (lost = resolve));
  handle = new WorkerHandle(entry, {} as TransportOptions, clock, {
    state: () => undefined,
    recordingEnded: () => undefined,
    speakers: () => undefined,
    gone: (cause) => lost(cause),
    log: (message) => log.push(message),
  });
  const { ready } = handle;
  ready.catch(() => undefined);
  return { clock, gone, log, ready };
}

describe('a media worker that does not answer', () => {
  it('is given a minute where it has only been started', async () => {
    const { clock, gone, log, ready } = start('setInterval(() => undefined, 1_000_000);');
    clock.advance(60_000);
    expect(log).toEqual([]);
    clock.advance(1_000);
    expect(log).toEqual([expect.stringContaining('60000 ms and is killed')]);
    expect((await gone).message).toContain('SIGKILL');
    await expect(ready).rejects.toThrow('SIGKILL');
  });

  it('is ended after ten seconds once it has worked', async () => {
    const { clock, gone, log, ready } = start(`
      process.on('message', ({ kind, id }) => kind === 'call' && process.send({ kind: 'result', id, result: null }));
      process.send({ kind: 'ready' });
    `);
    await ready;
    clock.advance(10_000);
    expect(log).toEqual([]);
    clock.advance(1_000);
    expect(log).toEqual([expect.stringContaining('10000 ms and is killed')]);
    expect((await gone).message).toContain('SIGKILL');
  });
});
