import { closeAccount, FailureReason } from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import type { Tx } from '../db/database.js';
import { members, type MemberRow } from '../db/schema/index.js';
import type { Feature } from '../feature.js';
import { audit } from '../http/audit.js';
import { onMemberCall, type BoundAction } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import type { Proofs, Sessions } from '../login/index.js';
import { notify } from './notice-kinds.js';
import { forfeitRest } from '../wallet/index.js';

export interface ClosingPorts {
  readonly features: readonly Feature[];
  readonly proofs: Proofs;
  readonly sessions: Sessions;
}

/** Name shown beside content of a closed account. */
const FORMER = '前會員 Former member';

/** True when the account runs the site, or a feature still depends on it. */
async function isInUse(tx: Tx, features: readonly Feature[], member: MemberRow, now: number): Promise<boolean> {
  if (member.isStaff) return true;
  for (const { keepsAccountOpen } of features) if ((await keepsAccountOpen?.(tx, member, now)) === true) return true;
  return false;
}

/** Anonymises a member. Public content and ledger entries remain without the name. */
async function forget(tx: Tx, features: readonly Feature[], id: number, now: number): Promise<void> {
  for (const { forgetMember } of features) await forgetMember?.(tx, id, now);
  await tx
    .update(members)
    .set({
      name: FORMER,
      certificateName: '',
      passwordHash: '',
      headimgKey: '',
      gender: 0,
      birthday: '',
      intro: '',
      area: '',
      interests: [],
      settings: {},
      currentType: 1,
      providerCheckStatus: 0,
      isProvider: false,
      isHomework: false,
      updatedAt: now,
    })
    .where(eq(members.id, id));
}

/** Action that closes an account: `/api/Member/close_account`. */
export function closingActions({ features, proofs, sessions }: ClosingPorts): readonly BoundAction[] {
  return [
    onMemberCall(closeAccount, async (proof, call) => {
      const { now } = call;
      const { id } = call.caller.member;
      await proofs.check(call, proof);
      await call.db.transaction(async (db) => {
        // Row lock: concurrent orders, sales and withdrawals are either seen here or refused afterwards.
        const [member] = await db.select().from(members).where(eq(members.id, id)).for('update');
        if (member === undefined || (await isInUse(db, features, member, now)))
          throw new ApiFailure(FailureReason.AccountInUse);
        const amount = await forfeitRest(db, id, now);
        if (amount === 0) await notify(db, { to: id, kind: 'account-closed', params: {}, now });
        else await notify(db, { to: id, kind: 'account-closed-rest', params: { amount }, now });
        await forget(db, features, id, now);
        await sessions.endAll(db, id, now);
        await audit(db, call, { action: 'account-closed', target: `member:${id}` });
      });
      call.say('accountClosed');
      return {};
    }),
  ];
}
