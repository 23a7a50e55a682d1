import { eq, sql } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import type { Database, Tx } from '../db/database.js';
import { chatAccounts, payoutAccounts, payPasswords, providerApplications, signingKeys } from '../db/schema/index.js';
import type { Vault } from './vault.js';

/** A column with sealed text, and what becomes of a row whose text cannot be opened any more. */
interface SealedColumn {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  readonly giveUp: (tx: Tx, key: never, ports: GiveUpPorts) => Promise<unknown>;
}

interface GiveUpPorts {
  readonly vault: Vault;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Has the conference server give a member's chat account another password. */
  readonly renewChat: (tx: Tx, memberId: number) => Promise<void>;
}

const CHAT_PASSWORD_BYTES = 18;
const BATCH = 500;

/** Every column with sealed text; a test holds the list against the schema. Empty text is not sealed. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    // Members set another one with a code that is mailed to them.
    table: 'pay_password',
    key: 'member_id',
    column: 'hash_sealed',
    giveUp: (db, id) => db.delete(payPasswords).where(eq(payPasswords.memberId, id)),
  },
  {
    // Members add it again; an open withdrawal to it shows no number, and is declined.
    table: 'payout_account',
    key: 'id',
    column: 'no_sealed',
    giveUp: (db, id, { vault, now }) =>
      db
        .update(payoutAccounts)
        .set({ noSealed: vault.seal(''), deletedAt: sql`coalesce(${payoutAccounts.deletedAt}, ${now})` })
        .where(eq(payoutAccounts.id, id)),
  },
  {
    table: 'chat_account',
    key: 'member_id',
    column: 'password_sealed',
    giveUp: async (db, id, { vault, renewChat }) => {
      const passwordSealed = vault.seal(randomBytes(CHAT_PASSWORD_BYTES).toString('base64url'));
      await db.update(chatAccounts).set({ passwordSealed }).where(eq(chatAccounts.memberId, id));
      await renewChat(db, id);
    },
  },
  {
    // The decision stays; name and number of the document are gone.
    table: 'provider_application',
    key: 'member_id',
    column: 'identity_sealed',
    giveUp: (db, id) =>
      db.update(providerApplications).set({ identitySealed: '' }).where(eq(providerApplications.memberId, id)),
  },
  {
    // The public half still verifies; the next certificate is signed with a new key.
    table: 'signing_key',
    key: 'kid',
    column: 'private_sealed',
    giveUp: (db, kid) => db.update(signingKeys).set({ privateSealed: '' }).where(eq(signingKeys.kid, kid)),
  },
];

interface SealedRow {
  readonly key: number | string;
  readonly sealed: string;
}

/** All rows of a column that has text, in batches, by key. */
async function* batchesOf(db: Database, { table, key, column }: SealedColumn): AsyncGenerator<readonly SealedRow[]> {
  const [name, by, text] = [sql.identifier(table), sql.identifier(key), sql.identifier(column)];
  let after = sql`true`;
  for (;;) {
    const { rows } = await db.execute<SealedRow & Record<string, unknown>>(
      sql`SELECT ${by} AS key, ${text} AS sealed FROM ${name} WHERE ${after} AND ${text} <> '' ORDER BY ${by} LIMIT ${BATCH}`,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = sql`${by} > ${last.key}`;
  }
}

/** Some sealed text of the database; undefined where there is none. */
export async function anySealed(db: Database): Promise<string | undefined> {
  for (const column of SEALED_COLUMNS) {
    for await (const [row] of batchesOf(db, column)) return row?.sealed;
  }
  return undefined;
}

/**
 * Seals with the secret of today what was sealed with one of before. What members change meanwhile is not touched.
 *
 * @returns how many rows were changed, and how many no secret opens; undefined when it was aborted
 */
export async function reseal(
  db: Database,
  vault: Vault,
  signal?: AbortSignal,
): Promise<{ readonly changed: number; readonly lost: number } | undefined> {
  let [changed, lost] = [0, 0];
  for (const column of SEALED_COLUMNS) {
    const [name, by, text] = [column.table, column.key, column.column].map((word) => sql.identifier(word));
    for await (const rows of batchesOf(db, column)) {
      for (const { key, sealed } of rows) {
        if (signal?.aborted === true) return undefined;
        const age = vault.ageOf(sealed);
        if (age === 'lost') lost += 1;
        if (age !== 'previous') continue;
        const fresh = vault.seal(vault.unseal(sealed));
        await db.execute(sql`UPDATE ${name} SET ${text} = ${fresh} WHERE ${by} = ${key} AND ${text} = ${sealed}`);
        changed += 1;
      }
    }
  }
  return { changed, lost };
}

/** Gives up what no secret opens, so that everything else works. @returns how many rows of each table */
export async function giveUpLost(tx: Tx, ports: GiveUpPorts): Promise<Readonly<Record<string, number>>> {
  const given: Record<string, number> = {};
  for (const column of SEALED_COLUMNS) {
    for await (const rows of batchesOf(tx, column)) {
      for (const { key, sealed } of rows) {
        if (ports.vault.ageOf(sealed) !== 'lost') continue;
        await column.giveUp(tx, key as never, ports);
        given[column.table] = (given[column.table] ?? 0) + 1;
      }
    }
  }
  return given;
}
