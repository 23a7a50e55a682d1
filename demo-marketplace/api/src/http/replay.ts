import { FailureReason, Replay, type AnyAction } from '@lectern/marketplace-contract';
import { and, eq, lte } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import type { Database, Pool } from '../db/database.js';
import { replays } from '../db/schema/index.js';
import { ApiFailure } from './failure.js';
import type { Success } from './messages.js';

/** Retention of the first response. */
const KEPT_MS = 24 * 3_600_000;

/** Result of a call. */
export interface Outcome {
  readonly say: Success;
  readonly data: unknown;
}

interface Repeatable {
  readonly db: Pool;
  readonly action: AnyAction;
  readonly request: unknown;
  /** Owner of the tokens: a member's id, empty for visitors. */
  readonly owner: string;
  readonly now: number;
}

const tokenOf = (request: unknown): string | undefined => {
  if (typeof request !== 'object' || request === null || !('client_token' in request)) return undefined;
  return typeof request.client_token === 'string' ? request.client_token : undefined;
};

/** Leaves the payment password out of the fingerprint: six digits could be recovered from a hash quickly. */
const withoutSecrets = (key: string, value: unknown): unknown => (key === 'pay_password' ? undefined : value);

/**
 * Runs a call at most once per `client_token`: a repetition receives the first response. Token, effects and response
 * are committed together, so a failed call can be retried; a concurrent repetition waits for the first.
 *
 * @throws {ApiFailure} 409 when the token was used with a different request
 */
export async function once(
  { db, action, request, owner, now }: Repeatable,
  run: (db: Database) => Promise<Outcome>,
): Promise<Outcome> {
  const clientToken = action.replay === Replay.None ? undefined : tokenOf(request);
  if (clientToken === undefined) return run(db);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([action.path, request], withoutSecrets))
    .digest('base64url');
  return db.transaction(async (transaction) => {
    const mine = and(eq(replays.owner, owner), eq(replays.clientToken, clientToken));
    await transaction.delete(replays).where(and(mine, lte(replays.expiresAt, now)));
    const taken = await transaction
      .insert(replays)
      .values({ owner, clientToken, action: action.path, fingerprint, expiresAt: now + KEPT_MS })
      .onConflictDoNothing()
      .returning({ owner: replays.owner });
    if (taken.length === 0) {
      const [first] = await transaction.select().from(replays).where(mine);
      if (first?.answer == null) throw new Error('the first answer to a repeated call is missing');
      if (first.fingerprint !== fingerprint) throw new ApiFailure(FailureReason.ClientTokenReused);
      return first.answer as Outcome;
    }
    const outcome = await run(transaction);
    await transaction.update(replays).set({ answer: outcome }).where(mine);
    return outcome;
  });
}

/** Deletes expired responses. */
export const forgetReplays = (db: Database, now: number): Promise<unknown> =>
  db.delete(replays).where(lte(replays.expiresAt, now));
