import {
  applyRefund,
  closeAccount,
  emailLogin,
  getMemberInfo,
  listReviews,
  ResultCode,
  savePayoutAccount,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enroll } from '../courses/index.js';
import {
  auditLog,
  follows,
  lessonNotes,
  memberAccounts,
  members,
  mentorProfiles,
  notifications,
  payoutAccounts,
  providerApplications,
  reviews,
  units,
  wishes,
} from '../db/schema/index.js';
import type { ClosingCheck, MemberRemoval } from '../feature.js';
import { AccountKind, balanceOf, FEES, moneyOf, post, transfer } from '../ledger/index.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import { backerIn, campaignIn } from '../testing/campaigns.js';
import { attempt, checkBooks, giveMoney, orderIn, payIn } from '../testing/money.js';
import { PASSWORD, World } from '../testing/world.js';

/** Members on whom a feature of this test depends. */
const hosts = new Set<number>();
/** Members whom the feature of this test has forgotten. */
const forgotten: number[] = [];
let world: World;
beforeAll(async () => {
  const keepsAccountOpen: ClosingCheck = (_tx, { id }) => Promise.resolve(hosts.has(id));
  const forgetMember: MemberRemoval = (_tx, id) => Promise.resolve(void forgotten.push(id));
  world = await World.start({ features: [{ keepsAccountOpen, forgetMember }] });
});
afterAll(() => world.close());

const close = ({ token }: { readonly token: string }, password = PASSWORD) =>
  world.call(closeAccount, { password }, { token });

test('whoever leaves is gone at once and for good; the address may register again, and what was written has no name', async () => {
  const { id: courseId } = await courseIn(world, { mentorId: (await mentorIn(world)).id });
  const leaver = await world.member('leaver@example.org');
  const id = Number(leaver.member.id);
  await world.db.transaction((tx) => enroll(tx, { memberId: id, courseId, source: 'free', now: world.clock.now() }));
  const said = { courseId, memberId: id, star: 5, content: '很好', createdAt: 1, updatedAt: 1 };
  await world.db.insert(reviews).values(said);
  await world.call(savePayoutAccount, { bank: '台灣銀行', holder: '王小明', no: '0041234567' }, leaver);

  expect(await close(leaver)).toMatchObject({ code: 1, msg: '帳號已關閉，後會有期。' });
  expect((await world.call(getMemberInfo, {}, leaver)).code).toBe(ResultCode.LoginRequired);
  const login = { email: 'leaver@example.org', password: PASSWORD };
  expect((await world.call(emailLogin, login)).data.reason).toBe('wrong-credentials');
  const [row] = await world.db.select().from(members).where(eq(members.id, id));
  expect(row).toMatchObject({ name: '前會員 Former member', passwordHash: '', headimgKey: '', birthday: '' });
  expect(await world.db.$count(notifications, eq(notifications.memberId, id))).toBe(0);
  const [account] = await world.db.select().from(payoutAccounts).where(eq(payoutAccounts.memberId, id));
  expect(account).toMatchObject({ holder: '', noSealed: '' });
  const { list } = (await world.call(listReviews, { id: String(courseId) })).data;
  expect(list).toMatchObject([{ content: '很好', member: { name: '前會員 Former member' } }]);
  expect((await world.inbox('leaver@example.org'))[0]?.subject).toBe('你的帳號已關閉');
  const log = await world.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.target, `member:${id}`));
  expect(log.map(({ action }) => action)).toContain('account-closed');
  world.clock.advance(60_000);
  expect((await world.member('leaver@example.org')).member.id).not.toBe(leaver.member.id);
});

