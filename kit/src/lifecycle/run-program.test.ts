import { expect, it } from 'vitest';
import { runProgram, type ProgramHost, type ProgramOptions } from './run-program.js';
import { StartError } from './start-error.js';

/** A process that ignores the request to exit. */
class FakeProcess implements ProgramHost {
  readonly listeners = new Map<NodeJS.Signals, (signal: NodeJS.Signals) => void>();
  errors = '';
  #exited: (code: number) => void = () => undefined;
  readonly exited = new Promise<number>((resolve) => (this.#exited = resolve));

  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): void {
    this.listeners.set(signal, listener);
  }

  exit(code: number): void {
    this.#exited(code);
  }

  writeError(text: string): void {
    this.errors += text;
  }

  send(signal: NodeJS.Signals): void {
    this.listeners.get(signal)?.(signal);
  }
}

function run(start: ProgramOptions['start']) {
  const host = new FakeProcess();
  const running = runProgram({ start, host });
  return { host, running };
}

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('gives up a start at %s and ends in order', async (signal) => {
  const { host } = run(
    (given) => new Promise((_, reject) => given.addEventListener('abort', () => reject(new Error('given up')))),
  );
  host.send(signal);
  expect([await host.exited, host.errors]).toEqual([0, '']);
});

it('closes what has come up although it was given up', async () => {
  let isClosed = false;
  const { host } = run(
    (given) =>
      new Promise((resolve) =>
        given.addEventListener('abort', () => resolve({ close: async () => void (isClosed = true) })),
      ),
  );
  host.send('SIGTERM');
  expect([await host.exited, isClosed]).toEqual([0, true]);
});

it('closes a running program once, however often it is told to', async () => {
  let count = 0;
  let closed = (): void => undefined;
  const { host, running } = run(async () => ({
    close: () => {
      count += 1;
      return new Promise<void>((resolve) => (closed = resolve));
    },
  }));
  await running;
  host.send('SIGINT');
  host.send('SIGINT');
  host.send('SIGTERM');
  closed();
  expect([await host.exited, count]).toEqual([0, 1]);
});

it('says in one sentence why it cannot start, and shows where a fault of its own is', async () => {
  const operator = run(() => Promise.reject(new StartError('port 80 may not be used')));
  expect(await operator.host.exited).toBe(1);
  expect(operator.host.errors).toBe('Lectern could not run: port 80 may not be used\n');
  const fault = run(() => Promise.reject(new TypeError('undefined is not a function')));
  expect(await fault.host.exited).toBe(1);
  expect(fault.host.errors).toContain('run-program.test.ts');
});

it('ends with an error when it cannot close', async () => {
  const { host, running } = run(async () => ({ close: () => Promise.reject(new Error('disk')) }));
  await running;
  host.send('SIGTERM');
  expect([await host.exited, host.errors]).toEqual([1, expect.stringContaining('did not stop in order: Error: disk')]);
});
