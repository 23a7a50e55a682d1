import { emailLogin, ResultCode } from '@lectern/marketplace-contract';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SigningKeys } from '../certificates/keys.js';
import {
  chatAccounts,
  payoutAccounts,
  payPasswords,
  providerApplications,
  secretFingerprints,
  signingKeys,
} from '../db/schema/index.js';
import { World } from '../testing/world.js';
import { addPayoutAccount } from '../wallet/accounts.js';
import { anySealed, SEALED_COLUMNS } from './sealed-data.js';
import { finishRotation, openVault, type SecretOptions } from './secrets.js';
import { fingerprintOf, Vault } from './vault.js';

const [OLD, NEW] = ['the secret of before', 'the secret of today'];
const LEARNER = { email: 'learner@example.org', password: 'Demo123!' };
const vaults = { old: new Vault(OLD), new: new Vault(NEW), both: new Vault(NEW, [OLD]) };

const secrets = (current: string | undefined, more: Partial<SecretOptions> = {}): SecretOptions => ({
  current,
  previous: [],
  isForgotten: () => false,
  create: () => Promise.reject(new Error('a secret was made')),
  lostError: (lost) => new Error(`lost: ${lost.join()}`),
  ...more,
});

const worlds: World[] = [];
let world: World;

/** Restarts the API on the same database. */
async function restart(options: SecretOptions): Promise<World> {
  const again = await World.start({ databaseSchema: world.schema, secret: options });
  worlds.push(again);
  return again;
}

const memberOf = async (): Promise<number> => {
  const { data } = await world.call(emailLogin, LEARNER);
  return Number(data.member.id);
};

afterEach(async () => {
  // Closed last, because the first one owns the schema of the others.
  for (const one of worlds.splice(0).toReversed()) await one.close();
});

/** Age of each encrypted value. */
async function ages(vault: Vault): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { table, column } of SEALED_COLUMNS) {
    const { rows } = await world.db.execute<{ sealed: string }>(
      sql`SELECT ${sql.identifier(column)} AS sealed FROM ${sql.identifier(table)} WHERE ${sql.identifier(column)} <> ''`,
    );
    for (const { sealed } of rows) {
      const age = vault.ageOf(sealed);
      found[age] = (found[age] ?? 0) + 1;
    }
  }
  return found;
}

test('codes and links of before the change are good after it', () => {
  const link = vaults.old.signLink('media', '7');
  expect(vaults.both.isLinkSignature(link, 'media', '7')).toBe(true);
  expect(vaults.both.isLinkSignature(link, 'media', '8')).toBe(false);
  expect(vaults.new.isLinkSignature(link, 'media', '7')).toBe(false);
  const upload = vaults.old.signUpload('policy');
  expect([vaults.both, vaults.new].map((vault) => vault.isUploadSignature('policy', upload))).toEqual([true, false]);
  expect(vaults.both.codeHashes('a', '1')).toContain(vaults.old.codeHash('a', '1'));
  expect(vaults.both.codeHashes('a', '1')[0]).toBe(vaults.new.codeHash('a', '1'));
});

test('a secret is made where no data depend on one', async () => {
  const fresh = await World.start({ secret: secrets(undefined, { create: () => Promise.resolve(NEW) }) });
  worlds.push(fresh);
  await fresh.parts.idle();
  expect(vaults.new.ageOf((await anySealed(fresh.db)) ?? '')).toBe('current');
});

