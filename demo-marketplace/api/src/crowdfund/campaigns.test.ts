import {
  addCampaignUpdate,
  cancelCrowdfund,
  FailureReason,
  getCourse,
  getCrowdfund,
  getOrder,
  listBackers,
  listCampaignUpdates,
  listNotices,
  ResultCode,
  showBacker,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { media } from '../db/schema/index.js';
import { AccountKind, balanceOf, FEES } from '../ledger/index.js';
import { backerIn, campaignIn, DAY, EARLY } from '../testing/campaigns.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import { attempt, checkBooks, goToPay, orderIn, press } from '../testing/money.js';
import { World } from '../testing/world.js';
import { deliverCrowdfund } from './index.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(async () => {
  await checkBooks(world);
  await world.close();
});

const cancel = (token: string, courseId: number, client_token = attempt()) =>
  world.call(cancelCrowdfund, { course_id: String(courseId), reason: '講師生病了', client_token }, { token });

describe('a campaign that its mentor gives up', () => {
  test('before the deadline gives everybody their money back, once, and takes no more', async () => {
    const { courseId, mentor, row, pledged } = await campaignIn(world);
    const backers = [await backerIn(world, courseId), await backerIn(world, courseId)];
    const late = await world.member();
    const unpaid = await orderIn(world, late.token, courseId);
    const page = await goToPay(world, late.token, unpaid);
    const attemptNo = attempt();
    const answers = await Promise.all([
      cancel(mentor.token, courseId, attemptNo),
      cancel(mentor.token, courseId, attemptNo),
      cancel(mentor.token, courseId),
    ]);
    const refunded = answers.filter(({ code }) => code === ResultCode.Ok).map(({ data }) => data.refunded);
    expect(refunded.length).toBeGreaterThan(0);
    expect(new Set(refunded)).toEqual(new Set([2]));
    for (const one of backers) {
      expect([await one.status(), await one.balance()]).toEqual(['refunded', EARLY]);
      const [notice] = (await world.call(listNotices, {}, { token: one.token })).data.list;
      expect(notice?.text).toContain('取消了募資');
    }
    expect(await pledged()).toBe(0);
    expect(await row()).toMatchObject({ state: 'cancelled', cancelReason: '講師生病了' });
    const status = await world.call(getOrder, { order_no: unpaid }, { token: late.token });
    expect(status.data).toMatchObject({ status: 'cancelled' });
    await press(world, page, 'success');
    expect(await pledged()).toBe(0);
    const again = await cancel(mentor.token, courseId);
    expect(again.data.reason).toBe(FailureReason.StateChanged);
    world.clock.advance(5 * DAY);
    await world.parts.idle();
    expect((await row())?.state).toBe('cancelled');
    const { data } = await world.call(getCrowdfund, { course_id: String(courseId) });
    expect(data).toMatchObject({ state: 'cancelled', cancel_reason: '講師生病了', mine: false, named: null });
  });

  test('while the course is made takes it back from the mentor, with the share of the platform', async () => {
    const { courseId, mentor, of } = await campaignIn(world);
    const fees = await balanceOf(world.db, FEES);
    const backers = [await backerIn(world, courseId), await backerIn(world, courseId)];
    world.clock.advance(5 * DAY);
    await world.parts.idle();
    expect([await of(AccountKind.Frozen), await backers[0]?.owns()]).toEqual([108_000, true]);
    expect((await cancel(mentor.token, courseId)).data.refunded).toBe(2);
    for (const one of backers) {
      expect([await one.status(), await one.balance(), await one.owns()]).toEqual(['refunded', EARLY, false]);
    }
    expect([await of(AccountKind.Frozen), await of(AccountKind.Earnings)]).toEqual([0, 0]);
    expect(await balanceOf(world.db, FEES)).toBe(fees);
    expect((await world.call(getCourse, { id: String(courseId) })).data.learners).toBe(0);
  });

  test('is theirs, and runs: nobody else’s, none that is over, no ordinary course', async () => {
    const { courseId, mentor } = await campaignIn(world);
    const one = await backerIn(world, courseId);
    const other = await mentorIn(world);
    expect((await cancel(other.token, courseId)).data.reason).toBe(FailureReason.NotFound);
    expect((await cancel(one.token, courseId)).code).toBe(ResultCode.Forbidden);
    const plain = await courseIn(world, { mentorId: mentor.id });
    expect((await cancel(mentor.token, plain.id)).data.reason).toBe(FailureReason.NotFound);
    for (const state of ['failed', 'published', 'cancelled'] as const) {
      const over = await campaignIn(world, { state });
      expect((await cancel(over.mentor.token, over.courseId)).data.reason).toBe(FailureReason.StateChanged);
    }
    const silent = { course_id: String(courseId), reason: ' ', client_token: attempt() };
    expect((await world.call(cancelCrowdfund, silent, { token: mentor.token })).code).toBe(ResultCode.Invalid);
    expect(await one.status()).toBe('paid');
  });

  test('has delivered or cancelled, never both', async () => {
    const { courseId, mentor, of, row } = await campaignIn(world, { target: 1 });
    const one = await backerIn(world, courseId);
    world.clock.advance(5 * DAY);
    await world.parts.idle();
    await Promise.all([
      cancel(mentor.token, courseId),
      world.db.transaction((tx) => deliverCrowdfund(tx, { courseId, now: world.clock.now() })),
    ]);
    world.clock.advance(30 * DAY);
    await world.parts.idle();
    const isCancelled = (await row())?.state === 'cancelled';
    const money = [await one.balance(), await of(AccountKind.Frozen), await of(AccountKind.Earnings)];
    expect(money).toEqual(isCancelled ? [EARLY, 0, 0] : [0, 0, 54_000]);
    expect(await one.owns()).toBe(!isCancelled);
  });
});

