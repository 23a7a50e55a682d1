import { ApiError } from '../../../api/client.js';
import type { Later } from '../../../lib/later.js';
import { Store } from '../../../lib/store.js';

export const SavingState = {
  Saved: 'saved',
  /** Changes are pending until typing pauses. */
  Waiting: 'waiting',
  Saving: 'saving',
  /** The server or the network is unreachable; saving is retried automatically. */
  Away: 'away',
  /** It was refused: tried again, it would be refused again. */
  Failed: 'failed',
} as const;
export type SavingState = (typeof SavingState)[keyof typeof SavingState];

/** Legal transitions. */
export const SAVING_MOVES: Readonly<Record<SavingState, readonly SavingState[]>> = {
  saved: ['waiting'],
  waiting: ['saving', 'away'],
  saving: ['saved', 'waiting', 'away', 'failed'],
  away: ['saved', 'failed'],
  failed: ['waiting', 'saving'],
};

export interface Saving<Todo extends string = string> {
  readonly state: SavingState;
  /** The error of the last attempt. */
  readonly error?: unknown;
  /** Requirements that the draft does not meet yet. */
  readonly todo: readonly Todo[];
  /** Number of times that everything was saved after the server had been unreachable. */
  readonly returns: number;
}

/** One of the parts of a draft, each of which is saved by an action of its own. */
export type DraftPart<Parts extends object> = { [Name in keyof Parts]: Readonly<Pick<Parts, Name>> }[keyof Parts];

export interface SaverPorts<Parts extends object, Todo extends string> {
  /** Names of the parts, in the order in which they are saved. */
  readonly order: readonly (keyof Parts)[];
  /** Saves a part upon a version. @returns the version that this makes */
  readonly send: (
    part: DraftPart<Parts>,
    version: number,
  ) => Promise<{ readonly version: number; readonly todo: readonly Todo[] }>;
  readonly later: Later;
}

/** Long enough to finish a word, short enough to lose nothing. */
export const AUTOSAVE_MS = 1_000;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
const SECOND_MS = 1_000;
const TOO_MANY = 429;

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.status !== TOO_MANY;

/** Saves a draft as it is edited, one part after the other, each upon the version before it. */
export class DraftSaver<Parts extends object, Todo extends string> {
  readonly state: Store<Saving<Todo>>;
  readonly #ports: SaverPorts<Parts, Todo>;
  #version: number;
  #unsaved: Partial<Parts> = {};
  /** Sent, and never answered: it may be saved. */
  #unsure: { readonly part: DraftPart<Parts>; readonly version: number } | undefined;
  #running: Promise<boolean> | undefined;
  #failures = 0;
  #stopWaiting: () => void = () => undefined;

  constructor(version: number, todo: readonly Todo[], ports: SaverPorts<Parts, Todo>) {
    this.#version = version;
    this.#ports = ports;
    this.state = new Store<Saving<Todo>>({ state: SavingState.Saved, todo, returns: 0 });
  }

  /** True if closing the page would lose changes. */
  get hasUnsaved(): boolean {
    return this.#unsure !== undefined || Object.keys(this.#unsaved).length > 0;
  }

  /** Keeps a change, and saves it as soon as nothing follows. */
  edit(change: Partial<Parts>): void {
    this.#unsaved = { ...this.#unsaved, ...change };
    // A retry is already scheduled.
    if (this.state.getSnapshot().state === SavingState.Away) return;
    this.#to(SavingState.Waiting);
    this.#wait(AUTOSAVE_MS);
  }

  /** Saves all pending changes now; resolves with false if that failed. */
  flush(): Promise<boolean> {
    this.#stopWaiting();
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
    return this.#running;
  }

  #wait(delayMs: number): void {
    this.#stopWaiting();
    this.#stopWaiting = this.#ports.later(delayMs, () => void this.flush());
  }

  async #run(): Promise<boolean> {
    while (this.hasUnsaved) {
      const { part, version } = (this.#unsure ??= { part: this.#take(), version: this.#version });
      this.#to(SavingState.Saving);
      try {
        const answer = await this.#ports.send(part, version);
        this.#unsure = undefined;
        this.#version = answer.version;
        this.state.update((current) => ({ ...current, todo: answer.todo }));
      } catch (error) {
        this.#broke(error, part);
        return false;
      }
    }
    this.#saved();
    return true;
  }

  /** Takes the part to send next; later edits are sent after it. */
  #take(): DraftPart<Parts> {
    const name = this.#ports.order.find((one) => one in this.#unsaved);
    if (name === undefined) throw new TypeError('a part of a draft has no place in the order of saving');
    const { [name]: value, ...rest } = this.#unsaved;
    this.#unsaved = rest as Partial<Parts>;
    return { [name]: value } as DraftPart<Parts>;
  }

  #broke(error: unknown, part: DraftPart<Parts>): void {
    this.#stopWaiting();
    if (isRefusal(error)) {
      this.#unsure = undefined;
      this.#failures = 0;
      // Edits made during the request are newer than the refused part.
      this.#unsaved = { ...part, ...this.#unsaved };
      // It may be right by now: it has its own turn.
      if (!this.#to(SavingState.Failed, error)) this.#wait(AUTOSAVE_MS);
      return;
    }
    const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * SECOND_MS : 0;
    const delay = Math.max(asked, Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures));
    this.#failures += 1;
    this.#to(SavingState.Away, error);
    this.#wait(delay);
  }

  #saved(): void {
    const isBack = this.#failures > 0;
    this.#failures = 0;
    if (!this.#to(SavingState.Saved)) return;
    if (isBack) this.state.update((current) => ({ ...current, returns: current.returns + 1 }));
  }

  /**
   * Returns false if the transition is illegal. While the server is unreachable, a retry is not shown, only its result.
   */
  #to(state: SavingState, error?: unknown): boolean {
    const { todo, returns, state: from } = this.state.getSnapshot();
    if (!SAVING_MOVES[from].includes(state)) return false;
    this.state.update(() => ({ state, todo, returns, ...(error !== undefined && { error }) }));
    return true;
  }
}
