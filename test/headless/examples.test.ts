import { execFile, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, freePort, ServerProcess } from '../support/index.js';
import { HeadlessParticipant } from './headless-participant.js';

/** First bytes of a WebM file. */
const EBML_HEADER = '1a45dfa3';
/** Size of a recording with some pictures in it. */
const ENOUGH_BYTES = 20_000;
const CLI = fileURLToPath(new URL('../../server/dist/cli.js', import.meta.url));
const execute = promisify(execFile);

/** A program of `examples/`, with what it has written so far. */
class ExampleProgram {
  output = '';

  constructor(readonly process: ChildProcess) {
    for (const stream of [process.stdout, process.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
  }

  /** Without the test runner's conditions, so that it runs on the packages as they are built. */
  static start(path: string, env: Readonly<Record<string, string>>): ExampleProgram {
    const file = new URL(`../../examples/${path}`, import.meta.url);
    return new ExampleProgram(fork(file, { env: { ...process.env, ...env }, execArgv: [], silent: true }));
  }

  says(words: string): Promise<string> {
    return eventually(
      `"${words}" from the example`,
      () => {
        if (this.process.exitCode !== null) throw new Error(`it has ended: ${this.output}`);
        return Promise.resolve(this.output);
      },
      (output) => output.includes(words),
    );
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null) return;
    const exited = once(this.process, 'exit');
    this.process.kill('SIGTERM');
    await exited;
  }
}

let folder: string;
let server: ServerProcess;
let backend: ExampleProgram;
let backendUrl: string;
const closings: (() => Promise<void>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-examples-'));
  const dataDir = join(folder, 'data');
  server = await ServerProcess.start({ dataDir });
  const key = await execute(process.execPath, [CLI, 'keys', 'create', '--name', 'examples', '--json'], {
    env: { ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir },
  });
  const { id, secret } = JSON.parse(key.stdout) as { readonly id: string; readonly secret: string };
  const port = await freePort();
  backendUrl = `http://127.0.0.1:${port}`;
  backend = ExampleProgram.start('backend/backend.js', {
    ...{ LECTERN_URL: server.url, LECTERN_KEY_ID: id, LECTERN_SECRET: secret, PORT: String(port) },
  });
  await backend.says('backend on');
});

afterAll(async () => {
  for (const close of closings.reverse()) await close();
  await backend?.stop();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Size of the largest file that the server is recording. */
async function recordedBytes(): Promise<number> {
  const files = await readdir(join(folder, 'data/recordings'), { recursive: true });
  const sizes = files.map(async (file) => (await stat(join(folder, 'data/recordings', file))).size);
  return Math.max(0, ...(await Promise.all(sizes)));
}

const enter = (session: string, body: unknown): Promise<Response> =>
  fetch(`${backendUrl}/enter`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session}` },
    body: JSON.stringify(body),
  });

test('the backend lets nobody in who is not logged in, and asks for a room', async () => {
  expect((await enter('stolen', { room: 'maths' })).status).toBe(401);
  expect((await enter('session of ada', { room: '../etc' })).status).toBe(400);
  expect((await fetch(backendUrl)).status).toBe(404);
});

test('the bot has a member recorded that entered by a grant of the backend, and saves the file', async () => {
  const bot = ExampleProgram.start('bot/bot.js', {
    ...{ LECTERN_URL: server.url, BACKEND_URL: backendUrl, ROOM: 'maths', FOLDER: folder },
  });
  closings.push(() => bot.stop());
  await bot.says('in maths');
  const ada = await HeadlessParticipant.start('ada', 2);
  closings.push(async () => void (await ada.close()));
  const entry = { serverUrl: server.url, appKey: 'lectern#demo', room: 'maths', role: 3 } as const;
  await expect(ada.tell('join', entry)).rejects.toThrow('admits only members with a grant');
  const { grant } = (await (await enter('session of ada', { room: 'maths' })).json()) as { readonly grant: string };
  await ada.tell('join', { ...entry, grant });
  await ada.tell('publish', { audio: true, video: true });
  await bot.says('records ');
  await eventually('recorded media', recordedBytes, (bytes) => bytes > ENOUGH_BYTES);
  await ada.tell('leave', { close: false });
  const exited = once(bot.process, 'close');
  bot.process.kill('SIGTERM');
  expect([await exited, bot.output]).toEqual([[0, null], expect.stringContaining('saved ')]);
  const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.webm'));
  const bytes = await readFile(join(folder, file));
  expect(bytes.subarray(0, 4).toString('hex')).toBe(EBML_HEADER);
});
