import type { WalletScope } from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import {
  addPayoutAccount,
  applyForWithdrawal,
  members,
  notifyAsOffice,
  settleWithdrawal,
  cancelWithdrawalRequest,
  type Tx,
  type Vault,
} from '@lectern/marketplace-api/seeding';
import type { DemoPeople } from './members.js';
import type { Decided, Happening } from './story.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type End = 'success' | 'failed' | 'cancelled' | 'applying';

interface Owner {
  readonly memberId: number;
  readonly scope: WalletScope;
  readonly bank: string;
  readonly no: string;
  /** Withdrawals as days ago, cents and outcome. */
  readonly asked: readonly (readonly [days: number, cents: number, end: End])[];
}

const REASON = '戶名與帳號不符，請確認後再申請。';

/** Seeds bank accounts of the demo's learner and mentor, with withdrawals in every state. */
export async function seedWallets(
  db: Tx,
  vault: Vault,
  { learner, mentors: [mentor = 0] }: DemoPeople,
  log: Decided[],
  now: number,
): Promise<readonly Happening[]> {
  const owners: readonly Owner[] = [
    {
      ...{ memberId: learner, scope: 'user', bank: '玉山銀行 E.SUN Bank', no: '0808968123456' },
      asked: [
        [9, 100_000, 'success'],
        [5, 120_000, 'cancelled'],
      ],
    },
    {
      ...{ memberId: mentor, scope: 'mentor', bank: '台新銀行 Taishin Bank', no: '20180001234567' },
      asked: [
        [31, 110_000, 'success'],
        [19, 100_000, 'failed'],
        [12, 130_000, 'success'],
        [8, 100_000, 'cancelled'],
        [0.8, 100_000, 'applying'],
      ],
    },
  ];
  const happenings: Happening[] = [];
  for (const { memberId, scope, bank, no, asked } of owners) {
    const [owner] = await db.select({ name: members.name }).from(members).where(eq(members.id, memberId));
    const opened = { memberId, bank, no, holder: owner?.name ?? '', now: now - 35 * DAY_MS };
    const account = await addPayoutAccount(db, vault, opened);
    const decide = async (at: number, id: number, amount: number, pass: boolean): Promise<void> => {
      const reason = pass ? '' : REASON;
      await settleWithdrawal(db, { id, pass, reason, now: at });
      const action = pass ? 'withdrawal-paid' : 'withdrawal-failed';
      const to = scope === 'user' ? 't_tixianjilu1' : 't_tixianjilu';
      await notifyAsOffice(db, { to: memberId, kind: action, params: { amount, id: to, reason }, now: at });
      log.push({ at, action, target: `withdrawal:${id}`, memberId, ...(!pass && { reason }) });
    };
    for (const [days, amountCents, end] of asked) {
      const at = now - days * DAY_MS;
      let id = 0;
      const ask = async (): Promise<void> => {
        ({ id } = await applyForWithdrawal(db, { memberId, scope, amountCents, accountId: account.id, now: at }));
      };
      happenings.push({ at, run: ask });
      if (end === 'cancelled') {
        happenings.push({ at: at + 3 * HOUR_MS, run: (then) => cancelWithdrawalRequest(db, memberId, id, then) });
      } else if (end !== 'applying') {
        happenings.push({ at: at + 20 * HOUR_MS, run: (then) => decide(then, id, amountCents, end === 'success') });
      }
    }
  }
  return happenings;
}
