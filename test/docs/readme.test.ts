import { roomName, roomPassword } from '@lectern/marketplace-contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HeadlessParticipant } from '../headless/headless-participant.js';
import { eventually, ServerProcess } from '../support/index.js';
import { Example } from './example.js';
import { readExample } from './read-example.js';

/** The example adapted to Node as the README describes, with a checkpoint before its last line. */
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
  let example: Example | undefined;
  let isSending = false;

  beforeAll(async () => {
    server = await ServerProcess.start();
    grace = await HeadlessParticipant.start('grace', 2);
    await grace.tell('join', {
      serverUrl: server.url,
      appKey: 'lectern#demo',
      room: 'algebra',
      password: '1234',
      role: 3,
    });
  });

  afterAll(async () => {
    example?.kill();
    await grace?.close();
    await server?.close();
  });

  const adaIn = async (): Promise<unknown> =>
    (await grace.tell('state')).members.find(({ name }) => name.endsWith('ada'));

  const streamOfAda = async () => (await grace.tell('state')).streams.find(({ isLocal }) => !isLocal);

  it.each(['first', 'second'])(
    'runs as it stands, for the %s time: joins, watches, publishes, mutes, leaves',
    async () => {
      example = await Example.start('readme-example', stage(await readExample('Ten lines'), server.url));

      await eventually('Ada being there', adaIn, (member) => member !== undefined);
      if (!isSending) await grace.tell('publish', { audio: true, video: true });
      isSending = true;
      await example.checkpoint('watching audio and video');
      // Grace receives the mute independently of Ada, possibly later.
      const stream = await eventually('Ada’s picture being muted', streamOfAda, (found) => found?.videoMuted === true);
      expect(stream).toMatchObject({ audioMuted: false });

      example.goOn();
      await example.checkpoint('left');
      await eventually('Ada being gone', adaIn, (member) => member === undefined);
      await example.finish();
    },
  );

  it('uses a class that the classroom takes', async () => {
    const [, room, password] = /roomName: '(.*?)', password: '(.*?)'/.exec(await readExample('Ten lines')) ?? [];
    expect([roomName.safeParse(room).success, roomPassword.safeParse(password).success]).toEqual([true, true]);
  });
});
