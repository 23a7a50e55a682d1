import { sql } from 'drizzle-orm';
import type { Pool } from '../../db/database.js';

/** Number of committed changes of rows by table. */
export type Changes = Readonly<Record<string, number>>;

const LOG = 'test_change';

const SET_UP = (schema: string, uncounted: readonly string[]) => `
  CREATE TABLE ${LOG} (name text NOT NULL);
  CREATE FUNCTION ${LOG}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO ${LOG} VALUES (TG_TABLE_NAME);
    RETURN NULL;
  END $$;
  DO $$
  DECLARE one text;
  BEGIN
    FOR one IN
      SELECT table_name FROM information_schema.tables
      WHERE table_schema = '${schema}' AND table_name <> ALL ('{${[LOG, ...uncounted].join()}}')
    LOOP
      EXECUTE format('CREATE TRIGGER ${LOG} AFTER INSERT OR DELETE ON %I
        FOR EACH ROW EXECUTE FUNCTION ${LOG}()', one);
      EXECUTE format('CREATE TRIGGER ${LOG}_update AFTER UPDATE ON %I
        FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION ${LOG}()', one);
      EXECUTE format('CREATE TRIGGER ${LOG}_truncate AFTER TRUNCATE ON %I
        FOR EACH STATEMENT EXECUTE FUNCTION ${LOG}()', one);
    END LOOP;
  END $$`;

/**
 * Counts changes of rows by triggers that write into a log. Reading the log takes about a millisecond, and comparing the
 * content of all tables hundreds. A transaction that is rolled back leaves nothing in it, and an update to the same
 * values counts as no change.
 */
export class ChangeCounter {
  private constructor(private readonly db: Pool) {}

  /** @param uncounted tables of the schema whose changes are not counted */
  static async install(db: Pool, schema: string, uncounted: readonly string[] = []): Promise<ChangeCounter> {
    await db.execute(sql.raw(SET_UP(schema, uncounted)));
    return new ChangeCounter(db);
  }

  async changes(): Promise<Changes> {
    const { rows } = await this.db.execute<{ name: string; changes: number }>(
      sql`SELECT name, count(*)::int AS changes FROM ${sql.identifier(LOG)} GROUP BY name`,
    );
    return Object.fromEntries(rows.map(({ name, changes }) => [name, changes]));
  }
}
