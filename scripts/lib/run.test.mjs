import { describe, expect, it } from 'vitest';
import { run } from './run.mjs';

describe('a program that is run', () => {
  it('has its output collected, and its code told', async () => {
    expect(await run('sh', ['-c', 'echo out; echo err >&2; exit 3'])).toEqual({ code: 3, output: 'out\nerr\n' });
  });

  it('is told from one that does not exist', async () => {
    expect((await run('no-such-program', [])).code).toBe(127);
  });

  it('may write its report when it took too long', async () => {
    const slow = `process.on('SIGINT', () => { console.log('report'); process.exit(1); }); setInterval(() => {}, 1000);`;
    expect(await run(process.execPath, ['-e', slow], { timeoutMs: 2000 })).toEqual({
      code: 124,
      output: '\nstopped after 2 s\nreport\n',
    });
  });
});
