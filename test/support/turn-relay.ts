import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.js';
import { findTurnServer } from './executables.js';
import { freePort } from './free-port.js';

const SECRET = 'a secret of test and relay';

/** coturn on loopback, as an operator would run it beside the server: with a shared secret, over one transport. */
export class TurnRelay {
  #log = '';

  /**
   * @param relayIp source address of relayed packets; that of the relay itself unless given
   * @throws when coturn is not installed or does not start
   */
  static async start(transport: 'udp' | 'tcp', relayIp = '127.0.0.1'): Promise<TurnRelay> {
    const program = findTurnServer();
    if (program === undefined) {
      throw new Error('coturn is not installed, so relayed media cannot be tested; install it: apt-get install coturn');
    }
    const folder = await mkdtemp(join(tmpdir(), 'lectern-turn-'));
    const port = await freePort();
    const child = spawn(program, [
      '-n',
      '--use-auth-secret',
      `--static-auth-secret=${SECRET}`,
      '--realm=lectern.test',
      '--listening-ip=127.0.0.1',
      `--relay-ip=${relayIp}`,
      `--listening-port=${port}`,
      '--allow-loopback-peers',
      '--no-cli',
      '--no-tls',
      '--no-dtls',
      '--no-multicast-peers',
      transport === 'udp' ? '--no-tcp' : '--no-udp',
      '--log-file=stdout',
      '--verbose',
      `--pidfile=${join(folder, 'pid')}`,
      `--userdb=${join(folder, 'users')}`,
    ]);
    const relay = new TurnRelay(child, port, transport, folder);
    try {
      await eventually(
        'coturn listening',
        () => relay.log,
        (log) => /listener opened on ?: ?127\.0\.0\.1/.test(log) || child.exitCode !== null,
      );
      if (child.exitCode !== null) throw new Error(`coturn ended with ${child.exitCode}`);
    } catch (cause) {
      await relay.close();
      throw new Error(`coturn did not start:\n${relay.log.slice(-2000)}`, { cause });
    }
    return relay;
  }

  private constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
    private readonly transport: 'udp' | 'tcp',
    private readonly folder: string,
  ) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.#log += chunk.toString()));
    }
  }

  get log(): string {
    return this.#log;
  }

  /** Settings of a server whose members may use nothing but this relay. */
  get settings(): Readonly<Record<string, string>> {
    return {
      TURN_URL: `turn:127.0.0.1:${this.port}?transport=${this.transport}`,
      TURN_SECRET: SECRET,
      TURN_RELAY_ONLY: 'on',
    };
  }

  /** Idempotent. */
  async close(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const exited = once(this.child, 'exit');
      this.child.kill('SIGKILL');
      await exited;
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}
