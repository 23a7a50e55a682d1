import type { ApplicationForm } from '@lectern/marketplace-contract';
import { and, eq, like } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database, Pool, Tx } from '../db/database.js';
import { members, type MemberRow } from '../db/schema/index.js';
import type { PurchasableTypes } from '../purchasables/index.js';
import type { Vault } from '../security/index.js';

/** A hash that no password has: the invented members of the demo cannot log in. */
export const NO_PASSWORD = '-';
/** Key prefix of the demo's images, which are generated on request. */
export const PICTURE_FOLDER = 'demo';

/** Dependencies for writing the demo's content. */
export interface DemoPorts {
  /** Milliseconds since the epoch; the dates of the content are relative to it. */
  readonly now: number;
  /** Issues the certificate of a completed course. */
  readonly certify: (
    tx: Tx,
    finished: { readonly memberId: number; readonly courseId: number; readonly now: number },
  ) => Promise<unknown>;
  /** Submits a mentor application. */
  readonly apply: (db: Database, member: MemberRow, form: ApplicationForm, now: number) => Promise<unknown>;
  /** Encrypts the numbers of bank accounts. */
  readonly vault: Vault;
  /** Types of items that orders sell. */
  readonly purchasables: PurchasableTypes;
}

/** Courses, people and images of a demo. */
export interface DemoContent {
  /** Serves the images. */
  addRoutes(app: FastifyInstance): void;
  /** Writes the content that the database lacks; a catalogue with other content is left unchanged. */
  seed(ports: DemoPorts & { readonly db: Pool }): Promise<unknown>;
}

/**
 * Resolves with true when the database contains the demo's invented members, whose courses, orders and money are not
 * real.
 */
export async function hasDemoContent(db: Database): Promise<boolean> {
  const isInvented = and(eq(members.passwordHash, NO_PASSWORD), like(members.headimgKey, `${PICTURE_FOLDER}/%`));
  const found = await db.select({ id: members.id }).from(members).where(isInvented).limit(1);
  return found.length > 0;
}
