import { type ChildProcess, fork } from 'node:child_process';
import type { Clock } from '@lectern/kit/clock';
import type { LiveState } from '../states.js';
import type { CompositorMessage, CompositorOptions, HostMessage, Scene } from './ipc.js';

const HEARTBEAT_MS = 1_000;
/** Unanswered for so long, a compositor hangs. */
const HANG_MS = 10_000;
/** Targets get what is on its way to them; then it ends in any case. */
const STOP_TIMEOUT_MS = 8_000;

export interface CompositorEvents {
  source(streamId: string, port: number): void;
  refresh(streamId: string): void;
  state(state: LiveState, reason: string | undefined): void;
  log(message: string): void;
  /** Once, when it ended without having been told to. */
  gone(reason: string): void;
}

type HandleState = 'running' | 'stopping' | 'gone';

/** One compositor process as the server sees it. */
export class CompositorHandle {
  #state: HandleState = 'running';
  #unansweredMs = 0;
  readonly #child: ChildProcess;
  readonly #stopHeartbeat: () => void;
  readonly #exited: Promise<void>;

  constructor(
    entry: string,
    options: CompositorOptions,
    private readonly clock: Clock,
    private readonly events: CompositorEvents,
  ) {
    // Without the host's own flags: an inspector port, a test runner's loader.
    this.#child = fork(entry, [], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#exited = new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => {
        resolve();
        this.#lose(`the compositor ended (${signal ?? `code ${code}`})`);
      });
      this.#child.once('error', (error) => {
        if (this.#child.pid === undefined) resolve();
        this.#lose(`the compositor cannot be started or reached: ${error.message}`);
      });
    });
    this.#child.on('message', (message: CompositorMessage) => this.#receive(message));
    this.#post({ kind: 'configure', options });
    this.#stopHeartbeat = clock.every(HEARTBEAT_MS, () => this.#beat());
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  setScene(scene: Scene): void {
    this.#post({ kind: 'scene', scene });
  }

  /** Lets it finish, and ends it in any case. Idempotent. */
  async stop(): Promise<void> {
    if (this.#state === 'running') {
      this.#state = 'stopping';
      this.#stopHeartbeat();
      this.#post({ kind: 'close' });
      const cancel = this.clock.after(STOP_TIMEOUT_MS, () => this.#child.kill('SIGKILL'));
      await this.#exited;
      cancel();
    }
    return this.#exited;
  }

  #post(message: HostMessage): void {
    if (!this.#child.connected) return;
    // A message that does not arrive is followed by the exit of the process.
    this.#child.send(message, () => undefined);
  }

  #receive(message: CompositorMessage): void {
    if (message.kind === 'pong') this.#unansweredMs = 0;
    if (this.#state !== 'running') return;
    switch (message.kind) {
      case 'source':
        return this.events.source(message.streamId, message.port);
      case 'refresh':
        return this.events.refresh(message.streamId);
      case 'state':
        return this.events.state(message.state, message.reason);
      case 'log':
        return this.events.log(message.message);
      case 'ready':
      case 'pong':
        return undefined;
    }
  }

  /** Counted in beats rather than in time: a host that was busy itself must not blame the compositor. */
  #beat(): void {
    if (this.#unansweredMs >= HANG_MS) {
      this.events.log(`the compositor has not answered for ${HANG_MS} ms and is killed`);
      this.#child.kill('SIGKILL');
      return;
    }
    this.#unansweredMs += HEARTBEAT_MS;
    this.#post({ kind: 'ping' });
  }

  #lose(reason: string): void {
    this.#stopHeartbeat();
    const wasRunning = this.#state === 'running';
    this.#state = 'gone';
    if (wasRunning) this.events.gone(reason);
  }
}
