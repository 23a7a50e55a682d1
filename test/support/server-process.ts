import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyTemplate } from './data-templates.js';
import { eventually, WAIT_LIMIT_MS } from './eventually.js';
import { freePort } from './free-port.js';
import { descendantsOf, type ProcessInfo } from './processes.js';

/** Built programs that serve: the conference server alone, or with the marketplace around it. */
export const PROGRAMS = {
  server: fileURLToPath(new URL('../../server/dist/cli.js', import.meta.url)),
  marketplace: fileURLToPath(new URL('../../demo-marketplace/dist/start.js', import.meta.url)),
};
/** Found from the bundles in `test/build` as well. */
const VIRTUAL_CLOCK = fileURLToPath(new URL('../support/virtual-clock.mjs', import.meta.url));
const LOG_TAIL = 4000;

export interface ServerOptions {
  /** `server` unless given. */
  readonly program?: keyof typeof PROGRAMS;
  /** Settings beside `PORT`, `HOST`, `DATA_DIR` and `DEMO`, which is on. */
  readonly env?: Readonly<Record<string, string>>;
  /** A folder on a disk of the test's own; a temporary one unless given. */
  readonly dataDir?: string;
  /** Time can be let pass by `advance()`. */
  readonly hasVirtualClock?: boolean;
}

/** Settings that affect the result of a first start: with one of them it differs from that of the template. */
const OF_FIRST_START = /^(DEMO|DATABASE|MARKETPLACE|SECRET)/;

/** The real server, built, in a process and with data of its own. */
export class ServerProcess {
  #child: ChildProcess | undefined;
  #log = '';
  #aheadMs = 0;
  #isStopped = false;

  /** Starts a server and waits until it is healthy. @throws with the server's log if it is not in time */
  static async start(options: ServerOptions = {}): Promise<ServerProcess> {
    const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'lectern-server-')));
    await ServerProcess.#copySetUp(dataDir, options);
    const server = new ServerProcess(await freePort(), dataDir, options);
    await server.start();
    return server;
  }

  /** Copies the result of a first start, above all a database, from a folder in which a server was started before. */
  static async #copySetUp(dataDir: string, { program = 'server', env = {} }: ServerOptions): Promise<void> {
    if (Object.keys(env).some((name) => OF_FIRST_START.test(name))) return;
    await copyTemplate(program, dataDir, async (folder) => {
      const server = new ServerProcess(await freePort(), folder, { program });
      await server.start();
      const code = await server.kill('SIGTERM');
      if (code !== 0) throw new Error(`The ${program} of the template ended with ${code}:\n${server.log}`);
    });
  }

  private constructor(
    private readonly port: number,
    private readonly dataDir: string,
    private readonly options: ServerOptions,
  ) {}

  /** Its origin. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Everything it wrote so far, over restarts. */
  get log(): string {
    return this.#log;
  }

  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error('the server is not running');
    return pid;
  }

  /** The processes that it started, media workers and database among them. */
  get processes(): readonly ProcessInfo[] {
    return descendantsOf(this.pid);
  }

  /** Starts it again, on the same port and data. */
  async start(): Promise<void> {
    const { program = 'server', hasVirtualClock = false } = this.options;
    const preload = hasVirtualClock ? ['--import', VIRTUAL_CLOCK] : [];
    const child = spawn(process.execPath, [...preload, PROGRAMS[program]], {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        PORT: String(this.port),
        HOST: '127.0.0.1',
        DATA_DIR: this.dataDir,
        DEMO: 'on',
        ...this.options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe', ...(hasVirtualClock ? (['ipc'] as const) : [])],
    });
    this.#child = child;
    this.#aheadMs = 0;
    this.#isStopped = false;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.#log += chunk.toString()));
    }
    try {
      await eventually(
        'the server being healthy',
        () => this.#probe(),
        (status) => status === 200,
      );
    } catch (cause) {
      await this.kill('SIGKILL');
      throw new Error(`The server did not start:\n${this.#log.slice(-LOG_TAIL)}`, { cause });
    }
  }

  /** Lets time pass at the server, and nowhere else. @throws if its clock is the machine's */
  async advance(ms: number): Promise<void> {
    this.#aheadMs += ms;
    await this.#setClock();
  }

  /** From now on time passes at the server by `advance()` only, to the millisecond. @throws if its clock is the machine's */
  async stopClock(): Promise<void> {
    this.#isStopped = true;
    await this.#setClock();
  }

  async #setClock(): Promise<void> {
    const child = this.#child;
    if (child === undefined || !child.connected) throw new Error('the server has no virtual clock');
    const isTold = once(child, 'message', { signal: AbortSignal.timeout(WAIT_LIMIT_MS) });
    child.send({ aheadMs: this.#aheadMs, isStopped: this.#isStopped });
    await isTold;
  }

  /** Ends the process and waits for its end. @returns the exit code, or null if a signal ended it. */
  async kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const child = this.#child;
    if (child === undefined) return null;
    this.#child = undefined;
    const started = child.pid === undefined ? [] : descendantsOf(child.pid);
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const exited = once(child, 'exit', { signal: AbortSignal.timeout(WAIT_LIMIT_MS) });
    child.kill(signal);
    const [code] = (await exited.catch((cause: unknown) => {
      child.kill('SIGKILL');
      throw new Error(`The server did not end on ${signal}:\n${this.#log.slice(-LOG_TAIL)}`, { cause });
    })) as [number | null];
    if (signal === 'SIGKILL') this.#killAll(started);
    return code;
  }

  /** Ends it in order and removes its data. */
  async close(): Promise<void> {
    await this.kill('SIGTERM');
    await rm(this.dataDir, { recursive: true, force: true });
  }

  /** A killed server cannot end its child processes. */
  #killAll(processes: readonly ProcessInfo[]): void {
    for (const { pid } of processes) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended by itself.
      }
    }
  }

  async #probe(): Promise<number> {
    const child = this.#child;
    if (child !== undefined && child.exitCode !== null) throw new Error(`it exited with ${child.exitCode}`);
    return (await fetch(`${this.url}/healthz`)).status;
  }
}
