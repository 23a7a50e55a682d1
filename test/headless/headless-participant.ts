import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { bundleForNode } from '../support/bundle.js';
import { WAIT_LIMIT_MS } from '../support/eventually.js';
import type { CameraOptions, CommandName, Commands, Refusal, ReplyMessage } from './commands.js';

const OUTPUT_TAIL = 4000;
const ENTRY = new URL('../headless/participant-process.ts', import.meta.url);

/** A command was refused in the participant's process. */
export class ParticipantError extends Error {
  readonly code: unknown;
  readonly specMessage: unknown;

  constructor({ message, code, specMessage }: Refusal) {
    super(message);
    this.name = 'ParticipantError';
    this.code = code;
    this.specMessage = specMessage;
  }
}

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** A participant in a process of its own, as the test drives it. */
export class HeadlessParticipant {
  readonly #pending = new Map<number, Pending>();
  #commands = 0;
  #output = '';

  /**
   * @param sender its number in video (0 to 255) and audio (below 12)
   * @param camera format of its video, where it differs from the default of {@link SyntheticMedia}
   * @param env further variables of its process
   */
  static async start(
    name: string,
    sender: number,
    camera: CameraOptions = {},
    env: Readonly<Record<string, string>> = {},
  ): Promise<HeadlessParticipant> {
    const child = fork(await bundleForNode(ENTRY), {
      env: {
        ...process.env,
        ...env,
        PARTICIPANT_NAME: name,
        PARTICIPANT_SENDER: String(sender),
        PARTICIPANT_CAMERA: JSON.stringify(camera),
      },
      execArgv: ['--enable-source-maps', '--expose-gc'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    await once(child, 'spawn');
    return new HeadlessParticipant(name, sender, child);
  }

  private constructor(
    readonly name: string,
    readonly sender: number,
    private readonly child: ChildProcess,
  ) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    }
    child.on('message', (message) => this.#settle(message as ReplyMessage));
    child.once('exit', (code, signal) => {
      for (const { reject, timer } of this.#pending.values()) {
        clearTimeout(timer);
        reject(new Error(`${name} ended (${signal ?? code}):\n${this.output}`));
      }
      this.#pending.clear();
    });
  }

  /** The end of what its process wrote. */
  get output(): string {
    return this.#output.slice(-OUTPUT_TAIL);
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Carries out a command in the participant's process. @throws {ParticipantError} as the SDK refuses it */
  tell<K extends CommandName>(
    name: K,
    ...[args]: Commands[K]['args'] extends undefined ? [] : [Commands[K]['args']]
  ): Promise<Commands[K]['result']> {
    const { exitCode, signalCode } = this.child;
    if (!this.isRunning) {
      return Promise.reject(new Error(`${this.name} has ended (${signalCode ?? exitCode}):\n${this.output}`));
    }
    const id = (this.#commands += 1);
    return new Promise<unknown>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        reject(new Error(`${this.name} did not answer "${name}":\n${this.output}`));
      }, WAIT_LIMIT_MS);
      this.#pending.set(id, { resolve, reject, timer });
      // Without a callback, the error of a process that has just ended would be unhandled and fail the whole file.
      this.child.send({ id, name, args }, (error) => {
        if (error) this.#pending.get(id)?.reject(new Error(`${this.name} cannot be told: ${error.message}`));
      });
    }) as Promise<Commands[K]['result']>;
  }

  /** Sends a signal to its process, e.g. to stop it for a while. */
  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Kills its process, as a crash or a pulled plug would. */
  async crash(): Promise<void> {
    await this.#end(() => this.child.kill('SIGKILL'));
  }

  /** Ends its process without leaving first. Idempotent. @returns the exit code */
  async close(): Promise<number | null> {
    await this.#end(() => void this.child.send({ id: 0, name: 'exit', args: undefined }, () => undefined));
    return this.child.exitCode;
  }

  async #end(how: () => void): Promise<void> {
    if (!this.isRunning) return;
    const exited = once(this.child, 'exit');
    how();
    await exited;
  }

  #settle(message: ReplyMessage): void {
    const pending = this.#pending.get(message.id);
    if (pending === undefined) return;
    this.#pending.delete(message.id);
    clearTimeout(pending.timer);
    if ('error' in message) pending.reject(new ParticipantError(message.error));
    else pending.resolve(message.result);
  }
}
