import { IntentQueue } from '../core/intent-queue.js';
import type { RemoteMediaState } from './controller-types.js';

type Change = Partial<RemoteMediaState>;

/** Something that is asked of a stream. */
export interface Wish<T> {
  readonly kind: string;
  /** Of those of one kind that expect the same outcome. */
  readonly tag: string;
  /** What it makes of the stream. */
  readonly change: Change;
  readonly ask: (signal: AbortSignal) => Promise<T>;
  /** It was not carried out, and nothing is taken for it any more; gives what is thrown. */
  readonly failed: (error: unknown) => unknown;
}

/** What was asked of one stream by one kind of command, oldest first: at most one on its way, the others wait. */
interface Wishes {
  readonly queue: IntentQueue;
  readonly changes: Change[];
}

interface Stream {
  /** What its owner did. */
  done: RemoteMediaState;
  /** By kind. */
  readonly wishes: Map<string, Wishes>;
  isTouched: boolean;
}

const UNTOUCHED: RemoteMediaState = { torch: false, isFrozen: false, zoom: 1 };

/** Commands to streams of others, and what these streams are taken for: what was asked last, until it is refused. */
export class RemoteWishes {
  readonly #streams = new Map<string, Stream>();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** By stream id; streams that nothing was changed of are missing. */
  get states(): Readonly<Record<string, RemoteMediaState>> {
    const touched = [...this.#streams].filter(([, { isTouched }]) => isTouched);
    return Object.fromEntries(touched.map(([id, stream]) => [id, stateOf(stream)]));
  }

  /** Asks for it; of many that wait the last is asked for, one at a time. */
  async run<T>(id: string, { kind, tag, change, ask, failed }: Wish<T>, signal: AbortSignal | undefined): Promise<T> {
    const stream: Stream = this.#streams.get(id) ?? { done: UNTOUCHED, wishes: new Map(), isTouched: false };
    this.#streams.set(id, stream);
    const wishes: Wishes = stream.wishes.get(kind) ?? { queue: new IntentQueue(), changes: [] };
    stream.wishes.set(kind, wishes);
    const { queue, changes } = wishes;
    /** It is wished no more; nor are those that it took the place of. */
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
      // It may never have had its turn.
      settle(false);
    }
  }

  /** Its owner says what a stream is now. @returns whether anything was asked of that stream. */
  told(id: string, state: RemoteMediaState): boolean {
    const stream = this.#streams.get(id);
    if (stream?.isTouched !== true) return false;
    stream.done = state;
    this.#onChange();
    return true;
  }

  /** Streams that are gone. */
  keep(isThere: (id: string) => boolean): void {
    const gone = [...this.#streams].filter(([id]) => !isThere(id));
    for (const [id, { wishes }] of gone) {
      this.#streams.delete(id);
      for (const { queue } of wishes.values()) queue.close();
    }
    if (gone.length > 0) this.#onChange();
  }
}

const stateOf = ({ done, wishes }: Stream): RemoteMediaState =>
  Object.assign({}, done, ...[...wishes.values()].map(({ changes }) => changes.at(-1))) as RemoteMediaState;
