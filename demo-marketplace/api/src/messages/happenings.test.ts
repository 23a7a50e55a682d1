import {
  addReview,
  applyRefund,
  askQuestion,
  changePassword,
  createOrder,
  decideRefundRequest,
  decideWithdrawal,
  listNotices,
  replyQuestion,
  resetPassword,
  savePayoutAccount,
  withdraw,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Certificates, SigningKeys } from '../certificates/index.js';
import { enroll } from '../courses/index.js';
import { members, orders, refunds } from '../db/schema/index.js';
import { deliverCrowdfund } from '../crowdfund/index.js';
import { expireOrder } from '../orders/orders.js';
import { settleCrowdfund } from '../crowdfund/pledges.js';
import { Vault } from '../security/index.js';
import { backerIn, campaignIn } from '../testing/campaigns.js';
import { courseIn, hasLearned, mentorIn } from '../testing/courses.js';
import { attempt, giveMoney, givePayPassword, goToPay, orderIn, PAY_PASSWORD, payIn, press } from '../testing/money.js';
import { PASSWORD, SECRET, World } from '../testing/world.js';

let world: World;
let staff: Awaited<ReturnType<World['member']>>;
beforeAll(async () => {
  world = await World.start();
  staff = await world.member();
  await world.db
    .update(members)
    .set({ isStaff: true })
    .where(eq(members.id, Number(staff.member.id)));
});
afterAll(() => world.close());

const PRICE = 100_000;
const THOUSAND = 100_000;

interface Reader {
  readonly token: string;
}

/** Notifications of a member, the newest first. */
const noticesOf = async ({ token }: Reader) => (await world.call(listNotices, {}, { token })).data.list;
const kindsOf = async (reader: Reader) => (await noticesOf(reader)).map(({ kind }) => kind);

async function sale() {
  const mentor = await mentorIn(world);
  const { id: courseId } = await courseIn(world, { mentorId: mentor.id });
  const buyer = await world.member();
  await giveMoney(world, buyer.member.id, PRICE);
  const no = await orderIn(world, buyer.token, courseId);
  return { mentor, buyer, courseId, no };
}

describe('an order', () => {
  test('that is paid is told to the buyer and the mentor, once', async () => {
    const { mentor, buyer, courseId, no } = await sale();
    expect(await noticesOf(buyer)).toEqual([]);
    expect((await payIn(world, buyer.token, no)).code).toBe(1);
    await payIn(world, buyer.token, no);
    expect(await noticesOf(buyer)).toMatchObject([
      {
        kind: 'order-paid',
        link: `/video-info?id=${courseId}`,
        text: expect.stringContaining('「高中數學」，實付 NT$1,000'),
      },
    ]);
    expect(await noticesOf(mentor)).toMatchObject([
      { kind: 'order-sold', link: `/t_mingdan?course=${courseId}`, text: '王小明 購買了「高中數學」，付款 NT$1,000。' },
    ]);
  });

  test('that nobody paid in time is told to the buyer', async () => {
    const { mentor, buyer, no } = await sale();
    world.clock.advance(30 * 60_000);
    await world.db.transaction((tx) => expireOrder(tx, no, world.clock.now()));
    await world.db.transaction((tx) => expireOrder(tx, no, world.clock.now()));
    expect(await kindsOf(buyer)).toEqual(['order-expired']);
    expect(await kindsOf(mentor)).toEqual([]);
  });

  test('whose money came too late is told where that is', async () => {
    const { buyer, no } = await sale();
    const path = await goToPay(world, buyer.token, no);
    world.clock.advance(30 * 60_000);
    await press(world, path, 'success');
    await world.parts.idle();
    const notices = await noticesOf(buyer);
    expect(notices.slice(0, 2)).toMatchObject([
      { kind: 'refund-settled', link: '/myorder?tab=refund' },
      { kind: 'payment-returned', link: '/myorder?tab=closed' },
    ]);
  });

  test('of money for the wallet is told when that is there', async () => {
    const buyer = await world.member();
    const item = { type: 'recharge', amount_cents: 50_000 } as const;
    const order = await world.call(createOrder, { item, client_token: attempt() }, buyer);
    const path = await goToPay(world, buyer.token, order.data.order_no);
    await press(world, path, 'success');
    await world.parts.idle();
    expect(await noticesOf(buyer)).toMatchObject([{ kind: 'recharge-paid', text: 'NT$500 已存入你的錢包。' }]);
  });
});

