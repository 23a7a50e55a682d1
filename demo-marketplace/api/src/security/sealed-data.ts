import { eq, sql } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import type { Database, Tx } from '../db/database.js';
import {
  chatAccounts,
  liveRooms,
  payoutAccounts,
  payPasswords,
  providerApplications,
  sessionConferences,
  signingKeys,
} from '../db/schema/index.js';
import type { Vault } from './vault.js';

/** A column with encrypted text, and the procedure for a row that can no longer be decrypted. */
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
  /** Sets a new password for a member's chat account at the conference server. */
  readonly renewChat: (tx: Tx, memberId: number) => Promise<void>;
}

const CHAT_PASSWORD_BYTES = 18;
const BATCH = 500;

/** All columns with encrypted text; a test compares the list with the schema. Empty text is not encrypted. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    // Members set a new one with a code that is mailed to them.
    table: 'pay_password',
    key: 'member_id',
    column: 'hash_sealed',
    giveUp: (db, id) => db.delete(payPasswords).where(eq(payPasswords.memberId, id)),
  },
  {
    // Members add the account again; an open withdrawal to it shows no number and has to be refused.
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
    // The decision is kept; name and document number are lost.
    table: 'provider_application',
    key: 'member_id',
    column: 'identity_sealed',
    giveUp: (db, id) =>
      db.update(providerApplications).set({ identitySealed: '' }).where(eq(providerApplications.memberId, id)),
  },
  {
    // The mentor sets a new one; until then members enter with their tickets alone.
    table: 'live_room',
    key: 'id',
    column: 'password_sealed',
    giveUp: (db, id) => db.update(liveRooms).set({ passwordSealed: '' }).where(eq(liveRooms.id, id)),
  },
  {
    // Members of a class that is open now ask its mentor for the password; the next one has that of its room.
    table: 'session_conference',
    key: 'id',
    column: 'password_sealed',
    giveUp: (db, id) => db.update(sessionConferences).set({ passwordSealed: '' }).where(eq(sessionConferences.id, id)),
  },
  {
    // The public key still verifies; the next certificate is signed with a new key.
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

/** All non-empty rows of a column, in batches ordered by key. */
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

/** A sample of encrypted text; undefined when the database contains none. */
export async function anySealed(db: Database): Promise<string | undefined> {
  for (const column of SEALED_COLUMNS) {
    for await (const [row] of batchesOf(db, column)) return row?.sealed;
  }
  return undefined;
}

/**
 * Re-encrypts values of previous secrets with the current one. Values that members change concurrently are left alone.
 *
 * @returns the number of rows changed, and of rows that no secret decrypts; undefined when aborted
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

/** Discards values that no secret decrypts, so that everything else works. @returns the number of rows per table */
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
