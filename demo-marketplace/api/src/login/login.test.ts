import {
  changePassword,
  emailLogin,
  FailureReason,
  getMemberInfo,
  listSessions,
  logOut,
  mobileLogin,
  refreshSession,
  registerAccount,
  resetPassword,
  ResultCode,
  sendCode,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { members, outbox, sessions } from '../db/schema/index.js';
import { PASSWORD, World } from '../testing/world.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const MINUTE = 60_000;
const OTHER = 'efgh456?';
const form = (account: object, code: string) => ({
  ...account,
  code,
  password: PASSWORD,
  password2: PASSWORD,
  agree: true,
});
const failed = (reason: FailureReason) => expect.objectContaining({ data: expect.objectContaining({ reason }) });
const email = (account: string) => ({ channel: 'email', account }) as const;

describe('verification codes', () => {
  test('come by mail, in the language of who asks, and the next one after 60 seconds', async () => {
    const to = email('codes@example.org');
    const answer = await world.call(sendCode, { ...to, scene: 'register' }, { headers: { 'accept-language': 'en' } });
    expect(answer).toEqual({
      code: ResultCode.Ok,
      msg: 'The verification code is on its way.',
      data: { wait: 60, next_send_at: new Date(world.clock.now() + MINUTE).toISOString() },
    });
    const [mail] = await world.inbox(to.account);
    expect(mail).toMatchObject({ kind: 'mail', subject: expect.stringMatching(/^\d{6} is your/) });

    world.clock.advance(MINUTE - 1_500);
    const early = await world.call(sendCode, { ...to, scene: 'register' });
    expect(early).toMatchObject({ code: ResultCode.TooMany, data: { reason: 'too-many', retry_after: 2 } });
    world.clock.advance(1_500);
    expect((await world.call(sendCode, { ...to, scene: 'register' })).code).toBe(ResultCode.Ok);
    expect(await world.inbox(to.account)).toHaveLength(2);
  });

  test('come to a mobile as text message, with its country code', async () => {
    await world.call(sendCode, { channel: 'mobile', area: '886', account: '0912345678', scene: 'register' });
    expect(await world.inbox('+886912345678')).toMatchObject([{ kind: 'sms' }]);
  });

  test('are not left in the database once they went out', async () => {
    await world.codeFor({ ...email('gone@example.org'), scene: 'register' });
    const rows = await world.db.select().from(outbox);
    expect(rows.filter(({ deliveredAt }) => deliveredAt !== null).every(({ payload }) => payload === null)).toBe(true);
  });

  test('of two at once one is sent', async () => {
    const to = email('twice@example.org');
    const answers = await Promise.all([1, 2, 3].map(() => world.call(sendCode, { ...to, scene: 'register' })));
    expect(answers.map(({ code }) => code).sort()).toEqual([1, 429, 429]);
    expect(await world.inbox(to.account)).toHaveLength(1);
  });

  test('to change an account need a log-in', async () => {
    const answer = await world.call(sendCode, { ...email('bind@example.org'), scene: 'bind' });
    expect(answer).toMatchObject({ code: ResultCode.LoginRequired, data: { reason: FailureReason.LoginRequired } });
  });

  test('tell nobody whether there is an account', async () => {
    const known = await world.member();
    const unknown = 'nobody@example.org';
    for (const scene of ['login', 'reset', 'register'] as const) {
      world.clock.advance(MINUTE);
      const [a, b] = [
        await world.call(sendCode, { ...email(known.email), scene }),
        await world.call(sendCode, { ...email(unknown), scene }),
      ];
      expect(a).toEqual(b);
    }
    // The owner is notified that the account is registered; an account that does not exist gets no message.
    const [newest] = await world.inbox(known.email);
    expect(newest?.subject).toContain('已經有帳號');
    expect(await world.inbox(unknown)).toHaveLength(1);
  });

  test('are wrong after 10 minutes', async () => {
    const to = email('late@example.org');
    const code = await world.codeFor({ ...to, scene: 'register' });
    world.clock.advance(10 * MINUTE);
    expect(await world.call(registerAccount, form(to, code))).toEqual(failed(FailureReason.WrongCode));
  });

  test('are wrong for another account, and for another purpose', async () => {
    const member = await world.member();
    world.clock.advance(MINUTE);
    const code = await world.codeFor({ ...email(member.email), scene: 'login' });
    expect(await world.call(registerAccount, form(email('b@example.org'), code))).toEqual(
      failed(FailureReason.WrongCode),
    );
    const reset = { ...email(member.email), code, password: OTHER, password2: OTHER };
    expect(await world.call(resetPassword, reset)).toEqual(failed(FailureReason.WrongCode));
  });

  test('can be guessed five times, then the right one does not help either', async () => {
    const to = email('guess@example.org');
    const code = await world.codeFor({ ...to, scene: 'register' });
    const wrong = code === '000000' ? '000001' : '000000';
    const reasons = [];
    for (let count = 0; count < 5; count += 1) {
      reasons.push((await world.call(registerAccount, form(to, wrong))).data.reason);
    }
    expect(reasons).toEqual(['wrong-code', 'wrong-code', 'wrong-code', 'wrong-code', 'code-spent']);
    expect(await world.call(registerAccount, form(to, code))).toEqual(failed(FailureReason.CodeSpent));
  });
});

describe('registration', () => {
  test('makes a learner, logs in, and gives the chat account', async () => {
    const to = email('new@example.org');
    const code = await world.codeFor({ ...to, scene: 'register' });
    const { code: result, data } = await world.call(registerAccount, { ...form(to, code), name: ' 林 ' });
    expect(result).toBe(ResultCode.Ok);
    expect(data).toMatchObject({ usertype: 1, member: { name: '林', identity: 1, current_type: 1, pid: 0 } });
    const info = await world.call(getMemberInfo, {}, { token: data.token });
    expect(info.data).toEqual(data.member);
    expect(world.chatUsers).toContainEqual({
      username: data.member.hx_username,
      password: data.member.hx_password,
      nickName: '林',
    });
  });

  test('of two with the same code one is made', async () => {
    const to = email('race@example.org');
    const code = await world.codeFor({ ...to, scene: 'register' });
    const answers = await Promise.all([1, 2, 3, 4].map(() => world.call(registerAccount, form(to, code))));
    expect(answers.filter((answer) => answer.code === ResultCode.Ok)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === ResultCode.Failed)).toHaveLength(3);
  });

  test('goes well while the conference server is away; the chat account is made later', async () => {
    world.chatServerIsAway = true;
    const member = await world.member();
    expect(member.member).toMatchObject({ hx_username: '', hx_password: '', hx_uid: '' });
    world.chatServerIsAway = false;
    world.clock.advance(2_000);
    await world.parts.idle();
    const { data } = await world.call(getMemberInfo, {}, { token: member.token });
    expect(data.hx_username).toMatch(/^m[0-9a-f]{16}$/);
    expect(world.chatUsers).toContainEqual(expect.objectContaining({ username: data.hx_username }));
  });

  test.each([
    ['no terms', { agree: false }, { agree: 'not-accepted' }],
    ['another second password', { password2: 'abcd123?' }, { password2: 'mismatch' }],
    ['a weak password', { password: 'abcdefgh', password2: 'abcdefgh' }, { password: 'malformed' }],
    ['no account', { account: '' }, { account: 'required' }],
    ['a short code', { code: '12345' }, { code: 'malformed' }],
  ])('with %s is refused and leaves the code as it was', async (_title, change, errors) => {
    const answer = await world.call(registerAccount, { ...form(email('x@example.org'), '123456'), ...change });
    expect(answer).toMatchObject({ code: ResultCode.Invalid, data: { reason: 'invalid', errors } });
  });
});

