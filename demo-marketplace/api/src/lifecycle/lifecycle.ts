import { FailureReason } from '@lectern/marketplace-contract';
import { inArray, type Column, type SQL } from 'drizzle-orm';
import { ApiFailure } from '../http/failure.js';

/** The state that follows each state by each event; an event that a state does not list is illegal in it. */
export type TransitionTable<State extends string, Event extends string> = {
  readonly [state in State]: { readonly [event in Event]?: State };
};

/** The event is not allowed in the current state. API callers receive its reason, `state-changed` by default. */
export class IllegalTransitionError extends ApiFailure {
  constructor(
    readonly lifecycle: string,
    readonly state: string,
    readonly event: string,
    reason: FailureReason,
  ) {
    super(reason);
    this.name = 'IllegalTransitionError';
    this.message += ` (${lifecycle}: "${event}" is not allowed while "${state}")`;
  }
}

export interface LifecycleOptions<State extends string, Event extends string> {
  /** Name for error messages, such as `withdrawal`. */
  readonly name: string;
  readonly transitions: TransitionTable<State, Event>;
  /** Reason of illegal transitions, for the caller of the API. */
  readonly reason?: FailureReason;
}

/**
 * Transition table for the state column of a kind of row.
 *
 * @example
 * const [paid] = await tx
 *   .update(withdrawals)
 *   .set({ status: WITHDRAWAL.target('pay'), decidedAt: now })
 *   .where(and(eq(withdrawals.id, id), WITHDRAWAL.allows(withdrawals.status, 'pay')))
 *   .returning();
 * if (paid === undefined) throw WITHDRAWAL.refusal(row.status, 'pay');
 */
export class Lifecycle<State extends string, Event extends string> {
  readonly #name: string;
  readonly #reason: FailureReason;
  readonly #next: ReadonlyMap<State, ReadonlyMap<Event, State>>;

  constructor({ name, transitions, reason = FailureReason.StateChanged }: LifecycleOptions<State, Event>) {
    this.#name = name;
    this.#reason = reason;
    const states = Object.entries(transitions) as [State, Readonly<Partial<Record<Event, State>>>][];
    this.#next = new Map(
      states.map(([state, events]) => [state, new Map(Object.entries(events) as [Event, State][])] as const),
    );
  }

  /** All states, in the order of the table. */
  get states(): readonly State[] {
    return [...this.#next.keys()];
  }

  /** All events of the table, each once. */
  get events(): readonly Event[] {
    return [...new Set([...this.#next.values()].flatMap((events) => [...events.keys()]))];
  }

  /** True when `event` is legal in `state`. */
  can(state: State, event: Event): boolean {
    return this.#next.get(state)?.has(event) === true;
  }

  /** The state that follows `state` by `event`. @throws {IllegalTransitionError} when the table has none */
  next(state: State, event: Event): State {
    const next = this.#next.get(state)?.get(event);
    if (next === undefined) throw this.refusal(state, event);
    return next;
  }

  /** The states in which `event` is legal. */
  sources(event: Event): readonly State[] {
    return this.states.filter((state) => this.can(state, event));
  }

  /**
   * The state that `event` leads to from wherever it is legal, for an `UPDATE` of rows that were not read before.
   *
   * @throws {RangeError} when that depends on the state, or the table has no such event: use {@link next}
   */
  target(event: Event): State {
    const [target, ...others] = new Set(this.sources(event).map((state) => this.next(state, event)));
    if (target === undefined || others.length > 0) {
      throw new RangeError(`${this.#name}: "${event}" does not lead to one state`);
    }
    return target;
  }

  /** Condition of an `UPDATE`: the column holds a state in which `event` is legal. */
  allows(column: Column, event: Event): SQL {
    return inArray(column, [...this.sources(event)]);
  }

  /** Error for an event that `state` does not allow, such as one whose `UPDATE` found no row. */
  refusal(state: State, event: Event): IllegalTransitionError {
    return new IllegalTransitionError(this.#name, state, event, this.#reason);
  }
}
