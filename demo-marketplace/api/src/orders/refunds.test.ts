import {
  applyRefund,
  cancelRefund,
  getOrder,
  getSignedUrl,
  listOrders,
  listWaitingRefunds,
  ResultCode,
  saveProgress,
  verifyCertificate,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isEnrolled } from '../courses/index.js';
import { media, members, refunds } from '../db/schema/index.js';
import { AccountKind, balanceOf, FEES, moneyOf, pointsOf } from '../ledger/index.js';
import { courseIn, hasHadTime, mentorIn } from '../testing/courses.js';
import { attempt, checkBooks, giveMoney, givePoints, orderIn, payIn } from '../testing/money.js';
import { World } from '../testing/world.js';
import { decideRefund, openRefunds } from './index.js';
import { applyForRefund } from './refunds.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(async () => {
  await checkBooks(world);
  await world.close();
});

const PRICE = 100_000;
const DAY = 86_400_000;

/** A buyer of a course whose mentor sells nothing else. */
async function bought() {
  const { id: mentorId } = await mentorIn(world);
  const { id: courseId, unitIds } = await courseIn(world, { mentorId });
  const { token, member } = await world.member();
  const memberId = Number(member.id);
  await giveMoney(world, member.id, PRICE);
  await givePoints(world, member.id, 1_000);
  const no = await orderIn(world, token, courseId, { points: 1_000 });
  await payIn(world, token, no);
  return {
    ...{ token, no, memberId, mentorId, courseId, unitIds },
    ask: (more: object = {}) =>
      world.call(applyRefund, { order_no: no, reason: '不適合我', client_token: attempt(), ...more }, { token }),
    view: async () => (await world.call(getOrder, { order_no: no }, { token })).data,
    owns: () => isEnrolled(world.db, memberId, courseId),
    balance: () => balanceOf(world.db, moneyOf(memberId)),
    of: (kind: AccountKind) => balanceOf(world.db, moneyOf(mentorId, kind)),
    refundId: async () =>
      (await openRefunds(world.db, world.parts.purchasables)).find(({ order }) => order.orderNo === no)?.refund.id ?? 0,
  };
}
const deciding = (id: number, pass: boolean, reason = '') => ({ id, pass, reason, now: world.clock.now() });

test('a refund that is granted gives money, points and platform’s share back, and ends the course', async () => {
  const own = await bought();
  const fees = await balanceOf(world.db, FEES);
  expect(await own.balance()).toBe(1_000);
  expect((await own.ask()).code).toBe(1);
  expect(await own.view()).toMatchObject({
    status: 'refunding',
    actions: ['enter', 'refund_cancel', 'invoice'],
    refund: { state: 'applying', reason: '不適合我', amount_cents: 99_000, decided_at: null },
  });
  const decided = await world.db.transaction(async (tx) =>
    decideRefund(tx, world.parts.purchasables, deciding(await own.refundId(), true, '同意')),
  );
  expect(decided).toEqual({ memberId: own.memberId });
  expect([await own.balance(), await own.owns()]).toEqual([PRICE, false]);
  expect(await balanceOf(world.db, pointsOf(own.memberId))).toBe(1_000);
  expect([await own.of(AccountKind.Frozen), await balanceOf(world.db, FEES)]).toEqual([0, fees - 9_900]);
  expect(await own.view()).toMatchObject({
    status: 'refunded',
    actions: ['reorder', 'delete'],
    refund: { state: 'success', answer: '同意' },
  });
  expect((await world.call(listOrders, { tab: 'refund' }, { token: own.token })).data.total).toBe(1);
  // Days later, no money is left to be released.
  world.clock.advance(8 * DAY);
  await world.parts.idle();
  expect(await own.of(AccountKind.Earnings)).toBe(0);
});