describe('a database with sealed data', () => {
  beforeEach(async () => {
    world = await World.start({ secret: OLD });
    worlds.push(world);
    await world.parts.idle();
    // One value of each column; chat accounts exist already.
    const { db } = world;
    const memberId = await memberOf();
    const now = world.clock.now();
    await db.insert(payPasswords).values({ memberId, hashSealed: vaults.old.seal('hash'), setAt: now });
    const account = { memberId, bank: 'First Bank', holder: '林小安', no: '1234567890', now };
    await addPayoutAccount(db, vaults.old, account);
    await db.insert(providerApplications).values({
      memberId,
      form: {} as never,
      state: 'applying',
      updatedAt: now,
      identitySealed: vaults.old.seal('{"real_name":"林小安","id_card":"A123456789"}'),
    });
    await new SigningKeys(vaults.old).sign(db, 'a certificate', now);
  });
  test('every sealed column of the database is known', async () => {
    const { rows } = await world.db.execute<{ name: string }>(
      sql`SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = ${world.schema} AND column_name LIKE '%sealed%' ORDER BY 1`,
    );
    const known = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
    expect(rows.map(({ name }) => name)).toEqual(known.toSorted());
  });

  test('a new secret beside the old one opens everything, and after a while the old one is not needed', async () => {
    const { hx_password } = (await world.call(emailLogin, LEARNER)).data.member;
    const rotated = await restart(secrets(NEW, { previous: [OLD] }));
    expect((await rotated.call(emailLogin, LEARNER)).data.member.hx_password).toBe(hx_password);
    expect(await finishRotation(world.db, vaults.both)).toContain('all data are sealed with the new secret');
    expect(await ages(vaults.new)).toEqual({ current: 8 });
    const after = await restart(secrets(NEW));
    expect((await after.call(emailLogin, LEARNER)).data.member.hx_password).toBe(hx_password);
    await expect(restart(secrets(OLD))).rejects.toThrow(`lost: ${fingerprintOf(NEW)}`);
  });

  test('the old one cannot be taken out before', async () => {
    const ports = { db: world.db, now: 0, renewChat: () => Promise.resolve(), warn: () => undefined };
    await openVault(secrets(NEW, { previous: [OLD] }), ports);
    await expect(openVault(secrets(NEW), ports)).rejects.toThrow(`lost: ${fingerprintOf(OLD)}`);
    const giveUp = AbortSignal.abort();
    expect(await finishRotation(world.db, vaults.both, giveUp)).toBeUndefined();
    await expect(openVault(secrets(NEW), ports)).rejects.toThrow(`lost: ${fingerprintOf(OLD)}`);
    await finishRotation(world.db, vaults.both);
    await openVault(secrets(NEW), ports);
  });

  test.each([
    ['is not there any more', undefined],
    ['is another one', NEW],
  ])('a start is refused when the secret %s, and changes nothing', async (_what, current) => {
    const before = await ages(vaults.old);
    await expect(restart(secrets(current))).rejects.toThrow(`lost: ${fingerprintOf(OLD)}`);
    // The same holds for a database of a version without fingerprints.
    await world.db.delete(secretFingerprints);
    await expect(restart(secrets(current))).rejects.toThrow('lost: earlier-secret');
    expect(await ages(vaults.old)).toEqual(before);
    expect((await restart(secrets(OLD))).db).toBeDefined();
  });

  test('a secret that is lost for good is given up on demand, and everything else goes on', async () => {
    const memberId = await memberOf();
    const { db } = world;
    const { hx_username } = (await world.call(emailLogin, LEARNER)).data.member;
    const signed = await new SigningKeys(vaults.old).sign(db, 'a certificate', 1);
    const isForgotten = (fingerprint: string): boolean => fingerprint === fingerprintOf(OLD);
    const again = await restart(secrets(NEW, { isForgotten }));
    await again.parts.idle();
    expect(await ages(vaults.new)).not.toHaveProperty('lost');
    // The new chat password was sent to the conference server.
    const session = await again.call(emailLogin, LEARNER);
    expect(session.code).toBe(ResultCode.Ok);
    const { hx_password } = session.data.member;
    expect(again.chatLocked).toContainEqual({ username: hx_username, password: hx_password, reason: 'banned' });
    // The encrypted values are discarded, and members can enter them again.
    expect(await db.select().from(payPasswords)).toEqual([]);
    const [account] = await db.select().from(payoutAccounts).where(eq(payoutAccounts.memberId, memberId));
    expect(account?.deletedAt).toBe(world.clock.now());
    expect(await db.select({ sealed: providerApplications.identitySealed }).from(providerApplications)).toEqual([
      { sealed: '' },
    ]);
    // Old certificates verify; new ones are signed with a new key.
    const keys = new SigningKeys(vaults.new);
    const next = await keys.sign(db, 'another one', 2);
    expect(next.kid).not.toBe(signed.kid);
    expect(await Promise.all([signed, next].map((one) => keys.isGenuine(db, one)))).toEqual([true, true]);
    expect(await db.select().from(signingKeys)).toHaveLength(2);
    expect(await db.select().from(chatAccounts)).toHaveLength(4);
    await restart(secrets(NEW));
  });
});
