import { spawn, type ChildProcess } from 'node:child_process';
import type { Account } from './account.js';

/**
 * Starts a program of PostgreSQL in its own process group: Ctrl-C must reach the server first, which stops PostgreSQL
 * last.
 */
export function startProgram(account: Account, program: string, args: readonly string[]): ChildProcess {
  const command = account.command(program, args);
  return spawn(command.program, command.args, {
    ...command.options,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LC_MESSAGES: 'C', LC_ALL: 'C' },
  });
}

/**
 * Ends a process (or, with a minus sign, a process group) when this process dies without cleanup: the guard's input
 * closes with it. A process that ignores the first signal receives stronger ones.
 */
export function guard(account: Account, target: number | string, first: 'INT' | 'KILL'): ChildProcess | undefined {
  if (process.platform === 'win32') return undefined;
  const isAlive = `kill -s 0 -- ${target} 2>/dev/null || exit 0`;
  const stronger = ['QUIT', 'KILL'].map(
    (signal) => `for i in 1 2 3 4 5; do ${isAlive}; sleep 1; done; kill -s ${signal} -- ${target} 2>/dev/null`,
  );
  const steps = ['cat >/dev/null', `kill -s ${first} -- ${target} 2>/dev/null`, ...stronger];
  const command = account.command('/bin/sh', ['-c', steps.join('; ')]);
  const child = spawn(command.program, command.args, {
    ...command.options,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => undefined);
  child.unref();
  return child;
}