describe('logging in', () => {
  test('with e-mail address and password, however the address is written', async () => {
    const member = await world.member();
    const answer = await world.call(emailLogin, { email: ` ${member.email.toUpperCase()}`, password: PASSWORD });
    expect(answer).toMatchObject({ code: 1, msg: '登入成功', data: { usertype: 1, member: { id: member.member.id } } });
    expect(answer.data.token).not.toBe(member.token);
    const bearer = await world.call(getMemberInfo, {}, { token: `Bearer ${answer.data.token}` });
    expect(bearer.code).toBe(ResultCode.Ok);
  });

  test('with a mobile: by password and by code, which is good once', async () => {
    const mobile = { channel: 'mobile', account: '13800000001' } as const;
    await world.call(sendCode, { ...mobile, scene: 'register' });
    const read = async () => /\d{6}/.exec((await world.inbox('+8613800000001'))[0]?.text ?? '')?.[0] ?? '';
    await world.call(registerAccount, form(mobile, await read()));
    expect((await world.call(mobileLogin, { mobile: mobile.account, password: PASSWORD })).code).toBe(1);
    expect(await world.call(mobileLogin, { mobile: mobile.account, password: OTHER })).toEqual(
      failed(FailureReason.WrongCredentials),
    );
    await world.call(sendCode, { ...mobile, scene: 'login' });
    const byCode = { mobile: mobile.account, code: await read() };
    expect((await world.call(mobileLogin, byCode)).code).toBe(1);
    expect(await world.call(mobileLogin, byCode)).toEqual(failed(FailureReason.WrongCode));
  });

  test('says the same of a wrong password and of a stranger', async () => {
    const member = await world.member();
    const wrong = await world.call(emailLogin, { email: member.email, password: OTHER });
    const stranger = await world.call(emailLogin, { email: 'stranger@example.org', password: OTHER });
    expect(wrong).toEqual(stranger);
    expect(wrong).toEqual(failed(FailureReason.WrongCredentials));
  });

  test('is slowed down for who guesses, and for nobody else', async () => {
    const member = await world.member();
    const guess = { email: member.email, password: OTHER };
    for (let count = 0; count < 10; count += 1) await world.call(emailLogin, guess, { ip: '198.51.100.7' });
    const right = { email: member.email, password: PASSWORD };
    const slowed = await world.call(emailLogin, right, { ip: '198.51.100.7' });
    expect(slowed).toMatchObject({ code: ResultCode.TooMany, data: { retry_after: 900 } });
    expect((await world.call(emailLogin, right, { ip: '198.51.100.8' })).code).toBe(ResultCode.Ok);
    world.clock.advance(15 * MINUTE);
    expect((await world.call(emailLogin, right, { ip: '198.51.100.7' })).code).toBe(ResultCode.Ok);
  });

  test('is refused to a suspended member, whose sessions are worth nothing', async () => {
    const member = await world.member();
    await world.db
      .update(members)
      .set({ isBanned: true })
      .where(eq(members.id, Number(member.member.id)));
    const answer = await world.call(emailLogin, { email: member.email, password: PASSWORD });
    expect(answer).toEqual(failed(FailureReason.AccountBanned));
    expect((await world.call(getMemberInfo, {}, { token: member.token })).code).toBe(ResultCode.LoginRequired);
  });
});

