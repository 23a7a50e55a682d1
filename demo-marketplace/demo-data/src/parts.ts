import { eq, sql } from 'drizzle-orm';
import { demoParts, type DemoPorts, type Pool, type Tx } from '@lectern/marketplace-api/seeding';
import { SeededRandom } from './random.js';

export interface DemoPartContext extends DemoPorts {
  /** A stream of its own, from its name: what other parts draw changes nothing here. */
  readonly random: SeededRandom;
}

/** One version of the demo's content. */
export interface DemoPart {
  /** Recorded once the part was applied: it never changes, and no other part may have it. */
  readonly name: string;
  readonly apply: (tx: Tx, context: DemoPartContext) => Promise<void>;
}

const SEED = 20_261_122;
/** Any number; the same in every process, so that two that start together apply a part once. */
const SEED_LOCK = 40_912_077;

/** Takes the lock of the demo's content in this schema until the transaction ends. */
export const lockDemo = (tx: Tx): Promise<unknown> =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(${SEED_LOCK}, hashtext(current_schema()))`);

/** Records that parts were applied. */
export const recordParts = (tx: Tx, parts: readonly DemoPart[], now: number): Promise<unknown> =>
  tx.insert(demoParts).values(parts.map(({ name }) => ({ name, appliedAt: now })));

/**
 * Applies the parts that the database does not have yet, in their order. Each is written and recorded in one
 * transaction: whenever it is interrupted, the next start goes on with the part that is missing.
 *
 * @returns the names of those that were applied
 * @throws {Error} that names the part which failed; those before it stay applied
 */
export async function applyParts(db: Pool, parts: readonly DemoPart[], ports: DemoPorts): Promise<readonly string[]> {
  const applied: string[] = [];
  for (const part of parts) if (await applyOnce(db, part, ports)) applied.push(part.name);
  return applied;
}

function applyOnce(db: Pool, part: DemoPart, ports: DemoPorts): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockDemo(tx);
    const known = await tx.select().from(demoParts).where(eq(demoParts.name, part.name));
    if (known.length > 0) return false;
    try {
      await part.apply(tx, { ...ports, random: new SeededRandom(SEED).stream(part.name) });
    } catch (cause) {
      throw new Error(`the part ${part.name} of the demo's content failed`, { cause });
    }
    await recordParts(tx, [part], ports.now);
    return true;
  });
}
