import type { AnyAction } from '@lectern/marketplace-contract';
import type { FastifyBaseLogger } from 'fastify';
import type * as z from 'zod/mini';
import type { Database } from '../db/database.js';
import type { Caller } from '../login/sessions.js';
import type { Language, Success } from './messages.js';

/** One call of an action: who calls, when, from where. */
export interface Call {
  /** The transaction of the call where it may be repeated, otherwise the pool. */
  readonly db: Database;
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
export interface MemberCall extends Call {
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
  readonly before?: (request: unknown, call: Call) => Promise<unknown>;
}

type Output<A extends AnyAction> = z.output<A['request']>;
type Answer<A extends AnyAction> = z.input<A['response']>;

/** Says what a public action does. */
export const onCall = <A extends AnyAction>(
  action: A,
  run: (request: Output<A>, call: Call) => Promise<Answer<A>>,
): BoundAction => ({ action, run: (request, call) => run(request as Output<A>, call) });

/** Says what an action for members does. */
export const onMemberCall = <A extends AnyAction, Prepared = void>(
  action: A,
  run: (request: Output<A>, call: MemberCall, prepared: Prepared) => Promise<Answer<A>>,
  before?: (request: Output<A>, call: MemberCall) => Promise<Prepared>,
): BoundAction => {
  const known = (call: Call): MemberCall => {
    const { caller } = call;
    if (caller === undefined) throw new Error(`${action.path} is open to visitors but needs a member`);
    return { ...call, caller };
  };
  return {
    action,
    run: (request, call, prepared) => run(request as Output<A>, known(call), prepared as Prepared),
    ...(before !== undefined && { before: (request, call) => before(request as Output<A>, known(call)) }),
  };
};
