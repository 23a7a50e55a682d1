import { Replay, type AnyAction } from '@lectern/marketplace-contract';
import type { FastifyBaseLogger } from 'fastify';
import type * as z from 'zod/mini';
import { isTx, type Database, type Pool, type Tx } from '../db/database.js';
import type { Caller } from '../login/sessions.js';
import type { Language, Success } from './messages.js';

/** One call of an action: who calls, when, from where. */
export interface Call<Db extends Database = Database> {
  /** The transaction that keeps the answer of a call with a `client_token`, otherwise the pool. */
  readonly db: Db;
  /** Undefined for visitors; there whenever the action's access asks for it. */
  readonly caller: Caller | undefined;
  /** Milliseconds since the epoch; the same for all of the call. */
  readonly now: number;
  readonly ip: string;
  readonly userAgent: string;
  readonly language: Language;
  readonly requestId: string;
  /** Where the caller reached the site: `https://example.org`. */
  readonly origin: string;
  readonly log: FastifyBaseLogger;
  /** Aborted when the caller has left before the answer. */
  readonly signal: AbortSignal;
  /** What the answer is to say instead of "OK". */
  say(success: Success): void;
  /** Runs once everything is written. */
  after(work: () => void): void;
}

/** A call of somebody who is logged in. */
export interface MemberCall<Db extends Database = Database> extends Call<Db> {
  readonly caller: Caller;
}

/** An action with what it does. */
export interface BoundAction {
  readonly action: AnyAction;
  readonly run: (request: unknown, call: Call, prepared?: unknown) => Promise<unknown>;
  /**
   * What has to hold before anything is begun, or takes its time elsewhere; its `db` is the pool, and what it resolves
   * with is handed on. Also when the call is a repetition.
   */
  readonly before?: (request: unknown, call: Call<Pool>) => Promise<unknown>;
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

/** Says what a public action does. */
export const onCall = <A extends AnyAction>(
  action: A,
  run: (request: Output<A>, call: Call<DbOf<A>>) => Promise<Answer<A>>,
): BoundAction => ({ action, run: (request, call) => run(request as Output<A>, checkTx(action, call)) });

/** Says what an action for members does. */
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
