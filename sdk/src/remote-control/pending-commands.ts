import { IntentQueue } from '../core/intent-queue.js';
import type { RemoteMediaState } from './controller-types.js';

type Change = Partial<RemoteMediaState>;

/** A request to change a stream. */
export interface MediaCommandRequest<T> {
  readonly kind: string;
  /** Identifies commands of one kind that have the same result. */
  readonly tag: string;
  /** Change that the command makes to the stream. */
  readonly change: Change;
  readonly ask: (signal: AbortSignal) => Promise<T>;
  /** The command was not carried out and its assumed state is reverted; returns the error to throw. */
  readonly failed: (error: unknown) => unknown;
}

/** Commands of one kind for one stream, oldest first: at most one is sent, the others wait. */
interface CommandQueue {
  readonly queue: IntentQueue;
  readonly changes: Change[];
}

interface Stream {
  /** State that the owner has confirmed. */
  done: RemoteMediaState;
  /** By kind. */
  readonly commands: Map<string, CommandQueue>;
  isTouched: boolean;
}

const UNTOUCHED: RemoteMediaState = { torch: false, isFrozen: false, zoom: 1 };

/** Commands for streams of other members, and their assumed state: the last requested one, until it is refused. */
export class PendingCommands {
  readonly #streams = new Map<string, Stream>();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** By stream id; unchanged streams are missing. */
  get states(): Readonly<Record<string, RemoteMediaState>> {
    const touched = [...this.#streams].filter(([, { isTouched }]) => isTouched);
    return Object.fromEntries(touched.map(([id, stream]) => [id, stateOf(stream)]));
  }

  /** Runs a command; of several waiting ones only the last is sent, one at a time. */
  async run<T>(
    id: string,
    { kind, tag, change, ask, failed }: MediaCommandRequest<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const stream: Stream = this.#streams.get(id) ?? { done: UNTOUCHED, commands: new Map(), isTouched: false };
    this.#streams.set(id, stream);
    const commands: CommandQueue = stream.commands.get(kind) ?? { queue: new IntentQueue(), changes: [] };
    stream.commands.set(kind, commands);
    const { queue, changes } = commands;
    /** Removes the change, and those that it superseded. */
    const settle = (withOlder: boolean): void => {
      const index = changes.indexOf(change);
      if (index < 0) return;
      changes.splice(withOlder ? 0 : index, withOlder ? index + 1 : 1);
      if (this.#streams.get(id) === stream) this.#onChange();
    };
    const intent = async (until: AbortSignal): Promise<T> => {
      try {
        const value = await ask(until);
        stream.done = { ...stream.done, ...change };
        settle(true);
        return value;
      } catch (error) {
        settle(true);
        throw failed(error);
      }
    };
    changes.push(change);
    stream.isTouched ||= Object.keys(change).length > 0;
    this.#onChange();
    try {
      return await queue.run(tag, intent, signal);
    } finally {
      // The command may never have had its turn.
      settle(false);
    }
  }

  /** Applies a state that the owner reported. @returns whether any command was sent to that stream */
  confirmed(id: string, state: RemoteMediaState): boolean {
    const stream = this.#streams.get(id);
    if (stream?.isTouched !== true) return false;
    stream.done = state;
    this.#onChange();
    return true;
  }

  /** Drops streams that have ended. */
  keep(isThere: (id: string) => boolean): void {
    const gone = [...this.#streams].filter(([id]) => !isThere(id));
    for (const [id, { commands }] of gone) {
      this.#streams.delete(id);
      for (const { queue } of commands.values()) queue.close();
    }
    if (gone.length > 0) this.#onChange();
  }
}

const stateOf = ({ done, commands }: Stream): RemoteMediaState =>
  Object.assign({}, done, ...[...commands.values()].map(({ changes }) => changes.at(-1))) as RemoteMediaState;
