import {
  bindAccount,
  createOrder,
  FieldProblem,
  getPayPassword,
  listPayChannels,
  ResultCode,
  savePayoutAccount,
  sendCode,
  sendPayPasswordCode,
  setPayPassword,
  submitPayment,
  withdraw,
} from '@lectern/marketplace-contract';
import { and, eq, gt, like } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLog, payPasswords, replays, throttles } from '../db/schema/index.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import {
  attempt,
  checkBooks,
  choosePayPassword,
  giveMoney,
  givePayPassword,
  orderIn,
  PAY_PASSWORD,
} from '../testing/money.js';
import { PASSWORD, World } from '../testing/world.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(async () => {
  await checkBooks(world);
  await world.close();
});

const THOUSAND = 100_000;
const HALF_HOUR = 30 * 60_000;

/** A member with money and a bank account, with functions to withdraw it. */
async function rich() {
  const session = await world.member();
  const { token, member } = session;
  await giveMoney(world, member.id, 5 * THOUSAND);
  const bank = { bank: '台灣銀行', holder: '王小明', no: '0041234567' };
  const account_id = (await world.call(savePayoutAccount, bank, { token })).data.id;
  const take = (pay_password: string, more: object = {}) =>
    world.call(
      withdraw,
      { scope: 'user', amount_cents: THOUSAND, account_id, pay_password, client_token: attempt(), ...more },
      { token },
    );
  return { ...session, id: member.id, take };
}

test('money leaves by a payment password only, which is set by a code to an account of one’s own', async () => {
  const ann = await rich();
  const { token, take, email } = ann;
  expect((await world.call(getPayPassword, {}, { token })).data).toEqual({
    is_set: false,
    ways: [{ channel: 'email', masked: expect.stringContaining('•••@example.org') }],
  });
  expect((await take(PAY_PASSWORD)).data.reason).toBe('pay-password-unset');
  await choosePayPassword(world, ann);
  expect((await world.call(getPayPassword, {}, { token })).data.is_set).toBe(true);
  expect((await take('135790')).data.reason).toBe('pay-password-wrong');
  expect((await take(PAY_PASSWORD)).code).toBe(ResultCode.Ok);
  const [letter] = await world.inbox(email);
  expect(letter?.text).toContain('交易密碼');
  const written = await world.db.select().from(auditLog).where(eq(auditLog.action, 'pay-password-set'));
  expect(written.map(({ target }) => target)).toContain(`member:${ann.id}`);
});

test('a forgotten one is replaced by a code, and the one before is worth nothing', async () => {
  const { token, take, email } = await rich().then(async (ann) => {
    await givePayPassword(world, ann.id);
    return ann;
  });
  await world.call(sendPayPasswordCode, { channel: 'email' }, { token });
  const soon = await world.call(sendPayPasswordCode, { channel: 'email' }, { token });
  expect(soon).toMatchObject({ code: ResultCode.TooMany, data: { retry_after: 60 } });
  const code = /\d{6}/.exec((await world.inbox(email))[0]?.text ?? '')?.[0] ?? '';
  const form = { channel: 'email', code, password6: '864209', password6_2: '864209' } as const;
  for (const password6 of ['123456', '987654', '111111']) {
    const refused = await world.call(setPayPassword, { ...form, password6, password6_2: password6 }, { token });
    expect(refused.data.errors).toEqual({ password6: FieldProblem.Guessable });
  }
  expect((await world.call(setPayPassword, { ...form, password6_2: '864200' }, { token })).data.errors).toEqual({
    password6_2: FieldProblem.Mismatch,
  });
  const wrong = code === '000000' ? '000001' : '000000';
  expect((await world.call(setPayPassword, { ...form, code: wrong }, { token })).data.reason).toBe('wrong-code');
  expect((await world.call(setPayPassword, form, { token })).code).toBe(ResultCode.Ok);
  expect((await world.call(setPayPassword, form, { token })).data.reason).toMatch(/wrong-code|code-spent/);
  expect((await take(PAY_PASSWORD)).data.reason).toBe('pay-password-wrong');
  expect((await take('864209')).code).toBe(ResultCode.Ok);
});

test('a code that anybody may have sent does not set it, nor does one for somebody else', async () => {
  const [ann, bob] = [await rich(), await rich()];
  const open = await world.call(sendCode, { scene: 'withdraw', channel: 'email', account: ann.email } as never);
  expect(open.code).toBe(ResultCode.Invalid);
  const login = await world.codeFor({ scene: 'login', channel: 'email', account: ann.email });
  const form = { channel: 'email', password6: '864209', password6_2: '864209' } as const;
  expect((await world.call(setPayPassword, { ...form, code: login }, { token: ann.token })).code).toBe(0);
  await world.call(sendPayPasswordCode, { channel: 'email' }, { token: ann.token });
  const hers = /\d{6}/.exec((await world.inbox(ann.email))[0]?.text ?? '')?.[0] ?? '';
  expect((await world.call(setPayPassword, { ...form, code: hers }, { token: bob.token })).code).toBe(0);
  expect((await world.call(sendPayPasswordCode, { channel: 'mobile' }, { token: ann.token })).code).toBe(
    ResultCode.NotFound,
  );
});

