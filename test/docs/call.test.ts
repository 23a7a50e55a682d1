import { afterAll, beforeAll, describe, it } from 'vitest';
import { perceives } from '../headless/growth.js';
import { HeadlessParticipant } from '../headless/headless-participant.js';
import { eventually, ServerProcess } from '../support/index.js';
import { Example } from './example.js';
import { readExample } from './read-example.js';

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
  let example: Example | undefined;

  beforeAll(async () => {
    server = await ServerProcess.start();
    grace = await HeadlessParticipant.start('grace', 2);
    const at = { serverUrl: server.url, appKey: 'lectern#demo' };
    await grace.tell('call', { do: 'enter', ...at, user: 'grace', resource: 'desk' });
  });

  afterAll(async () => {
    example?.kill();
    await grace?.close();
    await server?.close();
  });

  it('runs as it stands: calls, is accepted, shows who was called, mutes and hangs up', async () => {
    example = await Example.start('call-example', stage(await readExample('A call in ten lines'), server.url));
    const talking = example.checkpoint('talking');
    await eventually(
      'grace being called by mary',
      () => grace.tell('callState'),
      ({ state, peer }) => state === 'ringing' && peer === 'mary',
    );
    await grace.tell('call', { do: 'accept' });
    await talking;
    await perceives(grace, { name: 'mary', sender: 1 });
    const muted = example.checkpoint('muted');
    example.goOn();
    await muted;
    await eventually(
      'grace knowing that mary sends no picture',
      () => grace.tell('callState'),
      ({ remoteVideoMuted }) => remoteVideoMuted === true,
    );
    const hungUp = example.checkpoint('hung up');
    example.goOn();
    await hungUp;
    await eventually(
      'the call being over for grace',
      () => grace.tell('callState'),
      ({ endings }) => endings[0] === 'hangup remote',
    );
    await example.finish();
  });
});
