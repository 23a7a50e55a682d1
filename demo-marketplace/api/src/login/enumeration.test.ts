import {
  emailLogin,
  mobileLogin,
  registerAccount,
  resetPassword,
  sendCode,
  type AnyAction,
} from '@lectern/marketplace-contract';
import { eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outbox } from '../db/schema/index.js';
import { PASSWORD, World } from '../testing/world.js';

// Nobody can find out which accounts exist: every sequence of calls gives the same responses for a registered and an
// unknown account, to the last word and header.

let world: World;
let known: string;
beforeAll(async () => {
  world = await World.start();
  known = (await world.member('known@example.org')).email;
  // Resets the counters of the registrations, which would make a difference.
  world.clock.advance(86_400_000);
});
afterAll(() => world.close());

const UNKNOWN = 'nobody@example.org';
/** More attempts than a code allows, and fewer than the limit of the network. */
const TRIES = 8;
/** Headers that differ between any two responses: the request id, the date, and the rate limit. */
const OWN = /^(x-request-id|date|x-ratelimit-.*)$/;

type Ask = readonly [AnyAction, Readonly<Record<string, unknown>>];
const account = (email: string) => ({ channel: 'email', account: email });
const passwords = { password: PASSWORD, password2: PASSWORD };

async function answersTo(asks: readonly Ask[], ip: string) {
  const answers = [];
  for (const [action, payload] of asks) {
    const headers = { 'x-forwarded-for': ip };
    const response = await world.app.inject({ method: 'POST', url: action.path, headers, payload });
    const kept = Object.entries(response.headers).filter(([name]) => !OWN.test(name));
    answers.push({ status: response.statusCode, body: response.json<unknown>(), headers: kept });
  }
  return answers;
}

const WAYS: Readonly<Record<string, (email: string) => Ask[]>> = {
  'wrong passwords': (email) => Array.from({ length: TRIES }, () => [emailLogin, { email, password: 'wrong 1!' }]),
  'wrong codes for a new password': (email) => [
    [sendCode, { ...account(email), scene: 'reset' }],
    [sendCode, { ...account(email), scene: 'reset' }],
    ...Array.from({ length: TRIES }, (): Ask => [resetPassword, { ...account(email), ...passwords, code: '000000' }]),
  ],
  'codes that nobody asked for': (email) => [
    [resetPassword, { ...account(email), ...passwords, code: '000000' }],
    [registerAccount, { ...account(email), ...passwords, code: '000000', agree: true }],
  ],
  'wrong codes for a new account': (email) => [
    [sendCode, { ...account(email), scene: 'register' }],
    ...Array.from({ length: TRIES }, (): Ask => [
      registerAccount,
      { ...account(email), ...passwords, code: '000000', agree: true },
    ]),
  ],
};

test.each(Object.keys(WAYS))('%s tell nothing of who has an account', async (way) => {
  const asks = WAYS[way];
  if (asks === undefined) throw new Error('no such way');
  const ofMember = await answersTo(asks(known), '198.51.100.1');
  const ofNobody = await answersTo(asks(UNKNOWN), '198.51.100.2');
  expect(ofNobody).toEqual(ofMember);
  world.clock.advance(3_600_000);
});

test('wrong codes tell nothing of who has a mobile', async () => {
  const mobile = { channel: 'mobile', account: '13800000007' } as const;
  const code = async () => /\d{6}/.exec((await world.inbox('+8613800000007'))[0]?.text ?? '')?.[0] ?? '';
  await world.call(sendCode, { ...mobile, scene: 'register' });
  await world.call(registerAccount, { ...mobile, ...passwords, code: await code(), agree: true });
  world.clock.advance(86_400_000);
  const asks = (number: string): Ask[] => [
    [sendCode, { channel: 'mobile', account: number, scene: 'login' }],
    ...Array.from({ length: TRIES }, (): Ask => [mobileLogin, { mobile: number, code: '000000' }]),
    ...Array.from({ length: TRIES }, (): Ask => [mobileLogin, { mobile: number, password: 'wrong 1!' }]),
  ];
  const ofMember = await answersTo(asks(mobile.account), '198.51.100.3');
  expect(await answersTo(asks('13800000008'), '198.51.100.4')).toEqual(ofMember);
});

test.each(['login', 'reset', 'register'] as const)(
  'a code for %s costs one row more, whoever it is for',
  async (scene) => {
    const rows = [];
    for (const email of [known, UNKNOWN]) {
      world.clock.advance(86_400_000);
      expect((await world.call(sendCode, { ...account(email), scene })).code).toBe(1);
      rows.push(await world.db.$count(outbox, eq(outbox.createdAt, world.clock.now())));
    }
    expect(rows).toEqual([1, 1]);
    // The placeholder message is dropped immediately.
    await world.parts.idle();
    expect(await world.db.$count(outbox, isNull(outbox.deliveredAt))).toBe(0);
  },
);
