import type { Clock } from '@lectern/kit/clock';
import { ForkedProcess, type HeartbeatMessage } from '@lectern/kit/processes';
import type { LiveState } from '../states.js';
import type { CompositorMessage, CompositorOptions, HostMessage, Scene } from './ipc.js';

/** Time for the targets to receive pending output; after it the process is killed. */
const STOP_TIMEOUT_MS = 8_000;

export interface CompositorEvents {
  source(streamId: string, port: number): void;
  refresh(streamId: string): void;
  state(state: LiveState, reason: string | undefined): void;
  log(message: string): void;
  /** Called once, if it ended without having been stopped. */
  gone(reason: string): void;
}

/** The server's handle of one compositor process. */
export class CompositorHandle {
  #isStopping = false;
  readonly #process: ForkedProcess<HostMessage, CompositorMessage>;

  constructor(
    entry: string,
    options: CompositorOptions,
    clock: Clock,
    private readonly events: CompositorEvents,
  ) {
    this.#process = new ForkedProcess({
      entry,
      name: 'the compositor',
      clock,
      onMessage: (message) => this.#receive(message),
      onEnd: (cause) => {
        if (!this.#isStopping) events.gone(cause.message);
      },
      log: (message) => events.log(message),
    });
    this.#process.send({ kind: 'configure', options });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  setScene(scene: Scene): void {
    this.#process.send({ kind: 'scene', scene });
  }

  /** Stops the process, and kills it after a timeout. Idempotent. */
  stop(): Promise<void> {
    this.#isStopping = true;
    return this.#process.stop(() => this.#process.send({ kind: 'close' }), STOP_TIMEOUT_MS);
  }

  #receive(message: Exclude<CompositorMessage, HeartbeatMessage>): void {
    if (this.#isStopping) return;
    switch (message.kind) {
      case 'source':
        return this.events.source(message.streamId, message.port);
      case 'refresh':
        return this.events.refresh(message.streamId);
      case 'state':
        return this.events.state(message.state, message.reason);
      case 'log':
        return this.events.log(message.message);
    }
  }
}