test('a refund after completion revokes the certificate, which the office sees before; who buys again has it again', async () => {
  const own = await bought();
  await hasHadTime(world, own.memberId, own.courseId);
  const learn = async () => {
    const answers = [];
    for (const unit of own.unitIds) {
      const report = { unit_id: String(unit), second: 60, watched: [[0, 60]], ended: true, play: 'one-play', step: 1 };
      answers.push(await world.call(saveProgress, report, { token: own.token }));
    }
    return answers.at(-1)?.data.certificate_no ?? '';
  };
  const no = await learn();
  const verified = async () => (await world.call(verifyCertificate, { no })).data;
  expect(await verified()).toMatchObject({ valid: true, revoked: false });
  await own.ask();
  const id = await own.refundId();
  const staff = await world.member();
  await world.db
    .update(members)
    .set({ isStaff: true })
    .where(eq(members.id, Number(staff.member.id)));
  const { list } = (await world.call(listWaitingRefunds, { limit: 50 }, { token: staff.token })).data;
  expect(list.find((refund) => refund.id === String(id))).toMatchObject({ percent: 100, certificate_no: no });
  await world.db.transaction((tx) => decideRefund(tx, world.parts.purchasables, deciding(id, true)));
  expect(await verified()).toMatchObject({ valid: false, revoked: true });
  const again = await orderIn(world, own.token, own.courseId);
  await payIn(world, own.token, again);
  expect(await learn()).toBe(no);
  expect(await verified()).toMatchObject({ valid: true, revoked: false });
});

test('a refund that is refused says why; the mentor is paid when the time has come', async () => {
  const own = await bought();
  await own.ask();
  const id = await own.refundId();
  await expect(
    world.db.transaction((tx) => decideRefund(tx, world.parts.purchasables, deciding(id, false))),
  ).rejects.toThrow('invalid');
  await world.db.transaction((tx) => decideRefund(tx, world.parts.purchasables, deciding(id, false, '已學完')));
  expect(await own.view()).toMatchObject({ status: 'paid', refund: { state: 'failed', answer: '已學完' } });
  world.clock.advance(7 * DAY);
  await world.parts.idle();
  expect(await own.of(AccountKind.Earnings)).toBe(89_100);
});

test('while a refund is not decided the mentor gets nothing, however long it takes', async () => {
  const own = await bought();
  await own.ask();
  world.clock.advance(20 * DAY);
  await world.parts.idle();
  expect([await own.of(AccountKind.Frozen), await own.of(AccountKind.Earnings)]).toEqual([89_100, 0]);
  await world.db.transaction(async (tx) =>
    decideRefund(tx, world.parts.purchasables, deciding(await own.refundId(), false, '不符合規定')),
  );
  await world.parts.idle();
  expect([await own.of(AccountKind.Frozen), await own.of(AccountKind.Earnings)]).toEqual([0, 89_100]);
});

test('a request can be taken back, and made again', async () => {
  const [own, other] = [await bought(), await world.member()];
  const to = { order_no: own.no };
  expect((await world.call(cancelRefund, to, { token: own.token })).data.reason).toBe('state-changed');
  await own.ask();
  expect((await world.call(cancelRefund, to, { token: other.token })).code).toBe(ResultCode.NotFound);
  const old = await own.refundId();
  expect((await world.call(cancelRefund, to, { token: own.token })).code).toBe(1);
  expect(await own.view()).toMatchObject({ status: 'paid', refund: { state: 'cancelled' } });
  expect((await own.ask()).code).toBe(1);
  // A decision on the first request is refused.
  await expect(
    world.db.transaction((tx) => decideRefund(tx, world.parts.purchasables, deciding(old, true))),
  ).rejects.toThrow('state-changed');
  expect((await own.view()).status).toBe('refunding');
  await world.db.transaction(async (tx) =>
    decideRefund(tx, world.parts.purchasables, deciding(await own.refundId(), true)),
  );
  expect(await own.balance()).toBe(PRICE);
});

