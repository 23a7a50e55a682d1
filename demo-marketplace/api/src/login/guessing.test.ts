import {
  changePassword,
  emailLogin,
  getMemberInfo,
  registerAccount,
  resetPassword,
  ResultCode,
  sendCode,
} from '@lectern/marketplace-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, World } from '../testing/world.js';

// Guessing fails, and the rightful owner can still log in.

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const MINUTE = 60_000;
const OTHER = 'efgh456?';
const HOME = '192.0.2.1';
const STRANGER = '198.51.100.66';
const CHALLENGE = 'the-secret-of-one-browser';
let counter = 0;
const somebody = () => ({ channel: 'email', account: `guessed${(counter += 1)}@example.org` }) as const;
const form = (code: string, challenge?: string) => ({
  ...{ code, password: PASSWORD, password2: PASSWORD, agree: true },
  ...(challenge !== undefined && { challenge }),
});
const wrongOf = (code: string): string => (code === '000000' ? '000001' : '000000');
const addressOf = (index: number): string => `203.0.113.${index}`;

describe('a code', () => {
  test('is not used up by wrong guesses of a stranger', async () => {
    const to = somebody();
    const code = await world.codeFor({ ...to, scene: 'register' }, { ip: HOME });
    const reasons = [];
    for (let count = 0; count < 7; count += 1) {
      const guess = await world.call(registerAccount, { ...to, ...form(wrongOf(code)) }, { ip: STRANGER });
      reasons.push(guess.data.reason);
    }
    expect(reasons.slice(4)).toEqual(['code-spent', 'code-spent', 'code-spent']);
    expect((await world.call(registerAccount, { ...to, ...form(code) }, { ip: HOME })).code).toBe(ResultCode.Ok);
  });

  test('is good for the browser that asked for it, however many strangers guess, also from its own network', async () => {
    const to = somebody();
    const code = await world.codeFor({ ...to, scene: 'register', challenge: CHALLENGE });
    const codes = [];
    for (let index = 0; index < 40; index += 1) {
      const ip = index < 8 ? HOME : addressOf(index);
      codes.push((await world.call(registerAccount, { ...to, ...form(wrongOf(code)) }, { ip })).code);
    }
    // Callers who did not request a code have at most 20 guesses per hour in total.
    expect(codes.slice(-10)).toEqual(Array.from({ length: 10 }, () => ResultCode.TooMany));
    const stranger = await world.call(registerAccount, { ...to, ...form(code) }, { ip: STRANGER });
    expect(stranger.code).toBe(ResultCode.TooMany);
    expect((await world.call(registerAccount, { ...to, ...form(code, CHALLENGE) })).code).toBe(ResultCode.Ok);
  });

  test('can be tried five times by that browser', async () => {
    const to = somebody();
    const code = await world.codeFor({ ...to, scene: 'register', challenge: CHALLENGE });
    const reasons = [];
    for (let count = 0; count < 5; count += 1) {
      reasons.push((await world.call(registerAccount, { ...to, ...form(wrongOf(code), CHALLENGE) })).data.reason);
    }
    expect(reasons).toEqual(['wrong-code', 'wrong-code', 'wrong-code', 'wrong-code', 'code-spent']);
    expect((await world.call(registerAccount, { ...to, ...form(code, CHALLENGE) })).data.reason).toBe('code-spent');
  });

  test('stays good when a stranger has another one sent, and may be entered on another device', async () => {
    const to = somebody();
    const code = await world.codeFor({ ...to, scene: 'register', challenge: CHALLENGE });
    const stranger = { ip: STRANGER };
    const other = await world.codeFor({ ...to, scene: 'register', challenge: 'the-secret-of-somebody-else' }, stranger);
    expect((await world.call(registerAccount, { ...to, ...form(code, CHALLENGE) })).code).toBe(ResultCode.Ok);
    // Consuming one code invalidates the others.
    const late = await world.call(registerAccount, { ...to, ...form(other, 'the-secret-of-somebody-else') }, stranger);
    expect(late.data.reason).toBe('wrong-code');

    const next = somebody();
    const sent = await world.codeFor({ ...next, scene: 'register', challenge: CHALLENGE });
    const phone = await world.call(registerAccount, { ...next, ...form(sent) }, { ip: addressOf(200) });
    expect(phone.code).toBe(ResultCode.Ok);
  });

  test('has few strangers who can have one sent, and comes where its owner has logged in before all the same', async () => {
    const { email } = await world.member();
    const to = { channel: 'email', account: email, scene: 'reset' } as const;
    const answers = [];
    for (let index = 0; index < 12; index += 1) {
      answers.push((await world.call(sendCode, to, { ip: addressOf(index) })).code);
    }
    expect(answers.slice(-2)).toEqual([ResultCode.TooMany, ResultCode.TooMany]);
    expect((await world.call(sendCode, to, { ip: HOME })).code).toBe(ResultCode.Ok);
  });

  test('is entered by a whole school behind one address', async () => {
    const school = { ip: '203.0.113.250' };
    const codes = [];
    for (let index = 0; index < 120; index += 1) {
      const to = somebody();
      const code = await world.codeFor({ ...to, scene: 'register' }, school);
      codes.push((await world.call(registerAccount, { ...to, ...form(code) }, school)).code);
    }
    expect(new Set(codes)).toEqual(new Set([ResultCode.Ok]));
  });
});

