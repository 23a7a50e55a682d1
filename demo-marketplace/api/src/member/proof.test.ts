import {
  bindAccount,
  closeAccount,
  emailLogin,
  exportData,
  FailureReason,
  getProfile,
  resetPassword,
  ResultCode,
  sendCode,
  sendProofCode,
} from '@lectern/marketplace-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, World } from '../testing/world.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const HOUR_MS = 3_600_000;
const NEW = 'wxyz789#';
const codeIn = async (to: string): Promise<string> => /\d{6}/.exec((await world.inbox(to))[0]?.text ?? '')?.[0] ?? '';
const mailTo = (account: string) => ({ channel: 'email', account }) as const;

/** Binds another address in place of the member's address. */
async function move({ token }: { readonly token: string }, account: string) {
  const code = await world.codeFor({ ...mailTo(account), scene: 'bind' }, { token });
  return world.call(bindAccount, { ...mailTo(account), code, password: PASSWORD }, { token });
}

describe('a session alone', () => {
  const DEEDS = [
    ['carries no data away', exportData, {}],
    ['closes no account', closeAccount, {}],
    ['binds no address', bindAccount, { ...mailTo('elsewhere@example.org'), code: '123456' }],
  ] as const;

  test.each(DEEDS)('%s', async (_what, action, body) => {
    const { token, email } = await world.member();
    const answers = [
      await world.call(action, body, { token }),
      await world.call(action, { ...body, password: 'wrong' }, { token }),
      await world.call(action, { ...body, proof_code: '000000' }, { token }),
      await world.call(action, { ...body, password: PASSWORD, proof_code: '000000' }, { token }),
    ];
    expect(answers.map(({ data }) => data.reason)).toEqual([
      FailureReason.Invalid,
      FailureReason.WrongPassword,
      FailureReason.WrongCode,
      FailureReason.Invalid,
    ]);
    expect((await world.call(getProfile, {}, { token })).data.email_masked).toContain(email.slice(email.indexOf('@')));
  });

  test('binds no address by a right code for it, either; that one is still good for its owner', async () => {
    const { token, email } = await world.member();
    const to = mailTo('mine@example.org');
    const code = await world.codeFor({ ...to, scene: 'bind' }, { token });
    expect((await world.call(bindAccount, { ...to, code, password: 'wrong' }, { token })).code).toBe(ResultCode.Failed);
    expect((await world.call(emailLogin, { email, password: PASSWORD })).code).toBe(1);
    expect((await world.call(bindAccount, { ...to, code, password: PASSWORD }, { token })).code).toBe(1);
  });

  test('has passwords guessed as slowly as anywhere', async () => {
    const { token } = await world.member();
    for (let count = 0; count < 10; count += 1) await world.call(exportData, { password: 'wrong' }, { token });
    expect((await world.call(exportData, { password: PASSWORD }, { token })).code).toBe(ResultCode.TooMany);
  });
});

describe('a code', () => {
  test('stands for the password once, and only for whom it was sent to', async () => {
    const [ann, bob] = [await world.member(), await world.member()];
    const sent = await world.call(sendProofCode, {}, ann);
    expect(sent.data).toMatchObject({ channel: 'email', masked: 'm•••@example.org', wait: 60 });
    const proof_code = await codeIn(ann.email);
    expect((await world.call(exportData, { proof_code }, bob)).data.reason).toBe(FailureReason.WrongCode);
    expect((await world.call(exportData, { proof_code }, ann)).code).toBe(1);
    expect((await world.call(exportData, { proof_code }, ann)).data.reason).toBe(FailureReason.WrongCode);
    expect((await world.call(sendProofCode, {}, ann)).code).toBe(ResultCode.TooMany);
  });

  test('for logging in is none for this', async () => {
    const ann = await world.member();
    const proof_code = await world.codeFor({ ...mailTo(ann.email), scene: 'reset' });
    expect((await world.call(exportData, { proof_code }, ann)).data.reason).toBe(FailureReason.WrongCode);
  });

  test('does not go to an address that was bound a moment ago', async () => {
    const ann = await world.member();
    world.clock.advance(1);
    expect((await move(ann, 'fresh-proof@example.org')).code).toBe(1);
    expect((await world.call(sendProofCode, {}, ann)).data.reason).toBe(FailureReason.ChannelUnavailable);
    world.clock.advance(72 * HOUR_MS);
    expect((await world.call(sendProofCode, {}, ann)).code).toBe(1);
    expect(await codeIn('fresh-proof@example.org')).toMatch(/^\d{6}$/);
  });
});

test('an address that was bound a moment ago sets no new password; its owner is told, who asks is not', async () => {
  const ann = await world.member();
  world.clock.advance(1);
  expect((await move(ann, 'fresh-reset@example.org')).code).toBe(1);
  const to = mailTo('fresh-reset@example.org');
  const answer = await world.call(sendCode, { ...to, scene: 'reset' });
  expect(answer).toMatchObject({ code: 1, data: { wait: 60 } });
  const [mail] = await world.inbox(to.account);
  expect(mail?.text).toContain('未滿 3 天');
  expect(mail?.text).not.toMatch(/\d{6}/);
  const form = { ...to, password: NEW, password2: NEW };
  expect((await world.call(resetPassword, { ...form, code: '123456' })).data.reason).toBe(FailureReason.WrongCode);

  world.clock.advance(72 * HOUR_MS);
  const code = await world.codeFor({ ...to, scene: 'reset' });
  expect((await world.call(resetPassword, { ...form, code })).code).toBe(1);
  expect((await world.call(emailLogin, { email: to.account, password: NEW })).code).toBe(1);
});
