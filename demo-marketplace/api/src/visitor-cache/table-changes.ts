import type { StatementObserver } from '@lectern/kit/postgres';
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../db/database.js';
import * as schema from '../db/schema/index.js';
import { isRecording, recordTables } from './recording.js';

const TABLES: ReadonlySet<string> = new Set(
  Object.values(schema).flatMap((one: unknown) => (is(one, PgTable) ? [getTableName(one)] : [])),
);

const { percent, lastUnitId, lastSecond, completedAt, learnedAt, watchFrom } = getTableColumns(schema.enrollments);
/** Columns that change with each minute of learning, which no public page shows, by table. */
const PRIVATE_COLUMNS: Readonly<Record<string, ReadonlySet<string>>> = {
  [getTableName(schema.enrollments)]: new Set(
    [percent, lastUnitId, lastSecond, completedAt, learnedAt, watchFrom].map(({ name }) => name),
  ),
};

/** Targets of writing statements. A lock (`FOR UPDATE`) and the action of a conflict (`DO UPDATE`) have none. */
const TARGET =
  /\b(insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|(?<!\b(?:for|key|do)\s+)update)\s+(?:only\s+)?"?(\w+)"?/gi;
const ASSIGNMENTS = /^update "\w+" set (.*?)(?: from | where | returning |$)/s;
const ASSIGNED = /(?:^|, )"(\w+)" = /g;

function isPrivate(text: string, table: string): boolean {
  const hidden = PRIVATE_COLUMNS[table];
  const assignments = hidden === undefined ? undefined : ASSIGNMENTS.exec(text)?.[1];
  if (hidden === undefined || assignments === undefined) return false;
  const columns = [...assignments.matchAll(ASSIGNED)].map(([, column = '']) => column);
  return columns.length > 0 && columns.every((column) => hidden.has(column));
}

/** Tables that a committed statement may have changed, except in columns that no public page shows. */
export const changedTables = (text: string): readonly string[] =>
  [...text.matchAll(TARGET)].flatMap(([, , table = '']) =>
    TABLES.has(table) && !isPrivate(text, table) ? [table] : [],
  );

/** Tables that a statement names. */
export const namedTables = (text: string): readonly string[] =>
  (text.match(/\w+/g) ?? []).filter((word) => TABLES.has(word));

/** Counts the committed changes of this process by table. */
export class TableChanges implements StatementObserver {
  #count = 0;
  readonly #changedAt = new Map<string, number>();
  #dependents: ReadonlyMap<string, readonly string[]> = new Map();

  /** Number of changes so far. */
  get count(): number {
    return this.#count;
  }

  /** Learns from the database which tables change along with others by their foreign keys. */
  async readForeignKeys(db: Database): Promise<void> {
    const { rows } = await db.execute<{ parent: string; child: string }>(sql`
      SELECT parent.relname AS parent, child.relname AS child
      FROM pg_constraint JOIN pg_class parent ON parent.oid = confrelid JOIN pg_class child ON child.oid = conrelid
      WHERE contype = 'f' AND confdeltype IN ('c', 'n', 'd') AND child.relnamespace = current_schema()::regnamespace`);
    const dependents = new Map<string, string[]>();
    for (const { parent, child } of rows) dependents.set(parent, [...(dependents.get(parent) ?? []), child]);
    this.#dependents = dependents;
  }

  onStatement(text: string): void {
    if (isRecording()) recordTables(namedTables(text));
  }

  onCommit(texts: readonly string[]): void {
    const changed = new Set(texts.flatMap(changedTables));
    if (changed.size === 0) return;
    if (texts.some((text) => /\b(?:delete|truncate)\b/i.test(text))) this.#addDependents(changed);
    this.#count += 1;
    for (const table of changed) this.#changedAt.set(table, this.#count);
  }

  /** True if none of the tables has changed since there were `count` changes. */
  isUnchanged(tables: Iterable<string>, count: number): boolean {
    for (const table of tables) if ((this.#changedAt.get(table) ?? 0) > count) return false;
    return true;
  }

  /** A set that grows while it is iterated yields the added tables too. */
  #addDependents(changed: Set<string>): void {
    for (const table of changed) for (const child of this.#dependents.get(table) ?? []) changed.add(child);
  }
}
