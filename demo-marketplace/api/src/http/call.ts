import { Replay, type AnyAction } from '@lectern/marketplace-contract';
import type { FastifyBaseLogger } from 'fastify';
import type * as z from 'zod/mini';
import { isTx, type Database, type Pool, type Tx } from '../db/database.js';
import type { Caller } from '../login/sessions.js';
import type { Language, Success } from './messages.js';

/** One call of an action, with its caller, time and origin. */
export interface Call<Db extends Database = Database> {
  /** The transaction that stores the response of a call with a `client_token`, otherwise the pool. */
  readonly db: Db;
  /** Undefined for visitors; always set when the access class of the action requires a login. */
  readonly caller: Caller | undefined;
  /** Milliseconds since the epoch; constant during the call. */
  readonly now: number;
  readonly ip: string;
  readonly userAgent: string;
  readonly language: Language;
  readonly requestId: string;
  /** Origin at which the caller reached the site: `https://example.org`. */
  readonly origin: string;
  readonly log: FastifyBaseLogger;
  /** Aborted when the client disconnects before the response. */
  readonly signal: AbortSignal;
  /** Sets the message of the response instead of "OK". */
  say(success: Success): void;
  /** Registers work that runs after the commit. */
  after(work: () => void): void;
}

/** A call of a logged-in member. */
export interface MemberCall<Db extends Database = Database> extends Call<Db> {
  readonly caller: Caller;
}

/** An action with its handler. */
export interface BoundAction {
  readonly action: AnyAction;
  readonly run: (request: unknown, call: Call, prepared?: unknown) => Promise<unknown>;
  /**
   * Runs before the transaction begins, for checks and for work that takes long; also on a repeated call. Its `db` is
   * the pool, and the handler receives its result.
   */
  readonly before?: (request: unknown, call: Call<Pool>) => Promise<unknown>;
  /** Calls per minute and caller, in place of the common rate limit. */
  readonly perMinute?: number;
  /** Present when visitors may receive an answer that was computed for another visitor. */
  readonly visitors?: { readonly each?: (request: unknown, call: Call) => Promise<unknown> };
}

/** Gives an action a rate limit of its own, in calls per minute and caller. */
export const limited = (perMinute: number, bound: BoundAction): BoundAction => ({ ...bound, perMinute });

/**
 * Keeps the answers of an action for visitors, all of whom see the same; members always get their own. The handler may
 * depend on nothing of the call but its database, time and language.
 *
 * @param each runs for each call of a visitor that succeeds
 * @throws {Error} when the action stores its answers for repetitions
 */
export function keptForVisitors(
  bound: BoundAction,
  each?: (request: unknown, call: Call) => Promise<unknown>,
): BoundAction {
  if (bound.action.replay !== Replay.None)
    throw new Error(`${bound.action.path} has answers of its own for each caller`);
  return { ...bound, visitors: each === undefined ? {} : { each } };
}

/** An action that requires a `client_token` always runs in a transaction. */
type DbOf<A extends AnyAction> = A['replay'] extends typeof Replay.Required ? Tx : Database;

function checkTx<A extends AnyAction>(action: A, call: Call): Call<DbOf<A>> {
  if (action.replay === Replay.Required && !isTx(call.db))
    throw new Error(`${action.path} runs outside of a transaction`);
  return call as Call<DbOf<A>>;
}

type Output<A extends AnyAction> = z.output<A['request']>;
type Answer<A extends AnyAction> = z.input<A['response']>;

/** Binds a handler to a public action. */
export const onCall = <A extends AnyAction>(
  action: A,
  run: (request: Output<A>, call: Call<DbOf<A>>) => Promise<Answer<A>>,
): BoundAction => ({ action, run: (request, call) => run(request as Output<A>, checkTx(action, call)) });

/** Binds a handler to an action for members. */
export const onMemberCall = <A extends AnyAction, Prepared = void>(
  action: A,
  run: (request: Output<A>, call: MemberCall<DbOf<A>>, prepared: Prepared) => Promise<Answer<A>>,
  before?: (request: Output<A>, call: MemberCall<Pool>) => Promise<Prepared>,
): BoundAction => {
  const known = <Db extends Database>(call: Call<Db>): MemberCall<Db> => {
    const { caller } = call;
    if (caller === undefined) throw new Error(`${action.path} is open to visitors but needs a member`);
    return { ...call, caller };
  };
  return {
    action,
    run: (request, call, prepared) => run(request as Output<A>, known(checkTx(action, call)), prepared as Prepared),
    ...(before !== undefined && { before: (request, call) => before(request as Output<A>, known(call)) }),
  };
};
