import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { perceives } from '../headless/growth.js';
import { HeadlessParticipant } from '../headless/headless-participant.js';
import { bundleForNode } from '../support/bundle.js';
import { eventually, ServerProcess } from '../support/index.js';
import { readExample } from './read-example.js';

const SCRIPT = new URL('../build/call-example.mjs', import.meta.url);

/** The example on Node, with a stop once it is accepted, and one before its last line. */
const stage = (example: string, serverUrl: string): string => {
  const lines = example
    .replace('http://localhost:8080', serverUrl)
    .replace("appKey: 'lectern#demo' }", "appKey: 'lectern#demo', platform }")
    .replace('await call.accepted();\n', "await call.accepted();\nawait shown;\nawait checkpoint('talking');\n")
    .trimEnd()
    .split('\n');
  const last = lines.pop();
  return [
    "import { checkpoint, platform, shown, video } from './example-stage.mjs';",
    ...lines,
    "await checkpoint('muted');",
    last,
    "await checkpoint('hung up');",
    'process.exit(0);',
  ].join('\n');
};

describe('the example of a call in the README', () => {
  let server: ServerProcess;
  let grace: HeadlessParticipant;
  let example: ChildProcess | undefined;

  beforeAll(async () => {
    server = await ServerProcess.start();
    grace = await HeadlessParticipant.start('grace', 2);
    const at = { serverUrl: server.url, appKey: 'lectern#demo' };
    await grace.tell('call', { do: 'enter', ...at, user: 'grace', resource: 'desk' });
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

  it('runs as it stands: calls, is accepted, shows who was called, mutes and hangs up', async () => {
    await bundleForNode(new URL('./example-stage.ts', import.meta.url));
    await writeFile(SCRIPT, stage(await readExample('A call in ten lines'), server.url));
    // Without the test runner's conditions, so that the example runs on the package as it is built.
    example = fork(SCRIPT, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const talking = checkpoint('talking');
    await eventually(
      'grace being called by mary',
      () => grace.tell('callState'),
      ({ state, peer }) => state === 'ringing' && peer === 'mary',
    );
    await grace.tell('call', { do: 'accept' });
    await talking;
    await perceives(grace, { name: 'mary', sender: 1 });
    const muted = checkpoint('muted');
    example.send('go on');
    await muted;
    await eventually(
      'grace knowing that mary sends no picture',
      () => grace.tell('callState'),
      ({ remoteVideoMuted }) => remoteVideoMuted === true,
    );
    const hungUp = checkpoint('hung up');
    example.send('go on');
    await hungUp;
    await eventually(
      'the call being over for grace',
      () => grace.tell('callState'),
      ({ endings }) => endings[0] === 'hangup remote',
    );
    const exited = once(example, 'exit');
    example.send('go on');
    expect(await exited).toEqual([0, null]);
  });
});
