import { is, SQL, TransactionRollbackError, type Column } from 'drizzle-orm';
import { getTableConfig, PgDialect, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { World } from '../testing/world.js';
import type { Database } from './database.js';
import * as schema from './schema/index.js';

/** A column, as the database reports it or as the Drizzle schema declares it. */
interface ColumnFacts {
  readonly type: string;
  readonly notNull: boolean;
  readonly identity: boolean;
  /** The default as PostgreSQL writes it; null for none. */
  readonly default: string | null;
  /** Position in the primary key, from 1; null outside of it. */
  readonly key: number | null;
  /** Allowed values of the column, sorted; null for any value. */
  readonly values: readonly string[] | null;
}

type Tables = Readonly<Record<string, Readonly<Record<string, ColumnFacts>>>>;

/** Intended differences. */
const EXCEPTIONS: ReadonlySet<string> = new Set<string>([
  // A trigger writes it, so an INSERT leaves it out.
  'ledger_entry.balance_after: notNull is true in the database, false in the schema',
]);

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

/** A check that lists values: `CHECK ((type = 'course'::text))`, `CHECK ((state = ANY (ARRAY['a'::text, 'b'::text])))`. */
const CONFINED = /^CHECK \(+\w+\)?(::text)? = (ANY \(+ARRAY\[)?'/;

/** A literal without its type: `'draft'::text` is `'draft'`. */
const withoutCast = (text: string): string => text.replaceAll(/::[a-z0-9 ]+(\[\])?/g, '');

interface Row extends ColumnFacts {
  readonly relation: string;
  readonly name: string;
  readonly checks: readonly string[];
}

/** All tables of the database except the list of migrations. */
async function tablesInDatabase(db: Database): Promise<Tables> {
  const { rows } = await db.execute<Record<string, unknown> & Row>(`
    SELECT c.relname AS relation, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
      a.attnotnull AS "notNull", a.attidentity <> '' AS identity, pg_get_expr(d.adbin, d.adrelid) AS default,
      array_position(p.conkey::int[], a.attnum::int) AS key,
      ARRAY(SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k
        WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]) AS checks
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    LEFT JOIN pg_constraint p ON p.conrelid = c.oid AND p.contype = 'p'
    WHERE c.relkind = 'r' AND c.relnamespace = '${world.schema}'::regnamespace AND c.relname <> 'migration'`);
  const tables: Record<string, Record<string, ColumnFacts>> = {};
  for (const { relation, name, checks, ...facts } of rows) {
    const list = checks.find((check) => CONFINED.test(check));
    const values = list?.matchAll(/'([^']*)'/g);
    (tables[relation] ??= {})[name] = {
      ...facts,
      default: facts.default === null ? null : withoutCast(facts.default),
      values: values === undefined ? null : [...values].map(([, value = '']) => value).toSorted(),
    };
  }
  return tables;
}

/** The default of a column as PostgreSQL writes it. */
function defaultOf({ hasDefault, default: value }: Column): string | null {
  if (!hasDefault || value === undefined) return null;
  if (is(value, SQL)) return withoutCast(new PgDialect().sqlToQuery(value).sql);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return `'${typeof value === 'string' ? value : JSON.stringify(value)}'`;
}

function tablesInSchema(): Tables {
  const tables = Object.values<unknown>(schema).filter((one): one is PgTable => is(one, PgTable));
  return Object.fromEntries(
    tables.map((table) => {
      const { name, columns, primaryKeys } = getTableConfig(table);
      const composite = primaryKeys[0]?.columns.map((column) => column.name) ?? [];
      const factsOf = (column: (typeof columns)[number]): ColumnFacts => {
        const at = composite.indexOf(column.name);
        return {
          type: column.getSQLType(),
          notNull: column.notNull || column.primary || at >= 0,
          identity: column.generatedIdentity !== undefined,
          default: defaultOf(column),
          key: column.primary ? 1 : at < 0 ? null : at + 1,
          values: column.enumValues === undefined ? null : column.enumValues.toSorted(),
        };
      };
      return [name, Object.fromEntries(columns.map((column) => [column.name, factsOf(column)]))];
    }),
  );
}

/** Sorts the characters of a default, because PostgreSQL orders the keys of a JSON object. */
const plain = (fact: keyof ColumnFacts, value: unknown): string => {
  const text = JSON.stringify(value ?? null).replaceAll(' ', '');
  return fact === 'default' && text.includes('{') ? text.split('').toSorted().join('') : text;
};

/** Formats the differences, one per line. */
function drift(database: Tables, declared: Tables): readonly string[] {
  const lines: string[] = [];
  for (const table of new Set([...Object.keys(database), ...Object.keys(declared)])) {
    const [there, here] = [database[table], declared[table]];
    if (there === undefined || here === undefined) {
      lines.push(`${table}: is only in the ${there === undefined ? 'schema' : 'database'}`);
      continue;
    }
    for (const column of new Set([...Object.keys(there), ...Object.keys(here)])) {
      const [one, other] = [there[column], here[column]];
      if (one === undefined || other === undefined) {
        lines.push(`${table}.${column}: is only in the ${one === undefined ? 'schema' : 'database'}`);
        continue;
      }
      for (const fact of ['type', 'notNull', 'identity', 'default', 'key', 'values'] as const) {
        if (plain(fact, one[fact]) === plain(fact, other[fact])) continue;
        // The schema may declare plain text where the database restricts the values.
        if (fact === 'values' && other.values === null) continue;
        const facts = `${JSON.stringify(one[fact])} in the database, ${JSON.stringify(other[fact])} in the schema`;
        lines.push(`${table}.${column}: ${fact} is ${facts}`);
      }
    }
  }
  return lines.filter((line) => !EXCEPTIONS.has(line));
}

describe('the Drizzle schema', () => {
  it('declares the tables that the migrations make, column by column', async () => {
    expect(drift(await tablesInDatabase(world.db), tablesInSchema())).toEqual([]);
  });

  it.each([
    ['ALTER TABLE course ALTER COLUMN title_en DROP DEFAULT', 'course.title_en: default'],
    ['ALTER TABLE course ALTER COLUMN level TYPE bigint', 'course.level: type'],
    ['ALTER TABLE course ALTER COLUMN title_zh DROP NOT NULL', 'course.title_zh: notNull'],
    ['ALTER TABLE course ADD COLUMN colour text', 'course.colour: is only in the database'],
    ['ALTER TABLE course DROP COLUMN seats', 'course.seats: is only in the schema'],
    ['CREATE TABLE planted (id bigint)', 'planted: is only in the database'],
    ['ALTER TABLE course_image DROP CONSTRAINT course_image_pkey', 'course_image.course_id: key'],
    [`ALTER TABLE coupon DROP CONSTRAINT coupon_kind_check`, 'coupon.kind: values'],
  ])('is found to differ after %s', async (statement, expected) => {
    const planted = world.db.transaction(async (tx) => {
      await tx.execute(statement);
      const lines = drift(await tablesInDatabase(tx), tablesInSchema());
      expect(lines.some((line) => line.startsWith(expected))).toBe(true);
      tx.rollback();
    });
    await expect(planted).rejects.toBeInstanceOf(TransactionRollbackError);
  });
});
