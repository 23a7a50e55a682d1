import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HeadlessParticipant } from '../headless/headless-participant.js';
import { bundleForNode } from '../support/bundle.js';
import { eventually, ServerProcess } from '../support/index.js';
import { readExample } from './read-example.js';

const SCRIPT = new URL('../build/readme-example.mjs', import.meta.url);

/** The example on Node, as the README says below it, with a stop before its last line. */
const stage = (example: string, serverUrl: string): string => {
  const lines = example
    .replace('http://localhost:8080', serverUrl)
    .replace("password: 'engine' }", "password: 'engine', platform }")
    .trimEnd()
    .split('\n');
  const last = lines.pop();
  return [
    "import { checkpoint, platform, shown, video } from './example-stage.mjs';",
    ...lines,
    'const kinds = (await shown).getTracks().map(({ kind }) => kind).sort();',
    "await checkpoint(`watching ${kinds.join(' and ')}`);",
    last,
    "await checkpoint('left');",
    'process.exit(0);',
  ].join('\n');
};

describe('the example in the README', () => {
  let server: ServerProcess;
  let grace: HeadlessParticipant;
  let example: ChildProcess | undefined;

  beforeAll(async () => {
    server = await ServerProcess.start();
    grace = await HeadlessParticipant.start('grace', 2);
    await grace.tell('join', { serverUrl: server.url, appKey: 'lectern#demo', room: 'algebra', role: 3 });
  });

  afterAll(async () => {
    example?.kill('SIGKILL');
    await grace?.close();
    await server?.close();
  });

  const checkpoint = async (name: string): Promise<void> => {
    const stopped = once(example!, 'exit').then(([code]) => [`ended with code ${String(code)}`]);
    const [message] = (await Promise.race([once(example!, 'message'), stopped])) as [string];
    expect(message).toBe(name);
  };

  const adaIn = async (): Promise<unknown> =>
    (await grace.tell('state')).members.find(({ name }) => name.endsWith('ada'));

  const streamOfAda = async () => (await grace.tell('state')).streams.find(({ isLocal }) => !isLocal);

  it('runs as it stands: joins, watches, publishes, mutes and leaves', async () => {
    await bundleForNode(new URL('./example-stage.ts', import.meta.url));
    await writeFile(SCRIPT, stage(await readExample('Ten lines'), server.url));
    // Without the test runner's conditions, so that the example runs on the package as it is built.
    example = fork(SCRIPT, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });

    await eventually('Ada being there', adaIn, (member) => member !== undefined);
    await grace.tell('publish', { audio: true, video: true });
    await checkpoint('watching audio and video');
    // Grace hears of the muting beside Ada, not before her.
    const stream = await eventually('Ada’s picture being muted', streamOfAda, (found) => found?.videoMuted === true);
    expect(stream).toMatchObject({ audioMuted: false });

    example.send('go on');
    await checkpoint('left');
    await eventually('Ada being gone', adaIn, (member) => member === undefined);
    const exited = once(example, 'exit');
    example.send('go on');
    expect(await exited).toEqual([0, null]);
  });
});