describe('a refund', () => {
  async function asked() {
    const bought = await sale();
    await payIn(world, bought.buyer.token, bought.no);
    await world.call(applyRefund, { order_no: bought.no, reason: '買錯了', client_token: attempt() }, bought.buyer);
    const [row] = await world.db
      .select({ id: refunds.id })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.orderId))
      .where(eq(orders.orderNo, bought.no));
    const decide = (pass: boolean, reason = '') =>
      world.call(decideRefundRequest, { id: String(row?.id), pass, reason, client_token: attempt() }, staff);
    return { ...bought, decide };
  }

  test('that is asked for and passed is told to both', async () => {
    const { mentor, buyer, decide } = await asked();
    expect((await kindsOf(mentor))[0]).toBe('refund-asked');
    await decide(true);
    expect(await kindsOf(buyer)).toEqual(['refund-approved', 'order-paid']);
    expect((await noticesOf(mentor))[0]).toMatchObject({
      kind: 'sale-refunded',
      text: expect.stringContaining('高中數學'),
    });
  });

  test('that is refused is told to the buyer, with the reason', async () => {
    const { mentor, buyer, decide } = await asked();
    await decide(false, '已看完課程');
    expect((await noticesOf(buyer))[0]).toMatchObject({
      kind: 'refund-refused',
      text: expect.stringContaining('原因：已看完課程'),
    });
    expect((await kindsOf(mentor))[0]).toBe('refund-asked');
  });
});

describe('a campaign', () => {
  const end = async (reached: boolean) => {
    const { courseId, mentor, deadline } = await campaignIn(world, { target: reached ? 1 : 2 });
    const backer = await backerIn(world, courseId);
    expect(await kindsOf(backer)).toEqual(['pledge-paid']);
    expect(await kindsOf(mentor)).toEqual(['pledge-received']);
    await world.db.transaction((tx) => settleCrowdfund(tx, courseId, deadline));
    await world.db.transaction((tx) => settleCrowdfund(tx, courseId, deadline));
    return { courseId, mentor, backer, deadline };
  };

  test('that succeeds is told to its mentor and its backers, and when the course is there', async () => {
    const { courseId, mentor, backer, deadline } = await end(true);
    expect((await kindsOf(mentor))[0]).toBe('crowdfund-reached');
    expect((await kindsOf(backer))[0]).toBe('pledge-succeeded');
    await world.db.transaction((tx) => deliverCrowdfund(tx, { courseId, now: deadline + 1 }));
    await world.db.transaction((tx) => deliverCrowdfund(tx, { courseId, now: deadline + 1 }));
    expect(await kindsOf(backer)).toEqual(['pledge-delivered', 'pledge-succeeded', 'pledge-paid']);
  });

  test('that falls short is told to its mentor, and its backers with what they have back', async () => {
    const { mentor, backer } = await end(false);
    expect(await kindsOf(mentor)).toEqual(['crowdfund-short', 'pledge-received']);
    expect((await noticesOf(backer))[0]).toMatchObject({
      kind: 'pledge-returned',
      text: expect.stringContaining('NT$600'),
    });
  });
});

