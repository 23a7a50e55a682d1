import { registerUser } from '@lectern/rtc';
import { ImClient, type ImMessage } from '@lectern/rtc/im';
import { createNodePlatform } from '@lectern/rtc/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { loadWrtc } from '../media/wrtc.js';
import { eventually, ServerProcess } from '../support/index.js';
import { Example } from './example.js';
import { readExample } from './read-example.js';

/** The example on Node, with a stop before its last line. */
const stage = (example: string, serverUrl: string): string => {
  const lines = example
    .replace('http://localhost:8080', serverUrl)
    .replace("appKey: 'lectern#demo' }", "appKey: 'lectern#demo', platform }")
    .trimEnd()
    .split('\n');
  const last = lines.pop();
  return [
    "import { checkpoint, platform } from './example-stage.mjs';",
    ...lines,
    "await checkpoint('has read');",
    last,
    "await checkpoint('closed');",
    'process.exit(0);',
  ].join('\n');
};

describe('the example of a chat in the README', () => {
  const messages: ImMessage[] = [];
  let server: ServerProcess;
  let grace: ImClient;
  let example: Example | undefined;

  beforeAll(async () => {
    server = await ServerProcess.start();
    const platform = createNodePlatform({ wrtc: loadWrtc(), WebSocket });
    const at = { restUrl: server.url, appKey: 'lectern#demo', platform };
    const identity = { username: 'grace', password: 'hopper' };
    await registerUser({ ...at, ...identity });
    grace = new ImClient({ ...at, identity });
    grace.on('message', (message) => messages.push(message));
    await grace.open();
  });

  afterAll(async () => {
    example?.kill();
    grace?.close();
    await server?.close();
  });

  it('runs as it stands: sends, reads the history, hears an answer and closes', async () => {
    example = await Example.start('chat-example', stage(await readExample('Chat in ten lines'), server.url), [
      'ignore',
      'pipe',
      'inherit',
      'ipc',
    ]);
    let printed = '';
    example.process.stdout!.on('data', (chunk) => (printed += String(chunk)));
    const prints = (line: string): Promise<unknown> =>
      eventually(
        `the example printing "${line}"`,
        () => printed,
        (text) => text.includes(`${line}\n`),
      );

    await example.checkpoint('has read');
    await prints('joan wrote: hello');
    await eventually(
      'the message having come',
      () => messages.length,
      (length) => length === 1,
    );
    expect(messages).toMatchObject([{ from: 'joan', data: 'hello', ext: { name: 'Joan' } }]);
    await grace.send({ to: 'joan', contentsType: 'TEXT', data: 'hello Joan' });
    await prints('grace: hello Joan');
    example.goOn();
    await example.checkpoint('closed');
    await example.finish();
  });
});
