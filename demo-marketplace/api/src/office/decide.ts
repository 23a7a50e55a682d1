import { FailureReason } from '@lectern/marketplace-contract';
import type { Tx } from '../db/database.js';
import { audit } from '../http/audit.js';
import type { MemberCall } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import { notify, type Named } from '../messages/index.js';
import type { Decision } from './decisions.js';
import type { OfficePorts } from './ports.js';

/** What was decided, and for whom. */
export interface Decided {
  /** Whom it concerns. */
  readonly memberId: number;
  /** Somebody else who may not decide it. */
  readonly alsoConcerns?: number;
  /** What the audit log calls it, and what the member is told: `course-refused`. */
  readonly action: Decision;
  /** `course:7` */
  readonly target: string;
  readonly reason: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** What it is about, as the member calls it. */
  readonly what?: string | Named;
  /** In cents. */
  readonly amount?: number;
  /** Part of the address that the member is led to. */
  readonly at?: string;
}

/**
 * Decides, writes down who decided what, and tells whom it concerns, all or nothing.
 *
 * @throws {ApiFailure} when somebody would decide about themselves
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
    const { what = '', amount = 0, at: id = '' } = decided;
    await notify(db, { to: memberId, kind: action, params: { what, amount, id, reason }, now: call.now });
  });
  call.after(wakeOutbox);
  call.say('decided');
  return {};
}

interface Page {
  readonly page: number;
  readonly limit: number;
}

/** One page of what waits: never so much that it could not be counted. */
export const pageOf = <Row>(rows: readonly Row[], { page, limit }: Page) => ({
  list: rows.slice((page - 1) * limit, page * limit),
  total: rows.length,
  page,
  limit,
});