test('an account that was bound since cannot set it for three days: a stolen session must not lead to the money', async () => {
  const ann = await rich();
  const { token } = ann;
  world.clock.advance(1);
  const channel = 'mobile';
  const to = { channel, area: '886', account: '0911000999' } as const;
  const code = await world.codeFor({ ...to, scene: 'bind' }, { token });
  expect((await world.call(bindAccount, { ...to, code, password: PASSWORD }, { token })).code).toBe(ResultCode.Ok);
  const ways = async () => (await world.call(getPayPassword, {}, { token })).data.ways.map((way) => way.channel);
  const send = async () => (await world.call(sendPayPasswordCode, { channel }, { token })).code;
  expect([await ways(), await send()]).toEqual([['email'], ResultCode.NotFound]);
  world.clock.advance(3 * 48 * HALF_HOUR - 1);
  expect([await ways(), await send()]).toEqual([['email'], ResultCode.NotFound]);
  world.clock.advance(1);
  expect([(await ways()).toSorted(), await send()]).toEqual([['email', 'mobile'], ResultCode.Ok]);
});

test('five wrong ones, also at once, lock it for half an hour; a new one unlocks it', async () => {
  const ann = await rich();
  const { take } = ann;
  await givePayPassword(world, ann.id);
  const tried = await Promise.all(Array.from({ length: 8 }, (_, i) => take(`11111${i}`)));
  const reasons = tried.map(({ data }) => data.reason).sort();
  expect(reasons).toEqual([
    ...Array.from({ length: 5 }, () => 'pay-password-wrong'),
    ...Array.from({ length: 3 }, () => 'too-many'),
  ]);
  expect((await take(PAY_PASSWORD)).code).toBe(ResultCode.TooMany);
  world.clock.advance(HALF_HOUR);
  expect((await take(PAY_PASSWORD)).code).toBe(ResultCode.Ok);
  for (let i = 0; i < 5; i += 1) await take('111111');
  expect((await take(PAY_PASSWORD)).code).toBe(ResultCode.TooMany);
  await choosePayPassword(world, ann);
  expect((await take(PAY_PASSWORD)).code).toBe(ResultCode.Ok);
});

test('right ones do not count, however many come at once', async () => {
  const ann = await rich();
  await givePayPassword(world, ann.id);
  const taken = await Promise.all(Array.from({ length: 12 }, () => ann.take(PAY_PASSWORD)));
  expect(taken.filter(({ code }) => code === ResultCode.TooMany)).toEqual([]);
  expect(
    await world.db.$count(throttles, and(like(throttles.key, `pay-password ${ann.id}%`), gt(throttles.count, 0))),
  ).toBe(0);
});

test('the balance asks for it once there is one, and nothing that is kept tells it', async () => {
  const ann = await rich();
  const { token } = ann;
  const mentor = await mentorIn(world);
  const order = await orderIn(world, token, (await courseIn(world, { mentorId: mentor.id })).id);
  const channels = async () => (await world.call(listPayChannels, { order_no: order }, { token })).data;
  expect((await channels())[0]).toMatchObject({ code: 'balance', needs_password: false });
  await givePayPassword(world, ann.id);
  expect((await channels())[0]).toMatchObject({ code: 'balance', needs_password: true });
  const client_token = attempt();
  const pay = (pay_password?: string) =>
    world.call(submitPayment, { order_no: order, channel: 'balance', client_token, pay_password }, { token });
  expect((await pay()).data.reason).toBe('pay-password-wrong');
  expect((await pay('135790')).data.reason).toBe('pay-password-wrong');
  const paid = await pay(PAY_PASSWORD);
  expect(paid).toMatchObject({ code: ResultCode.Ok, data: { state: 'paid' } });
  expect(await pay(PAY_PASSWORD)).toEqual(paid);
  // The stored fingerprint of the request does not contain the password.
  const [kept] = await world.db.select().from(replays).where(eq(replays.clientToken, client_token));
  const asked = JSON.stringify(['/api/Pay/submit', { order_no: order, channel: 'balance', client_token }]);
  expect(kept?.fingerprint).toBe(createHash('sha256').update(asked).digest('base64url'));
  const [row] = await world.db
    .select()
    .from(payPasswords)
    .where(eq(payPasswords.memberId, Number(ann.id)));
  expect(row?.hashSealed).not.toContain('scrypt');
});

test('whoever has none goes on paying without, and a card never asks', async () => {
  const { token } = await rich();
  const mentor = await mentorIn(world);
  const course = await courseIn(world, { mentorId: mentor.id });
  const item = { type: 'course', id: String(course.id) } as const;
  const { order_no } = (await world.call(createOrder, { item, client_token: attempt() }, { token })).data;
  const answer = await world.call(submitPayment, { order_no, channel: 'mock', client_token: attempt() }, { token });
  expect(answer.data.state).toBe('redirect');
  const balance = { order_no, channel: 'balance', client_token: attempt() } as const;
  expect((await world.call(submitPayment, balance, { token })).data.state).toBe('paid');
});
