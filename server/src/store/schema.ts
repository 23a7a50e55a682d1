import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** Users of an application. */
export const users = pgTable(
  'users',
  {
    appKey: text('app_key').notNull(),
    name: text('name').notNull(),
    passwordHash: text('password_hash').notNull(),
    nickName: text('nick_name'),
    /** Milliseconds since the epoch, as all times here. */
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.appKey, table.name] })],
);

/** Facts of conferences, enough to restore one. */
export const conferences = pgTable('conferences', {
  id: text('id').primaryKey(),
  appKey: text('app_key').notNull(),
  /** Null for a conference made without a room name. */
  roomName: text('room_name'),
  type: integer('type').notNull(),
  passwordHash: text('password_hash').notNull(),
  /** `memName`. */
  creator: text('creator').notNull(),
  createdAt: bigint('created_at', { mode: 'number' }).notNull(),
  closedAt: bigint('closed_at', { mode: 'number' }),
});

/** Roles granted in a conference. */
export const conferenceRoles = pgTable(
  'conference_roles',
  {
    conferenceId: text('conference_id')
      .notNull()
      .references(() => conferences.id, { onDelete: 'cascade' }),
    memName: text('mem_name').notNull(),
    role: integer('role').notNull(),
    grantedAt: bigint('granted_at', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.conferenceId, table.memName] })],
);
