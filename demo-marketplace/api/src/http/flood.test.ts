import {
  addCampaignUpdate,
  applyRefund,
  askQuestion,
  cancelRefund,
  listCourses,
  mailServer,
  replyQuestion,
  ResultCode,
  updateProfile,
  type AnyAction,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notifications } from '../db/schema/index.js';
import { attempt } from '../testing/money.js';
import { AuthorizationFixtures, type Person } from '../testing/authorization/index.js';

// Actions that send mail to other members are rate limited.

let fixtures: AuthorizationFixtures;
beforeAll(async () => {
  fixtures = await AuthorizationFixtures.found();
});
afterAll(() => fixtures.world.close());

const countNotices = async ({ id }: Person) =>
  (await fixtures.world.db.$count(notifications, eq(notifications.memberId, id))) ?? 0;

/** Number of calls until the rate limit refuses. */
async function times(
  most: number,
  action: AnyAction,
  body: () => object,
  person: Person,
  between?: () => Promise<unknown>,
) {
  for (let done = 0; done <= most; done += 1) {
    const { code } = await fixtures.world.call(action, { ...body() }, person);
    if (code === ResultCode.TooMany) return done;
    expect(code).toBe(ResultCode.Ok);
    await between?.();
  }
  return Number.POSITIVE_INFINITY;
}

test('questions and replies come to an end', async () => {
  const { alice, bob, mia } = fixtures;
  const { no, id } = await fixtures.shared(alice, bob);
  const before = await countNotices(mia);
  const asked = await times(60, askQuestion, () => ({ course_id: no, content: 'Why?' }), alice);
  expect(asked).toBeLessThan(60);
  expect((await countNotices(mia)) - before).toBe(asked);
  const values = { course_id: id, member_id: alice.id, content: 'Why?', created_at: fixtures.now };
  const question = await fixtures.row('course_question', values);
  expect(await times(60, replyQuestion, () => ({ id: question, content: 'So' }), bob)).toBeLessThan(60);
  // The limit resets after an hour.
  fixtures.world.clock.advance(3_600_000);
  expect((await fixtures.world.call(askQuestion, { course_id: no, content: 'And?' }, alice)).code).toBe(ResultCode.Ok);
});

test('money is not asked back and forth', async () => {
  const { alice, mia, world } = fixtures;
  const order_no = await fixtures.order(alice, 'paid');
  const before = await countNotices(mia);
  const body = () => ({ order_no, reason: 'Hm', client_token: attempt() });
  const asked = await times(20, applyRefund, body, alice, () => world.call(cancelRefund, { order_no }, alice));
  expect(asked).toBeLessThan(20);
  expect((await countNotices(mia)) - before).toBe(asked);
});

test('backers are told, not flooded', async () => {
  const { alice, mia } = fixtures;
  const { no } = await fixtures.pledged(alice);
  const before = await countNotices(alice);
  const asked = await times(20, addCampaignUpdate, () => ({ course_id: no, content: 'News' }), mia);
  expect(asked).toBeLessThan(20);
  expect((await countNotices(alice)) - before).toBe(asked);
});

test.each(['https://evil.example win', 'Win at evil.example now', 'www.evil', 'Bob\n\nof  Keelung'])(
  'the name %j brings nobody elsewhere by mail',
  async (name) => {
    const { world, bob } = fixtures;
    await world.call(updateProfile, { name }, bob);
    const email = `${attempt()}@example.org`;
    await world.call(mailServer, { email, content: 'http://localhost/search', type: 1 }, bob);
    const [mail] = await world.inbox(email);
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/evil|Bob\n/);
    expect(mail?.subject).toMatch(/^(一位朋友|Bob of Keelung) 與你分享/);
  },
);

test('calls are counted by member where somebody is logged in, and by network for visitors', async () => {
  const { world, alice, bob } = fixtures;
  const school = '203.0.113.77';
  const left = async (token?: string) => {
    const headers = { 'x-forwarded-for': school, ...(token !== undefined && { authorization: token }) };
    const response = await world.app.inject({ method: 'POST', url: listCourses.path, headers, payload: {} });
    return Number(response.headers['x-ratelimit-remaining']);
  };
  const visitors = await left();
  expect(await left('worth nothing')).toBe(visitors - 1);
  const first = await left(alice.token);
  expect(await left(bob.token)).toBe(first);
  expect(await left(alice.token)).toBe(first - 1);
  expect(await left()).toBe(visitors - 2);
});

test('members of one school share pages by mail without counting for each other', async () => {
  const { world, alice, bob } = fixtures;
  const share = (person?: Person) => {
    const mail = { email: `${attempt()}@example.org`, content: 'http://localhost/search', type: 1 };
    return world.call(mailServer, mail, { ...person, ip: '203.0.113.78' });
  };
  for (let count = 0; count < 30; count += 1) expect((await share(alice)).code).toBe(ResultCode.Ok);
  expect((await share(alice)).code).toBe(ResultCode.TooMany);
  expect((await share(bob)).code).toBe(ResultCode.Ok);
  expect((await share()).code).toBe(ResultCode.Ok);
});
