import { LecternError } from './errors.js';

/** Target state of each event in each state; an event that is not listed is illegal in that state. */
export type TransitionTable<S extends string, E extends string> = {
  readonly [state in S]: { readonly [event in E]?: S };
};

export interface StateMachineOptions<S extends string, E extends string> {
  /** Name in error messages, e.g. `signalling`. */
  readonly name: string;
  readonly initial: S;
  readonly transitions: TransitionTable<S, E>;
  /** Called after each change; not when an event leads to the same state. */
  readonly onChange?: (state: S, previous: S, event: E) => void;
}

/** A state machine driven by a transition table. */
export class StateMachine<S extends string, E extends string> {
  readonly #options: StateMachineOptions<S, E>;
  #state: S;

  constructor(options: StateMachineOptions<S, E>) {
    this.#options = options;
    this.#state = options.initial;
  }

  get state(): S {
    return this.#state;
  }

  /** True if `event` is legal in the current state. */
  can(event: E): boolean {
    return this.#options.transitions[this.#state][event] !== undefined;
  }

  /** True if the current state is one of these. */
  is(...states: readonly S[]): boolean {
    return states.includes(this.#state);
  }

  /**
   * Takes the transition and returns the new state.
   * @throws {LecternError} reason `invalid-state` when the table has none.
   */
  send(event: E): S {
    const { name, transitions, onChange } = this.#options;
    const previous = this.#state;
    const next: S | undefined = transitions[previous][event];
    if (next === undefined) {
      throw new LecternError(`${name}: "${event}" is not allowed while "${previous}"`, { reason: 'invalid-state' });
    }
    this.#state = next;
    if (next !== previous) onChange?.(next, previous, event);
    return next;
  }

  /** Takes the transition if it is legal; returns true if it was. */
  trySend(event: E): boolean {
    if (!this.can(event)) return false;
    this.send(event);
    return true;
  }
}
