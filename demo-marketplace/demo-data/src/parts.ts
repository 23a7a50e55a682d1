import { eq, sql } from 'drizzle-orm';
import { demoParts, type DemoPorts, type Pool, type Tx } from '@lectern/marketplace-api/seeding';
import { SeededRandom } from './random.js';

export interface DemoPartContext extends DemoPorts {
  /** Random stream derived from the part's name, independent of other parts. */
  readonly random: SeededRandom;
}

/** A released part of the demo's content. */
export interface DemoPart {
  /** Unique name, recorded when the part was applied; it never changes. */
  readonly name: string;
  readonly apply: (tx: Tx, context: DemoPartContext) => Promise<void>;
}

const SEED = 20_261_122;
/** Arbitrary key of an advisory lock; the same in every process, so that concurrent starts apply a part once. */
const SEED_LOCK = 40_912_077;

/** Locks the demo's content in this schema until the transaction ends. */
export const lockDemo = (tx: Tx): Promise<unknown> =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(${SEED_LOCK}, hashtext(current_schema()))`);

/** Records parts as applied. */
export const recordParts = (tx: Tx, parts: readonly DemoPart[], now: number): Promise<unknown> =>
  tx.insert(demoParts).values(parts.map(({ name }) => ({ name, appliedAt: now })));

/**
 * Applies the missing parts in their order, each in one transaction with its record: after an interruption, the next
 * start continues with the missing part.
 *
 * @returns the names of the applied parts
 * @throws {Error} that names the part which failed; earlier parts stay applied
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
