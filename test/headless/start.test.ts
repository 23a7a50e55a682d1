import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually, freePort } from '../support/index.js';
import { descendantsOf } from '../support/processes.js';
import { PROGRAMS } from '../support/server-process.js';

/** Prefix of the folder in which a database is set up, and the script of a media worker. */
const SET_UP = 'postgres.setup-';
const MEDIA_WORKER = 'process/worker.js';

type Program = keyof typeof PROGRAMS;

let home: string;
const running: Start[] = [];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'lectern-start-'));
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((start) => start.kill()));
  await rm(home, { recursive: true, force: true });
});

/** A start of a real program, whose outcome is open. */
class Start {
  said = '';
  readonly exited: Promise<number | null>;
  readonly child: ChildProcess;
  /** Everything that it has ever been seen to start. */
  readonly #pids = new Set<number>();

  constructor(
    readonly dataDir: string,
    env: Readonly<Record<string, string>> = {},
    program: Program = 'server',
    readonly port = 0,
  ) {
    this.child = spawn(process.execPath, [PROGRAMS[program]], {
      env: {
        ...process.env,
        DEMO: 'on',
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const output of [this.child.stdout, this.child.stderr]) {
      output?.on('data', (chunk: Buffer) => (this.said += chunk.toString()));
    }
    this.exited = once(this.child, 'exit').then(([code]) => code as number | null);
    running.push(this);
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Ids of the processes that it started and that are still running. */
  get left(): readonly number[] {
    return [...this.#pids].filter((pid) => existsSync(`/proc/${pid}`) && this.#isAlive(pid));
  }

  /** Resolves as soon as the start has reached a condition. */
  async reaches(what: string, hasCome: () => boolean): Promise<void> {
    await eventually(
      `the start reaching ${what}; it said: ${this.said}`,
      () => {
        this.#look();
        return hasCome() || !this.isRunning;
      },
      (isSeen) => isSeen,
    );
    this.#look();
    if (!this.isRunning) throw new Error(`the start ended before it reached ${what}; it said: ${this.said}`);
  }

  async ready(): Promise<void> {
    await this.reaches('the end', () => /ready (on|\.)|is ready/.test(this.said));
  }

  async kill(): Promise<void> {
    if (!this.isRunning) return;
    this.child.kill('SIGTERM');
    await this.exited;
  }

  startsOf(name: string): readonly number[] {
    return descendantsOf(this.child.pid ?? 0)
      .filter(({ commandLine }) => commandLine.includes(name))
      .map(({ pid }) => pid);
  }

  #look(): void {
    for (const { pid } of descendantsOf(this.child.pid ?? 0)) this.#pids.add(pid);
  }

  #isAlive(pid: number): boolean {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  }
}

const holds = (folder: string, prefix: string): boolean =>
  existsSync(folder) && readdirSync(folder).some((name) => name.startsWith(prefix));

/** Waits until all processes of a start have ended, whatever ended it. */
const leavesNothing = (start: Start): Promise<readonly number[]> =>
  eventually(
    'everything that was started being gone',
    () => start.left,
    (left) => left.length === 0,
  );

describe('a second server on the same data', () => {
  it('refuses to start, says who has the data, and leaves the first one alone', async () => {
    const first = new Start(home, {}, 'server', await freePort());
    await first.ready();
    const others = [new Start(home), new Start(home, {}, 'marketplace'), new Start(home, { SECRET: 'x'.repeat(16) })];
    expect(await Promise.all(others.map(({ exited }) => exited))).toEqual([1, 1, 1]);
    for (const other of others) {
      expect(other.said).toMatch(
        new RegExp(
          `^Lectern could not run: the data folder ${home} is in use by another server: process ${first.child.pid} on `,
        ),
      );
      expect(other.said.trim().split('\n')).toHaveLength(1);
    }
    const origin = `http://127.0.0.1:${first.port}`;
    expect(await (await fetch(`${origin}/healthz`)).json()).toEqual({
      status: 'ok',
      checks: { database: 'ok', media: 'ok' },
    });
    expect((await fetch(`${origin}/livez`)).status).toBe(200);
  });

  it('may start once the first one is killed, whose database and media workers end by themselves', async () => {
    const first = new Start(home);
    await first.ready();
    first.child.kill('SIGKILL');
    await first.exited;
    await leavesNothing(first);
    const second = new Start(home);
    await second.ready();
    second.child.kill('SIGTERM');
    expect(await second.exited).toBe(0);
    await leavesNothing(second);
  });
});

it('says by /healthz that its database hangs or its media worker does, answers calls with 503 meanwhile, and works again', async () => {
  const server = new Start(home, {}, 'server', await freePort());
  await server.ready();
  const health = async (): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${server.port}/healthz`);
    return `${response.status} ${JSON.stringify(((await response.json()) as { checks: object }).checks)}`;
  };
  const becomes = (expected: string) => eventually(`the health ${expected}`, health, (now) => now === expected);
  await becomes('200 {"database":"ok","media":"ok"}');
  const ask = async (path: string, body: object): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(`http://127.0.0.1:${server.port}/lectern/demo/${path}`, request)).status;
  };
  const ann = { username: 'ann', password: 'secret' };
  const login = () => ask('token', { grant_type: 'password', ...ann });
  expect(await ask('users', ann)).toBe(200);
  const database = server.startsOf('postgres');
  for (const pid of database) process.kill(pid, 'SIGSTOP');
  // More calls than the pool has connections.
  const calls = Array.from({ length: 24 }, (_, index) =>
    index % 2 ? login() : ask('users', { ...ann, username: `u${index}` }),
  );
  await becomes('503 {"database":"does not answer","media":"ok"}');
  expect(new Set(await Promise.all(calls))).toEqual(new Set([503]));
  for (const pid of database) process.kill(pid, 'SIGCONT');
  await becomes('200 {"database":"ok","media":"ok"}');
  expect(await login()).toBe(200);
  const workers = server.startsOf(MEDIA_WORKER);
  for (const pid of workers) process.kill(pid, 'SIGSTOP');
  await becomes('503 {"database":"ok","media":"0 of 1 workers run"}');
  for (const pid of workers) process.kill(pid, 'SIGCONT');
  await becomes('200 {"database":"ok","media":"ok"}');
});

/** Moments of the first start on a folder, in their order. */
const MOMENTS: readonly (readonly [string, NodeJS.Signals, (start: Start) => boolean])[] = [
  ['the lock', 'SIGTERM', ({ dataDir }) => existsSync(join(dataDir, 'server.lock'))],
  ['the set-up of the database', 'SIGINT', ({ dataDir }) => holds(dataDir, SET_UP)],
  ['initdb at its work', 'SIGTERM', (start) => start.startsOf('postgres').length > 0],
  ['the start of the database', 'SIGHUP', ({ dataDir }) => existsSync(join(dataDir, 'postgres', 'postmaster.pid'))],
  ['the media workers', 'SIGINT', (start) => start.startsOf(MEDIA_WORKER).length > 0],
];

describe('a start that is told to end', () => {
  it('ends at any moment with nothing left, and the next one works', async () => {
    const folders = await Promise.all(
      MOMENTS.map(async ([what, signal, hasCome], index) => {
        const start = new Start(join(home, String(index)));
        await start.reaches(what, () => hasCome(start));
        start.child.kill(signal);
        expect([what, await start.exited, start.said]).toEqual([what, 0, '']);
        await leavesNothing(start);
        expect(holds(start.dataDir, SET_UP)).toBe(false);
        return start.dataDir;
      }),
    );
    // One whose database was being set up, and one whose database had been started.
    for (const folder of [folders[2]!, folders[3]!]) {
      const again = new Start(folder);
      await again.ready();
      await again.kill();
    }
  });

  it('ends while the marketplace fills its tables', async () => {
    const start = new Start(home, {}, 'marketplace');
    const databases = join(home, 'postgres', 'base');
    // Three of PostgreSQL itself, the server's and the marketplace's, which is made just before it is filled.
    await start.reaches('its own database', () => existsSync(databases) && readdirSync(databases).length >= 5);
    start.child.kill('SIGINT');
    expect(await start.exited, start.said).toBe(0);
    await leavesNothing(start);
    const again = new Start(home, {}, 'marketplace');
    await again.ready();
    again.child.kill('SIGINT');
    expect(await again.exited).toBe(0);
    await leavesNothing(again);
  });

  it('is killed while it sets the database up, and the next one works', async () => {
    const start = new Start(home);
    await start.reaches('initdb at its work', () => start.startsOf('postgres').length > 0);
    start.child.kill('SIGKILL');
    await start.exited;
    await leavesNothing(start);
    const again = new Start(home);
    await again.ready();
    expect(holds(home, SET_UP)).toBe(false);
  });
});

describe('a start that cannot succeed says in one sentence what to do', () => {
  /** The only line that a failing start prints. */
  const refusalOf = async (start: Start): Promise<string> => {
    const code = await start.exited;
    await leavesNothing(start);
    const lines = start.said.trim().split('\n');
    if (code !== 1 || lines.length !== 1) throw new Error(`ended with code ${code}: ${start.said}`);
    return start.said;
  };

  it('where nothing answers at DATABASE_URL', async () => {
    const url = `postgres://ann:hush@127.0.0.1:${await freePort()}/class`;
    const words =
      /the database postgres:\/\/ann@127\.0\.0\.1:\d+\/class \(DATABASE_URL\) cannot be used: nothing answers there/;
    expect(await refusalOf(new Start(home, { DATABASE_URL: url }))).toMatch(words);
    expect(await refusalOf(new Start(home, { DATABASE_URL: url }, 'marketplace'))).toMatch(words);
  });

  it('where HOST is not one of this machine', async () => {
    expect(await refusalOf(new Start(home, { HOST: '192.0.2.1' }))).toMatch(
      /HOST=192\.0\.2\.1 is no address of this machine\. Set HOST to/,
    );
    expect(readdirSync(home)).toEqual([]);
  });

  it('where DATA_DIR is not a folder', async () => {
    const file = join(home, 'file');
    await writeFile(file, '');
    expect(await refusalOf(new Start(file))).toMatch(
      /the data folder .*file cannot be used: it is a file\. Move that file, or choose another folder with DATA_DIR/,
    );
  });

  it('where the database is there and its password is not, which it does not replace', async () => {
    const first = new Start(home);
    await first.ready();
    await first.kill();
    const password = join(home, 'postgres.password');
    await rm(password);
    expect(await refusalOf(new Start(home))).toMatch(
      /the password file .*postgres\.password is missing.* Restore the file from a backup/,
    );
    expect(existsSync(password)).toBe(false);
    await writeFile(password, 'another password of its own');
    expect(await refusalOf(new Start(home))).toMatch(
      /refuses the password in .*postgres\.password\. Restore that file/,
    );
  });
});