describe('a forgotten password', () => {
  test('is set anew with a code, and every session ends', async () => {
    const member = await world.member();
    world.clock.advance(MINUTE);
    const code = await world.codeFor({ ...email(member.email), scene: 'reset' });
    const reset = { ...email(member.email), code, password: OTHER, password2: OTHER };
    expect(await world.call(resetPassword, reset)).toMatchObject({ code: 1, msg: '密碼已更新', data: {} });
    expect((await world.call(getMemberInfo, {}, { token: member.token })).code).toBe(ResultCode.LoginElsewhere);
    expect((await world.call(emailLogin, { email: member.email, password: PASSWORD })).code).toBe(0);
    expect((await world.call(emailLogin, { email: member.email, password: OTHER })).code).toBe(1);
    expect(await world.call(resetPassword, reset)).toEqual(failed(FailureReason.WrongCode));
  });
});

describe('sessions', () => {
  test('are kept as hashes of their tokens, and passwords as scrypt made them: neither is in the database', async () => {
    const { token, member } = await world.member();
    const id = Number(member.id);
    const kept = await world.db.select().from(sessions).where(eq(sessions.memberId, id));
    const [row] = await world.db.select().from(members).where(eq(members.id, id));
    expect(kept).toHaveLength(1);
    expect(row?.passwordHash).toMatch(/^scrypt\$\d+\$/);
    const everything = JSON.stringify([kept, row]);
    expect([everything.includes(token), everything.includes(PASSWORD)]).toEqual([false, false]);
  });

  test('end when somebody logs out', async () => {
    const { token } = await world.member();
    expect((await world.call(logOut, {}, { token })).code).toBe(1);
    expect(await world.call(getMemberInfo, {}, { token })).toMatchObject({
      code: ResultCode.LoginRequired,
      msg: '請註冊帳號，享受更多功能',
    });
  });

  test('last seven days, and longer when they are refreshed', async () => {
    const { token } = await world.member();
    world.clock.advance(6 * 24 * 60 * MINUTE);
    const { data } = await world.call(refreshSession, {}, { token });
    expect(Date.parse(data.expires_at)).toBe(world.clock.now() + 7 * 24 * 60 * MINUTE);
    world.clock.advance(MINUTE - 1);
    // A concurrent tab may still use the previous token.
    expect((await world.call(getMemberInfo, {}, { token })).code).toBe(1);
    world.clock.advance(1);
    expect((await world.call(getMemberInfo, {}, { token })).code).toBe(ResultCode.LoginRequired);
    world.clock.advance(6 * 24 * 60 * MINUTE);
    expect((await world.call(getMemberInfo, {}, { token: data.token })).code).toBe(1);
    world.clock.advance(24 * 60 * MINUTE);
    expect((await world.call(getMemberInfo, {}, { token: data.token })).code).toBe(ResultCode.LoginRequired);
  });

  test('are ten at most: the oldest hears that it was logged in elsewhere', async () => {
    const member = await world.member();
    for (let count = 0; count < 10; count += 1) {
      world.clock.advance(1_000);
      await world.call(emailLogin, { email: member.email, password: PASSWORD });
    }
    const answer = await world.call(getMemberInfo, {}, { token: member.token });
    expect(answer).toMatchObject({ code: ResultCode.LoginElsewhere, data: { reason: FailureReason.LoginElsewhere } });
    const { data } = await world.call(emailLogin, { email: member.email, password: PASSWORD });
    expect((await world.call(listSessions, {}, { token: data.token })).data).toHaveLength(10);
  });

  test('end with the password they began with, all but the one that changed it', async () => {
    const member = await world.member();
    const { data: other } = await world.call(emailLogin, { email: member.email, password: PASSWORD });
    const change = { old: PASSWORD, password: OTHER, password2: OTHER };
    expect((await world.call(changePassword, change, { token: member.token })).code).toBe(1);
    expect((await world.call(getMemberInfo, {}, { token: member.token })).code).toBe(1);
    expect((await world.call(getMemberInfo, {}, { token: other.token })).code).toBe(ResultCode.LoginElsewhere);
  });

  test.each(['', 'nonsense', 'Bearer ', 'Bearer nonsense'])('nobody is logged in with %j', async (token) => {
    expect((await world.call(getMemberInfo, {}, { token })).code).toBe(ResultCode.LoginRequired);
  });
});