test('a request is for seven days, for one’s own paid order, once', async () => {
  const [own, other] = [await bought(), await world.member()];
  const ask = { order_no: own.no, reason: 'x', client_token: attempt() };
  expect((await world.call(applyRefund, ask, { token: other.token })).code).toBe(ResultCode.NotFound);
  expect((await world.call(applyRefund, ask)).code).toBe(ResultCode.LoginRequired);
  expect((await own.ask({ reason: ' ' })).data.errors).toEqual({ reason: 'required' });
  const client_token = attempt();
  const first = await own.ask({ client_token });
  expect(await own.ask({ client_token })).toEqual(first);
  expect((await own.ask()).data.reason).toBe('state-changed');
  expect(
    await world.db
      .select()
      .from(refunds)
      .where(eq(refunds.id, await own.refundId())),
  ).toHaveLength(1);

  const late = await bought();
  world.clock.advance(7 * DAY - 1);
  expect((await late.ask()).code).toBe(1);
});

test('a request after seven days is refused, whether or not the order is settled yet', async () => {
  const own = await bought();
  const now = world.clock.now() + 7 * DAY;
  const application = { buyerId: own.memberId, orderNo: own.no, reason: 'x', images: [], now };
  await expect(world.db.transaction((tx) => applyForRefund(tx, world.parts.purchasables, application))).rejects.toThrow(
    'refund-over',
  );
  world.clock.advance(7 * DAY);
  await world.parts.idle();
  await expect(world.db.transaction((tx) => applyForRefund(tx, world.parts.purchasables, application))).rejects.toThrow(
    'state-changed',
  );
});

test('two decisions at once make one', async () => {
  const own = await bought();
  await own.ask();
  const id = await own.refundId();
  const results = await Promise.allSettled([
    world.db.transaction((tx) => decideRefund(tx, world.parts.purchasables, deciding(id, true))),
    world.db.transaction((tx) => decideRefund(tx, world.parts.purchasables, deciding(id, false, '否'))),
    world.db.transaction((tx) => decideRefund(tx, world.parts.purchasables, deciding(id, true))),
  ]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const isBack = (await own.view()).status === 'refunded';
  expect(await own.balance()).toBe(isBack ? PRICE : 1_000);
  await expect(
    world.db.transaction((tx) => decideRefund(tx, world.parts.purchasables, deciding(999_999, true))),
  ).rejects.toThrow('not-found');
});

test('pictures are the buyer’s own, three at most, and for the back office alone', async () => {
  const [own, other, staff] = [await bought(), await world.member(), await world.member()];
  const picture = { filename: 'a.png', size: 10, mime: 'image/png' } as const;
  const keyOf = async (token: string, type: 'document' | 'image' = 'document') => {
    const { key } = (await world.call(getSignedUrl, { type, ...picture }, { token })).data;
    await world.db.update(media).set({ storedAt: 1, size: 10 }).where(eq(media.key, key));
    return key;
  };
  const theirs = await keyOf(other.token);
  expect((await own.ask({ images: [theirs] })).data.errors).toEqual({ images: 'unknown' });
  // A public image is refused, because everybody with its address could see it.
  const open = await keyOf(own.token, 'image');
  expect((await own.ask({ images: [open] })).data.errors).toEqual({ images: 'unknown' });
  const mine = await keyOf(own.token);
  expect((await own.ask({ images: [mine, mine, mine, mine] })).data.errors).toEqual({ images: 'too-long' });
  expect((await own.ask({ images: [mine] })).code).toBe(1);
  const id = Number(staff.member.id);
  await world.db.update(members).set({ isStaff: true }).where(eq(members.id, id));
  const { list } = (await world.call(listWaitingRefunds, { limit: 50 }, { token: staff.token })).data;
  const [link = ''] = list.find(({ order_no }) => order_no === own.no)?.images ?? [];
  expect(link).toMatch(/^\/private-image\?/);
  expect(new URLSearchParams(link.split('?')[1]).get('key')).toBe(mine);
});
