import {
  changePassword,
  emailLogin,
  mobileLogin,
  registerAccount,
  savePayoutAccount,
  sendCode,
} from '@lectern/marketplace-contract';
import { sql } from 'drizzle-orm';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, World } from '../testing/world.js';

let world: World;
let written = '';
beforeAll(async () => {
  const log = new Writable({
    write: (chunk, _encoding, done) => {
      written += String(chunk);
      done();
    },
  });
  world = await World.start({}, log);
});
afterAll(() => world.close());

/** Makes every insert into a table fail. */
const breakTable = (table: string) =>
  world.db.execute(sql`ALTER TABLE ${sql.identifier(table)} ADD CONSTRAINT broken CHECK (false) NOT VALID`);

test('whatever breaks in the database, no secret and no address gets into the log', async () => {
  const { token, email } = await world.member('secret-address@example.org');
  const stranger = 'another-address@example.org';
  const code = await world.codeFor({ channel: 'email', account: stranger, scene: 'register' });
  const NEW = 'efgh456?';
  written = '';
  const form = { password: PASSWORD, password2: PASSWORD, agree: true };
  const account = { channel: 'email', account: stranger } as const;
  const third = { channel: 'email', account: 'third-address@example.org' } as const;
  // Reads succeed and writes fail, as with a full disk.
  for (const table of ['outbox', 'audit_log', 'payout_account']) await breakTable(table);
  const answers = [
    await world.call(sendCode, { ...third, scene: 'register' }),
    await world.call(registerAccount, { ...account, code, ...form }),
    await world.call(emailLogin, { email, password: PASSWORD }),
    await world.call(changePassword, { old: PASSWORD, password: NEW, password2: NEW }, { token }),
    await world.call(savePayoutAccount, { bank: 'Bank', holder: 'Wang', no: '00998877665544' }, { token }),
  ];
  await breakTable('throttle');
  answers.push(await world.call(emailLogin, { email, password: PASSWORD }));
  answers.push(await world.call(mobileLogin, { mobile: '13800000009', code: '123456' }));
  // Reported as an internal error without details.
  expect(answers.map(({ data }) => data.reason)).toEqual(answers.map(() => 'internal'));
  expect(written).toContain('an action broke');
  expect(written).toContain('insert into');
  for (const secret of [PASSWORD, NEW, token, 'address@example.org', '13800000009', '998877665544']) {
    expect(written).not.toContain(secret);
  }
  // Six digits may occur within a longer number, such as a timestamp or an id.
  expect(written).not.toMatch(new RegExp(String.raw`\b${code}\b`));
});

test('nothing that somebody says, and no token, is in the log of what went well', async () => {
  const quiet: string[] = [];
  const log = new Writable({
    write: (chunk, _encoding, done) => {
      quiet.push(String(chunk));
      done();
    },
  });
  const other = await World.start({}, log);
  const { token, email } = await other.member('quiet@example.org');
  await other.call(emailLogin, { email, password: 'wrong 1!' });
  await other.close();
  for (const secret of [PASSWORD, 'wrong 1!', token, email]) expect(quiet.join('')).not.toContain(secret);
});