test('backers are shown who said so, the others are counted', async () => {
  const { courseId, mentor } = await campaignIn(world);
  const course_id = String(courseId);
  const [ann, bob] = [await backerIn(world, courseId), await backerIn(world, courseId)];
  const read = async () => {
    const { list, total, anonymous } = (await world.call(listBackers, { course_id })).data;
    return [list.map(({ member }) => member.id), total, anonymous];
  };
  expect(await read()).toEqual([[], 0, 2]);
  expect((await world.call(getCrowdfund, { course_id }, { token: ann.token })).data.named).toBe(false);
  expect((await world.call(showBacker, { course_id, on: true }, { token: ann.token })).data.named).toBe(true);
  expect(await read()).toEqual([[ann.id], 1, 1]);
  expect((await world.call(getCrowdfund, { course_id }, { token: ann.token })).data.named).toBe(true);
  await world.call(showBacker, { course_id, on: true }, { token: bob.token });
  await world.call(showBacker, { course_id, on: false }, { token: ann.token });
  expect(await read()).toEqual([[bob.id], 1, 1]);
  const stranger = await world.call(showBacker, { course_id, on: true }, { token: mentor.token });
  expect(stranger.data.reason).toBe(FailureReason.NotFound);
});

test('updates are written by the mentor, read by everybody, and end with the campaign', async () => {
  const { courseId, mentor } = await campaignIn(world);
  const backer = await backerIn(world, courseId);
  const course_id = String(courseId);
  const image = { key: 'image/20270115/1800000000000shoot.png', mime: 'image/png', size: 1, type: 'image' } as const;
  await world.db.insert(media).values({ ...image, maxBytes: 9, ownerId: mentor.id, storedAt: 1, createdAt: 1 });
  const write = (token: string, content: string, more: object = {}) =>
    world.call(addCampaignUpdate, { course_id, content, ...more }, { token });
  const once = { client_token: attempt(), images: [image.key] };
  for (const _ of [1, 2]) expect((await write(mentor.token, '第一章拍好了', once)).code).toBe(ResultCode.Ok);
  await write(mentor.token, 'Chapter two');
  const { data } = await world.call(listCampaignUpdates, { course_id });
  expect(data.total).toBe(2);
  expect(data.list.map(({ content, images }) => [content, images.length])).toEqual([
    ['Chapter two', 0],
    ['第一章拍好了', 1],
  ]);
  const other = await mentorIn(world);
  expect((await write(other.token, 'x')).data.reason).toBe(FailureReason.NotFound);
  const foreign = await campaignIn(world);
  const stolen = { course_id: String(foreign.courseId), content: 'x', images: [image.key] };
  const answer = await world.call(addCampaignUpdate, stolen, { token: foreign.mentor.token });
  expect(answer.code).toBe(ResultCode.Invalid);
  const notices = (await world.call(listNotices, {}, { token: backer.token })).data.list;
  const news = notices.filter(({ text }) => text.includes('第一章拍好了'));
  expect(news.map(({ link }) => link)).toEqual([`/video-info?id=${courseId}`]);
  expect((await write(mentor.token, ' ')).code).toBe(ResultCode.Invalid);
  await cancel(mentor.token, courseId);
  expect((await write(mentor.token, 'x')).data.reason).toBe(FailureReason.StateChanged);
  const left = await world.db.select().from(media).where(eq(media.key, image.key));
  expect(left).toHaveLength(1);
});
