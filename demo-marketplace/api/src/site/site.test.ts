import { emailLogin, getConfig, getMemberInfo, mailServer, ResultCode, sendCode } from '@lectern/marketplace-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberAccounts } from '../db/schema/index.js';
import { Passwords } from '@lectern/kit/passwords';
import { World } from '../testing/world.js';
import { DEMO_ACCOUNTS, lockDemoAccounts, seedDemoAccounts } from './index.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

test('pages hear of limits, addresses and time', async () => {
  expect((await world.call(getConfig, {})).data).toMatchObject({
    currency: 'TWD',
    pay_minutes: 30,
    reply_minutes: 15,
    pay_channels: ['mock', 'balance'],
    withdraw_min: 1000,
    resend_wait: 60,
    rtc: { appkey: 'lectern#demo', rest: '' },
    server_time: new Date(world.clock.now()).toISOString(),
  });
});

test('in demo mode everybody may log in as each role, and chat', async () => {
  await world.parts.idle();
  const { data } = await world.call(getConfig, {});
  expect(data.demo_accounts.map(({ usertype }) => usertype)).toEqual([1, 2, 3, 1]);
  for (const { email, password, usertype, is_staff } of data.demo_accounts) {
    const session = (await world.call(emailLogin, { email, password })).data;
    expect(session).toMatchObject({ usertype, member: { is_staff: is_staff ? 1 : 0 } });
    const info = await world.call(getMemberInfo, {}, { token: session.token });
    expect(info.data.hx_username).not.toBe('');
  }
});

test('outside of demo mode there are no such accounts', async () => {
  const quiet = await World.start({ isDemo: false });
  expect((await quiet.call(getConfig, {})).data.demo_accounts).toEqual([]);
  const answer = await quiet.call(emailLogin, { email: 'office@example.org', password: 'Demo123!' });
  expect(answer.data.reason).toBe('wrong-credentials');
  // Requests for codes fail too when no channel is configured.
  const code = { channel: 'email', account: 'a@example.org', scene: 'register' } as const;
  expect((await quiet.call(sendCode, code)).data.reason).toBe('channel-unavailable');
  const mail = { email: 'a@example.org', content: 'http://market.test/', type: 1 } as const;
  expect((await quiet.call(mailServer, mail)).data.reason).toBe('channel-unavailable');
  await quiet.close();
});

test('a site that was a demo once does not let them in any more', async () => {
  const { data } = await world.call(emailLogin, { email: 'office@example.org', password: 'Demo123!' });
  await lockDemoAccounts(world.db);
  expect((await world.call(getMemberInfo, {}, { token: data.token })).code).toBe(ResultCode.LoginRequired);
  const again = await world.call(emailLogin, { email: 'office@example.org', password: 'Demo123!' });
  expect(again.data.reason).toBe('account-banned');
  await seedDemoAccounts(world.db, new Passwords(2), world.clock.now());
  expect((await world.call(emailLogin, { email: 'office@example.org', password: 'Demo123!' })).code).toBe(1);
});

test('demo accounts are made once, also by two processes that start together', async () => {
  const passwords = new Passwords(2);
  await Promise.allSettled([1, 2].map(() => seedDemoAccounts(world.db, passwords, world.clock.now())));
  const rows = await world.db.select().from(memberAccounts);
  expect(rows.map(({ account }) => account).sort()).toEqual(DEMO_ACCOUNTS.map(({ email }) => email).sort());
});
