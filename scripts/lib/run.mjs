import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Time in which a program that exceeded its limit can write its partial report before it is killed. */
const REPORT_TIME_MS = 20_000;

/** The repository's root folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs a program to its end, without standard input.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, show?: boolean, timeoutMs?: number }} [options]
 *   `show` passes the output through instead of collecting it; after `timeoutMs` the program and its children are
 *   interrupted, and killed where they do not end by themselves.
 * @returns {Promise<{ code: number, output: string }>} `code` is 127 where the program does not exist, 124 on a timeout.
 */
export function run(program, args, { cwd = root, env, show = false, timeoutMs } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
      // A process group of its own, so that its children can be killed with it.
      detached: true,
    });
    const end = (signal) => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, signal);
      } catch {
        // The process has exited already.
      }
    };
    const onSignal = (signal) => {
      end(signal);
      process.exit(130);
    };
    process.once('SIGINT', onSignal);
    process.once('SIGTERM', onSignal);

    let output = '';
    let timedOut = false;
    let killing;
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            const notice = `\nstopped after ${timeoutMs / 1000} s\n`;
            if (show) console.log(notice);
            output += notice;
            end('SIGINT');
            killing = setTimeout(() => end('SIGKILL'), REPORT_TIME_MS);
          }, timeoutMs);
    const finish = (code) => {
      clearTimeout(timer);
      clearTimeout(killing);
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
      resolve({ code: timedOut ? 124 : code, output });
    };
    child.once('error', (error) => {
      output += String(error);
      finish(127);
    });
    child.once('close', (code) => finish(code ?? 1));
  });
}

/** Runs a tool of node_modules/.bin. */
export const runTool = (name, args, options) => run(`${root}node_modules/.bin/${name}`, args, options);

/** True if stdout is a terminal that supports colours. */
const colours = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code) => (text) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);
export const green = paint(32);
export const red = paint(31);
export const dim = paint(2);

/** Seconds since `start` (of `performance.now()`), formatted for output. */
export const since = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;
