import { pgTable, text } from 'drizzle-orm/pg-core';
import { at, whole } from './columns.js';

/** What a member is asked for when money leaves their wallet. */
export const payPasswords = pgTable('pay_password', {
  memberId: whole('member_id').primaryKey(),
  /** Its hash, sealed: six digits are guessed fast by whoever has the plain one. */
  hashSealed: text('hash_sealed').notNull(),
  setAt: at('set_at').notNull(),
});