test.each([
  [true, 'withdrawal-paid', '/t_tixianjilu1'],
  [false, 'withdrawal-failed', '/t_tixianjilu1'],
])('a withdrawal that is decided (%s) is notices to whom it belongs', async (pass, kind, link) => {
  const owner = await world.member();
  await giveMoney(world, owner.member.id, THOUSAND);
  await givePayPassword(world, owner.member.id);
  const account = await world.call(savePayoutAccount, { bank: '台灣銀行', holder: '王小明', no: '0041234567' }, owner);
  const asked = { scope: 'user', amount_cents: THOUSAND, account_id: account.data.id } as const;
  const request = { ...asked, pay_password: PAY_PASSWORD, client_token: attempt() };
  const { id } = (await world.call(withdraw, request, owner)).data;
  await world.call(decideWithdrawal, { id, pass, reason: '戶名不符', client_token: attempt() }, staff);
  expect((await noticesOf(owner))[0]).toMatchObject({ kind, link, text: expect.stringContaining('NT$1,000') });
});

describe('what is said about a course', () => {
  async function learnt() {
    const mentor = await mentorIn(world);
    const { id: courseId } = await courseIn(world, { mentorId: mentor.id });
    const people = [await world.member(), await world.member()] as const;
    for (const { member } of people) {
      await world.db.transaction((tx) =>
        enroll(tx, { memberId: Number(member.id), courseId, source: 'free', now: world.clock.now() }),
      );
      await hasLearned(world, Number(member.id), courseId);
    }
    return { mentor, courseId, people };
  }

  test('a first review is told to the mentor, a change of it is not', async () => {
    const { mentor, courseId, people } = await learnt();
    const review = { course_id: String(courseId), star: 4 as const, content: '很清楚' };
    await world.call(addReview, review, people[0]);
    await world.call(addReview, { ...review, star: 5 }, people[0]);
    expect(await noticesOf(mentor)).toMatchObject([
      { kind: 'review-added', text: '王小明 評價了「高中數學」：\n★★★★ 很清楚' },
    ]);
  });

  test('a question is told to the mentor, an answer to who asked, and nobody of what they said themselves', async () => {
    const { mentor, courseId, people } = await learnt();
    const [asker, other] = people;
    const question = await world.call(askQuestion, { course_id: String(courseId), content: '為什麼？' }, asker);
    const reply = (who: Reader, content: string) => world.call(replyQuestion, { id: question.data.id, content }, who);
    await reply(mentor, '因為定義如此');
    expect(await kindsOf(mentor)).toEqual(['question-asked']);
    expect(await noticesOf(asker)).toMatchObject([
      { kind: 'question-answered', text: expect.stringContaining('因為定義如此') },
    ]);
    await reply(asker, '謝謝');
    await reply(other, '我也想知道');
    expect(await kindsOf(asker)).toEqual(['question-answered', 'question-answered']);
    expect(await kindsOf(mentor)).toEqual(['question-replied', 'question-replied', 'question-asked']);
    expect(await kindsOf(other)).toEqual([]);
  });

  test('a certificate is told to whose it is, once, and leads to it', async () => {
    const { courseId, people } = await learnt();
    const certificates = new Certificates(new SigningKeys(new Vault(SECRET)));
    const finished = { memberId: Number(people[0].member.id), courseId, now: world.clock.now() };
    await world.db.transaction((tx) => certificates.issue(tx, finished));
    await world.db.transaction((tx) => certificates.issue(tx, finished));
    expect(await noticesOf(people[0])).toMatchObject([
      { kind: 'certificate-issued', link: expect.stringMatching(/^\/myzhengshu-info\?id=\d+$/) },
    ]);
  });
});

test('a new password is told to its owner, whoever has set it', async () => {
  const owner = await world.member();
  const changed = { old: PASSWORD, password: 'wxyz789#', password2: 'wxyz789#' };
  await world.call(changePassword, changed, owner);
  expect(await kindsOf(owner)).toEqual(['password-changed']);
  expect((await world.inbox(owner.email))[0]?.subject).toBe('登入密碼已變更');
  const account = { channel: 'email', account: owner.email } as const;
  const code = await world.codeFor({ ...account, scene: 'reset' });
  await world.call(resetPassword, { ...account, code, password: PASSWORD, password2: PASSWORD });
  expect((await world.inbox(owner.email)).filter(({ subject }) => subject === '登入密碼已變更')).toHaveLength(2);
});
