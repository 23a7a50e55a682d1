import { FailureReason } from '@lectern/marketplace-contract';
import type { Tx } from '../db/database.js';
import { audit } from '../http/audit.js';
import type { MemberCall } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import type { Named } from '../messages/index.js';
import { notify, type Decision } from './notice-kinds.js';
import type { OfficePorts } from './ports.js';

/** A decision of the back office. */
export interface Decided {
  /** Member whom the decision concerns. */
  readonly memberId: number;
  /** Another member who may not decide it. */
  readonly alsoConcerns?: number;
  /** Name of the decision in the audit log and in the notification: `course-refused`. */
  readonly action: Decision;
  /** `course:7` */
  readonly target: string;
  readonly reason: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Title of the decided item, for the notification. */
  readonly what?: string | Named;
  /** Amount in cents. */
  readonly amount?: number;
  /** Value of `{id}` in the address of the notification. */
  readonly at?: string;
  /** Path of the page to which the notification leads. */
  readonly path?: string;
}

/**
 * Runs a decision, writes the audit log and notifies the member, in one transaction.
 *
 * @throws {ApiFailure} when staff would decide a case of their own
 */
export async function decide(
  call: MemberCall,
  { wakeOutbox }: Pick<OfficePorts, 'wakeOutbox'>,
  makeDecision: (db: Tx) => Promise<Decided>,
): Promise<Record<string, never>> {
  await call.db.transaction(async (db) => {
    const decided = await makeDecision(db);
    const { memberId, action, target, reason, details = {}, alsoConcerns } = decided;
    if ([memberId, alsoConcerns].includes(call.caller.member.id)) throw new ApiFailure(FailureReason.OwnCase);
    const facts = { member: `member:${memberId}`, ...(reason !== '' && { reason }), ...details };
    await audit(db, call, { action, target, details: facts });
    const { what = '', amount = 0, at: id = '', path = '' } = decided;
    await notify(db, { to: memberId, kind: action, params: { what, amount, id, path, reason }, now: call.now });
  });
  call.after(wakeOutbox);
  call.say('decided');
  return {};
}

interface Page {
  readonly page: number;
  readonly limit: number;
}

/** One page of pending items; their number is small enough to load all of them. */
export const pageOf = <Row>(rows: readonly Row[], { page, limit }: Page) => ({
  list: rows.slice((page - 1) * limit, page * limit),
  total: rows.length,
  page,
  limit,
});