test('each feature forgets the member who leaves, and nobody else', async () => {
  const mentor = await mentorIn(world);
  const { id: courseId } = await courseIn(world, { mentorId: mentor.id });
  const [unit] = await world.db.select({ id: units.id }).from(units).where(eq(units.courseId, courseId)).limit(1);
  const [leaver, other] = [await world.member(), await world.member()];
  const [gone, kept] = [Number(leaver.member.id), Number(other.member.id)];
  const times = { createdAt: 1, updatedAt: 1 };
  for (const memberId of [gone, kept]) {
    await world.db.insert(wishes).values({ memberId, type: 'course', targetId: courseId, priceCents: 1, createdAt: 1 });
    await world.db.insert(follows).values({ memberId, targetId: mentor.id, createdAt: 1 });
    await world.db.insert(lessonNotes).values({ memberId, unitId: unit!.id, second: 1, content: '', ...times });
    await world.db.insert(mentorProfiles).values({ memberId, updatedAt: 1 });
    await world.db.insert(providerApplications).values({ memberId, form: {} as never, updatedAt: 1 });
  }
  await world.db.insert(follows).values({ memberId: kept, targetId: gone, createdAt: 1 });
  expect((await close(leaver)).code).toBe(1);
  const rowsOf = (memberId: number) =>
    Promise.all(
      [wishes, follows, lessonNotes, mentorProfiles, providerApplications, memberAccounts].map((table) =>
        world.db.$count(table, eq(table.memberId, memberId)),
      ),
    );
  expect(await rowsOf(gone)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(await rowsOf(kept)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(forgotten.filter((id) => id === gone || id === kept)).toEqual([gone]);
});

test('whoever leaves is out of chats and conferences too, once their server answers, and is forgotten there', async () => {
  const { token, member } = await world.member();
  world.chatServerIsAway = true;
  expect((await close({ token })).code).toBe(1);
  await world.parts.idle();
  world.chatServerIsAway = false;
  world.clock.advance(2_000);
  await world.parts.idle();
  const [locked] = world.chatLocked.slice(-1);
  expect(locked).toMatchObject({ username: member.hx_username, reason: 'closed' });
  expect(locked?.password).not.toBe(member.hx_password);
});

test('only the password opens that door, and it cannot be guessed', async () => {
  const member = await world.member();
  for (let count = 0; count < 10; count += 1) {
    expect((await close(member, 'wrong')).data.reason).toBe('wrong-password');
  }
  expect((await close(member)).code).toBe(ResultCode.TooMany);
  expect((await world.call(getMemberInfo, {}, member)).code).toBe(1);
});

test('less than a dollar, which nobody can withdraw, is forfeited, and the mail says so; the books are right', async () => {
  const leaver = await world.member('rest@example.org');
  const id = Number(leaver.member.id);
  const [balance, earnings] = [moneyOf(id), moneyOf(id, AccountKind.Earnings)];
  await giveMoney(world, leaver.member.id, 99);
  await world.db.transaction((tx) =>
    post(tx, {
      business: 'adjust',
      businessId: `rest ${id}`,
      memo: '',
      at: 1,
      postings: transfer(balance, earnings, 40),
    }),
  );
  const before = await balanceOf(world.db, FEES);
  expect((await close(leaver)).code).toBe(1);
  expect([await balanceOf(world.db, balance), await balanceOf(world.db, earnings)]).toEqual([0, 0]);
  expect(await balanceOf(world.db, FEES)).toBe(before + 99);
  await checkBooks(world);
  expect((await world.inbox('rest@example.org'))[0]?.text).toContain(
    '不足 NT$1 的零頭 NT$0.99 無法提領，已依關閉帳號的說明歸零',
  );
});

test('what is reserved or frozen is never forfeited, however little', async () => {
  for (const kind of [AccountKind.Payout, AccountKind.Frozen, AccountKind.EarningsPayout]) {
    const member = await world.member();
    const id = Number(member.member.id);
    await giveMoney(world, member.member.id, 50);
    const postings = transfer(moneyOf(id), moneyOf(id, kind), 50);
    await world.db.transaction((tx) =>
      post(tx, { business: 'adjust', businessId: `kept ${id}`, memo: '', at: 1, postings }),
    );
    expect((await close(member)).data.reason).toBe('account-in-use');
  }
});

describe('an account stays open as long as', () => {
  /** Attempts to close the account; resolves with the refusal and whether the session still works. */
  const tryToClose = async (member: { readonly token: string }) => [
    (await close(member)).data.reason,
    (await world.call(getMemberInfo, {}, member)).code,
  ];
  const STAYS_OPEN = ['account-in-use', 1];

  test('there is money in it', async () => {
    const member = await world.member();
    await giveMoney(world, member.member.id, 100);
    expect(await tryToClose(member)).toEqual(STAYS_OPEN);
  });

  test('an order waits to be paid; not when its time is over', async () => {
    const { id } = await courseIn(world, { mentorId: (await mentorIn(world)).id });
    const member = await world.member();
    await orderIn(world, member.token, id);
    expect(await tryToClose(member)).toEqual(STAYS_OPEN);
    world.clock.advance(30 * 60_000);
    expect((await close(member)).code).toBe(1);
  });

  test('a refund or a campaign may still give money back', async () => {
    const { id } = await courseIn(world, { mentorId: (await mentorIn(world)).id, priceCents: 100_000 });
    const buyer = await world.member();
    await giveMoney(world, buyer.member.id, 100_000);
    const no = await orderIn(world, buyer.token, id);
    await payIn(world, buyer.token, no);
    await world.call(applyRefund, { order_no: no, reason: '買錯了', client_token: attempt() }, buyer);
    expect(await tryToClose(buyer)).toEqual(STAYS_OPEN);
    const { courseId } = await campaignIn(world);
    expect(await tryToClose(await backerIn(world, courseId))).toEqual(STAYS_OPEN);
  });

  test('any feature depends on it', async () => {
    const member = await world.member();
    hosts.add(Number(member.member.id));
    expect(await tryToClose(member)).toEqual(STAYS_OPEN);
    hosts.clear();
    expect((await close(member)).code).toBe(1);
  });

  test('learners have a course of it, or it runs the site', async () => {
    const mentor = await mentorIn(world);
    await courseIn(world, { mentorId: mentor.id });
    expect(await tryToClose(mentor)).toEqual(STAYS_OPEN);
    const staff = await world.member();
    await world.db
      .update(members)
      .set({ isStaff: true })
      .where(eq(members.id, Number(staff.member.id)));
    expect(await tryToClose(staff)).toEqual(STAYS_OPEN);
  });
});
