import { pgTable, text } from 'drizzle-orm/pg-core';
import { at, whole } from './columns.js';

/** Payment passwords, required when money leaves a member's wallet. */
export const payPasswords = pgTable('pay_password', {
  memberId: whole('member_id').primaryKey(),
  /** Encrypted hash: six digits could be recovered from a plain hash quickly. */
  hashSealed: text('hash_sealed').notNull(),
  setAt: at('set_at').notNull(),
});
