import { emailLogin, getMemberInfo, listAudit, officeTodo, ResultCode } from '@lectern/marketplace-contract';
import { eq, gt } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberAccounts, members, verificationCodes } from '../db/schema/index.js';
import { Passwords } from '@lectern/kit/passwords';
import { PASSWORD, PASSWORD_COST, World } from '../testing/world.js';
import { addStaff, listStaff, removeStaff, resetStaffPassword, StaffError, type StaffPorts } from './index.js';

let world: World;
let ports: StaffPorts;
beforeAll(async () => {
  world = await World.start({ isDemo: false });
  ports = { db: world.db, clock: world.clock, passwords: new Passwords(PASSWORD_COST) };
});
afterAll(() => world.close());

const logIn = (email: string, password = '') => world.call(emailLogin, { email, password });

/** Inserts a member; registration is unavailable here, since no channel sends codes. */
async function member(email: string): Promise<number> {
  const passwordHash = await ports.passwords.hash(PASSWORD);
  const now = world.clock.now();
  const facts = { name: email, passwordHash, locale: 'zh', createdAt: now, updatedAt: now };
  const [made] = await world.db.insert(members).values(facts).returning({ id: members.id });
  const memberId = made?.id ?? 0;
  await world.db.insert(memberAccounts).values({ memberId, channel: 'email', account: email, verifiedAt: now });
  return memberId;
}

test('the first staff account of a production site logs in with the password that was generated', async () => {
  expect(await listStaff(world.db)).toEqual([]);
  const added = await addStaff(ports, { email: 'First@Example.org', name: '王核員' });
  expect(added.outcome).toBe('made');
  expect(added.password).toMatch(/^[\w-]{24}$/);
  const { data } = await logIn('first@example.org', added.password);
  expect((await world.call(officeTodo, {}, { token: data.token })).code).toBe(ResultCode.Ok);
  await world.parts.idle();
  expect((await world.call(getMemberInfo, {}, { token: data.token })).data.hx_username).not.toBe('');
  const staff = await listStaff(world.db);
  expect(staff).toMatchObject([{ name: '王核員', email: 'first@example.org', isBanned: false }]);
  const log = await world.call(listAudit, { action: 'staff-added', page: 1, limit: 10 }, { token: data.token });
  expect(log.data.list).toMatchObject([{ actor: null, target: `member:${staff[0]?.id}`, details: { by: 'operator' } }]);
  // A repetition changes nothing and returns no password.
  expect(await addStaff(ports, { email: 'first@example.org' })).toEqual({ outcome: 'unchanged' });
});

test('a member who becomes staff keeps their password, and loses the back office with their sessions', async () => {
  await member('second@example.org');
  expect(await addStaff(ports, { email: 'second@example.org' })).toEqual({ outcome: 'promoted' });
  const { data } = await logIn('second@example.org', PASSWORD);
  expect((await world.call(officeTodo, {}, { token: data.token })).code).toBe(ResultCode.Ok);
  await removeStaff(ports, 'second@example.org');
  expect((await world.call(officeTodo, {}, { token: data.token })).code).toBe(ResultCode.LoginRequired);
  const again = await logIn('second@example.org', PASSWORD);
  expect(again.data.member.is_staff).toBe(0);
  expect((await world.call(officeTodo, {}, { token: again.data.token })).data.reason).toBe('wrong-role');
});

test('a password that is reset ends sessions and chats, and the old one', async () => {
  await addStaff(ports, { email: 'third@example.org', password: 'a long password'.replaceAll(' ', '-') });
  await world.parts.idle();
  const { data } = await logIn('third@example.org', 'a-long-password');
  const now = world.clock.now();
  const sent = { channel: 'email', account: 'third@example.org', scene: 'reset', requester: 'a browser' };
  await world.db
    .insert(verificationCodes)
    .values({ ...sent, codeHash: 'of the code', triesLeft: 5, sentAt: now, expiresAt: now + 1 });
  const password = await resetStaffPassword(ports, { email: 'third@example.org' });
  const pending = await world.db.select().from(verificationCodes).where(gt(verificationCodes.triesLeft, 0));
  expect(pending).toEqual([]);
  expect((await world.call(getMemberInfo, {}, { token: data.token })).code).toBe(ResultCode.LoginRequired);
  expect((await logIn('third@example.org', 'a-long-password')).data.reason).toBe('wrong-credentials');
  expect((await logIn('third@example.org', password)).code).toBe(ResultCode.Ok);
  await world.parts.idle();
  expect(world.chatEnded).toContain(data.member.hx_username);
});

test('what cannot be done is refused and changes nothing', async () => {
  const before = await listStaff(world.db);
  const banned = await member('banned@example.org');
  await member('plain@example.org');
  await world.db.update(members).set({ isBanned: true }).where(eq(members.id, banned));
  const refusals = [
    [() => addStaff(ports, { email: 'nobody' }), '"nobody" is no e-mail address'],
    [() => addStaff(ports, { email: 'new@example.org', name: ' ' }), 'the name must have 1 to 30 characters'],
    [() => addStaff(ports, { email: 'new@example.org', name: 'Ann\u202eB' }), 'characters that cannot be seen'],
    [() => addStaff(ports, { email: 'new@example.org', password: 'short' }), 'the password must have 12 to 64'],
    [() => addStaff(ports, { email: 'plain@example.org', password: 'long-enough-1' }), 'has an account already'],
    [() => addStaff(ports, { email: 'banned@example.org' }), 'is banned; another address is needed'],
    [() => removeStaff(ports, 'plain@example.org'), 'plain@example.org is not staff'],
    [() => resetStaffPassword(ports, { email: 'plain@example.org' }), 'plain@example.org is not staff'],
  ] as const;
  for (const [attempt, message] of refusals) {
    const refused = attempt();
    await expect(refused).rejects.toBeInstanceOf(StaffError);
    await expect(refused).rejects.toThrow(message);
  }
  expect(await listStaff(world.db)).toEqual(before);
  expect((await logIn('plain@example.org', PASSWORD)).code).toBe(ResultCode.Ok);
});
