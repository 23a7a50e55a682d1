import type { ApplicationForm } from '@lectern/marketplace-contract';
import { and, eq, like } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database, Pool, Tx } from '../db/database.js';
import { members, type MemberRow } from '../db/schema/index.js';
import type { Vault } from '../security/index.js';

/** No password has this hash: nobody logs in as the people of the demo. */
export const NO_PASSWORD = '-';
/** Beginning of the keys of the demo's pictures, which are drawn when they are asked for. */
export const PICTURE_FOLDER = 'demo';

/** Parts of the API that the demo's content is written through. */
export interface DemoPorts {
  /** Milliseconds since the epoch; the dates of the content count from it. */
  readonly now: number;
  /** Gives the certificate of a course that somebody has finished. */
  readonly certify: (
    tx: Tx,
    finished: { readonly memberId: number; readonly courseId: number; readonly now: number },
  ) => Promise<unknown>;
  /** Hands in an application to become a mentor. */
  readonly apply: (db: Database, member: MemberRow, form: ApplicationForm, now: number) => Promise<unknown>;
  /** Seals the numbers of bank accounts. */
  readonly vault: Vault;
}

/** Courses, people and pictures of a demo. */
export interface DemoContent {
  /** Serves its pictures. */
  addRoutes(app: FastifyInstance): void;
  /** Writes what the database does not have of it yet, and nothing into a catalogue that others have filled. */
  seed(ports: DemoPorts & { readonly db: Pool }): Promise<unknown>;
}

/** Whether the demo's people are in the database, with their courses, orders and money that nobody has paid. */
export async function hasDemoContent(db: Database): Promise<boolean> {
  const isInvented = and(eq(members.passwordHash, NO_PASSWORD), like(members.headimgKey, `${PICTURE_FOLDER}/%`));
  const found = await db.select({ id: members.id }).from(members).where(isInvented).limit(1);
  return found.length > 0;
}
