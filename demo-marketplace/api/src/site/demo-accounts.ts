import { Channel, Identity, UserType, type DemoAccount } from '@lectern/marketplace-contract';
import { exists, inArray, sql } from 'drizzle-orm';
import { isDuplicate } from '@lectern/kit/postgres';
import type { Database } from '../db/database.js';
import { memberAccounts, members } from '../db/schema/index.js';
import { enqueue } from '../jobs/index.js';
import { findMember } from '../login/index.js';
import { CHAT_ACCOUNT_JOB } from '../rtc/index.js';
import type { Passwords } from '@lectern/kit/passwords';

const PASSWORD = 'Demo123!';

const account = (name: string, usertype: UserType, is_staff = false): DemoAccount => ({
  email: `${name}@example.org`,
  password: PASSWORD,
  usertype,
  is_staff,
});

/** Public demo accounts, one for each role. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  account('learner', UserType.Learner),
  account('mentor', UserType.Mentor),
  account('company', UserType.Enterprise),
  account('office', UserType.Learner, true),
];

const MENTOR = { currentType: 2, providerCheckStatus: 2, isProvider: true, isHomework: true };

/** Profiles of the demo accounts, in the order of {@link DEMO_ACCOUNTS}; the names work in both languages. */
const PEOPLE: readonly (typeof members.$inferInsert extends infer Row ? Partial<Row> : never)[] = [
  { name: '林小安 Ann', intro: '喜歡數學與程式。 Likes mathematics and programming.' },
  { name: '陳老師 Ms Chen', intro: '高中數學教師，十年經驗。 Teaches high-school mathematics.', ...MENTOR },
  { name: '講台科技 Lectern Ltd', identity: Identity.Enterprise },
  { name: '平台管理 Office', isStaff: true },
];

const THEIRS = exists(
  sql`(SELECT 1 FROM ${memberAccounts} WHERE ${memberAccounts.memberId} = ${members.id}
    AND ${memberAccounts.channel} = ${Channel.Email}
    AND ${inArray(
      memberAccounts.account,
      DEMO_ACCOUNTS.map(({ email }) => email),
    )})`,
);

/** Bans the demo accounts on a site outside of demo mode, since their password is public. */
export async function lockDemoAccounts(db: Database): Promise<void> {
  await db.update(members).set({ isBanned: true }).where(THEIRS);
}

/** Creates missing demo accounts and unbans all of them. */
export async function seedDemoAccounts(db: Database, passwords: Passwords, now: number): Promise<void> {
  await db.update(members).set({ isBanned: false }).where(THEIRS);
  for (const [index, { email, password }] of DEMO_ACCOUNTS.entries()) {
    const to = { channel: Channel.Email, account: email };
    if ((await findMember(db, to)) !== undefined) continue;
    const passwordHash = await passwords.hash(password);
    const making = db.transaction(async (transaction) => {
      const facts = { name: email, passwordHash, locale: 'zh', createdAt: now, updatedAt: now };
      const [made] = await transaction
        .insert(members)
        .values({ ...facts, ...PEOPLE[index] })
        .returning({ id: members.id });
      if (made === undefined) throw new Error('a demo account was not written');
      await transaction.insert(memberAccounts).values({ memberId: made.id, ...to, verifiedAt: now });
      // The conference server may not respond yet, so a job creates the chat account.
      const payload = { memberId: made.id };
      await enqueue(transaction, {
        kind: CHAT_ACCOUNT_JOB,
        payload,
        runAt: now,
        uniqueKey: `${CHAT_ACCOUNT_JOB} ${made.id}`,
      });
    });
    // Another process may have created the account at the same time.
    await making.catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
    });
  }
}
