import { spawn, type ChildProcess } from 'node:child_process';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeClock } from '../../testing/fake-clock.js';
import { DatabaseProcess } from './database-process.js';

/**
 * Imitates PostgreSQL: prints that it is ready, exits on signals that it does not ignore, and prints received signals.
 */
const program = (deaf: readonly string[], words: readonly string[]): string => `
  for (const name of ['SIGINT', 'SIGQUIT']) process.on(name, () => {
    console.log('got ' + name);
    if (!${JSON.stringify(deaf)}.includes(name)) process.exit(name === 'SIGINT' ? 0 : 2);
  });
  for (const line of ${JSON.stringify(words)}) console.log(line);
  setInterval(() => undefined, 1_000_000);
`;

const READY = 'LOG:  database system is ready to accept connections';
const RECOVERS = [
  'LOG:  server process was terminated by signal 9',
  'LOG:  terminating any other active server processes',
];
const never = new AbortController().signal;
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function start({ deaf = [], words = [READY] }: { deaf?: readonly string[]; words?: readonly string[] } = {}) {
  const clock = new FakeClock();
  const lines: string[] = [];
  const child = spawn(process.execPath, ['-e', program(deaf, words)], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const database = new DatabaseProcess(child, clock, (line) => lines.push(line));
  const said = (word: string): Promise<void> => vi.waitFor(() => expect(lines).toContain(word));
  return { database, clock, lines, said };
}

describe('a database that is told to stop', () => {
  it('ends in order', async () => {
    const { database, clock, lines } = start();
    await database.ready(never);
    await database.stop();
    expect([await database.exited, lines.at(-1), clock.pending]).toEqual(['stopped', 'got SIGINT', 0]);
  });

  it('is ended when it does not get on with it, and killed when that does not help', async () => {
    const { database, clock, lines, said } = start({ deaf: ['SIGINT', 'SIGQUIT'] });
    await database.ready(never);
    const stopped = database.stop();
    await said('got SIGINT');
    clock.advance(4_999);
    expect(lines).not.toContain('got SIGQUIT');
    clock.advance(1);
    await said('got SIGQUIT');
    clock.advance(5_000);
    await stopped;
    expect(await database.exited).toBe('crashed');
  });

  it('is ended at once while it recovers, since it would not heed anything else', async () => {
    const { database, lines, said } = start({ deaf: ['SIGINT'], words: [READY, ...RECOVERS] });
    await database.ready(never);
    await said(RECOVERS[1] ?? '');
    await database.stop();
    expect(lines.at(-1)).toBe('got SIGQUIT');
  });

  it('is ended at once while it starts, and says so to who waits for it', async () => {
    const giveUp = new AbortController();
    const { database, lines, said } = start({ words: ['starting'] });
    const ready = database.ready(giveUp.signal);
    const rejected = expect(ready).rejects.toThrow(/ended with code 2: starting/);
    await said('starting');
    giveUp.abort();
    await rejected;
    expect(lines).toContain('got SIGQUIT');
  });
});

describe('a database that starts', () => {
  it('is given up when it does not become ready', async () => {
    const { database, clock } = start({ words: [] });
    const rejected = expect(database.ready(never)).rejects.toThrow('did not become ready in time');
    clock.advance(60_000);
    await rejected;
  });

  it('tells what it said last when it ends', async () => {
    const child = spawn(process.execPath, ['-e', 'console.error("FATAL:  no space"); process.exit(3)']);
    const database = new DatabaseProcess(child, new FakeClock(), () => undefined);
    await expect(database.ready(never)).rejects.toThrow('PostgreSQL ended with code 3: FATAL:  no space');
    expect(await database.exited).toBe('crashed');
  });
});