describe('a password', () => {
  test('lets its owner in where they were before, however many strangers guess at it', async () => {
    const { email } = await world.member();
    for (let index = 0; index < 101; index += 1) {
      await world.call(emailLogin, { email, password: OTHER }, { ip: addressOf(index) });
    }
    const stranger = await world.call(emailLogin, { email, password: PASSWORD }, { ip: STRANGER });
    expect(stranger.code).toBe(ResultCode.TooMany);
    expect((await world.call(emailLogin, { email, password: PASSWORD }, { ip: HOME })).code).toBe(ResultCode.Ok);
  });

  test('that is right does not count, however many come at once', async () => {
    const { email } = await world.member();
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => world.call(emailLogin, { email, password: PASSWORD }, { ip: HOME })),
    );
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([ResultCode.Ok]));
  });

  test('that is wrong counts, however many come at once', async () => {
    const { email } = await world.member();
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => world.call(emailLogin, { email, password: OTHER }, { ip: HOME })),
    );
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === ResultCode.Failed)).toHaveLength(10);
    expect(codes.filter((code) => code === ResultCode.TooMany)).toHaveLength(15);
  });
});

describe('a changed password', () => {
  test('ends the chat password, and codes that are on their way', async () => {
    const { email, token, member } = await world.member();
    const to = { channel: 'email', account: email } as const;
    world.clock.advance(MINUTE);
    const code = await world.codeFor({ ...to, scene: 'reset' });
    const change = { old: PASSWORD, password: OTHER, password2: OTHER };
    expect((await world.call(changePassword, change, { token })).code).toBe(ResultCode.Ok);
    const { data } = await world.call(getMemberInfo, {}, { token });
    expect(data.hx_username).toBe(member.hx_username);
    expect(data.hx_password).not.toBe(member.hx_password);
    await world.parts.idle();
    const { hx_username: username, hx_password: password } = data;
    expect(world.chatLocked).toContainEqual({ username, password, reason: 'password-changed' });
    const reset = { ...to, code, password: PASSWORD, password2: PASSWORD };
    expect((await world.call(resetPassword, reset)).data.reason).toBe('wrong-code');
  });

  test('reaches the conference server after an outage, the last one for good', async () => {
    const { token } = await world.member();
    world.chatServerIsAway = true;
    for (const [old, password] of [
      [PASSWORD, OTHER],
      [OTHER, PASSWORD],
    ] as const) {
      expect((await world.call(changePassword, { old, password, password2: password }, { token })).code).toBe(1);
      await world.parts.idle();
    }
    world.chatServerIsAway = false;
    world.clock.advance(2_000);
    await world.parts.idle();
    const { data } = await world.call(getMemberInfo, {}, { token });
    expect(world.chatLocked.at(-1)).toMatchObject({ username: data.hx_username, password: data.hx_password });
  });

  test('lets nobody in who logged in with the old one at the same moment', async () => {
    const { email, token } = await world.member();
    const change = { old: PASSWORD, password: OTHER, password2: OTHER };
    const [changed, ...logins] = await Promise.all([
      world.call(changePassword, change, { token }),
      ...Array.from({ length: 8 }, () => world.call(emailLogin, { email, password: PASSWORD })),
    ]);
    expect(changed.code).toBe(ResultCode.Ok);
    for (const { code, data } of logins) {
      if (code !== ResultCode.Ok) continue;
      expect((await world.call(getMemberInfo, {}, { token: data.token })).code).toBe(ResultCode.LoginElsewhere);
    }
  });
});
