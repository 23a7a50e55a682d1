import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at, bigId, whole } from './columns.js';

/** What somebody did too often, counted in windows. */
export const throttles = pgTable('throttle', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  resetAt: at('reset_at').notNull(),
});

/** First answers to calls that may come again. */
export const replays = pgTable(
  'replay',
  {
    /** Whose call it was: a member's id, or empty. */
    owner: text('owner').notNull(),
    clientToken: text('client_token').notNull(),
    action: text('action').notNull(),
    /** Hash of what was asked for. */
    fingerprint: text('fingerprint').notNull(),
    answer: jsonb('answer').$type<{ readonly say: string; readonly data: unknown }>(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.clientToken] })],
);

/** What was done by whom. */
export const auditLog = pgTable('audit_log', {
  id: bigId(),
  at: at('at').notNull(),
  actorId: whole('actor_id'),
  action: text('action').notNull(),
  target: text('target').notNull(),
  details: jsonb('details').$type<Readonly<Record<string, unknown>>>().notNull(),
  ip: text('ip').notNull(),
  requestId: text('request_id').notNull(),
});

/** Messages to the world outside, written together with what they tell of. */
export const outbox = pgTable('outbox', {
  id: bigId(),
  topic: text('topic').notNull(),
  /** Emptied once delivered: it may hold a verification code. */
  payload: jsonb('payload').$type<Readonly<Record<string, unknown>>>(),
  createdAt: at('created_at').notNull(),
  runAt: at('run_at').notNull(),
  attempts: integer('attempts').notNull().default(0),
  deliveredAt: at('delivered_at'),
  failedAt: at('failed_at'),
  lastError: text('last_error'),
});

export const jobs = pgTable('job', {
  id: bigId(),
  kind: text('kind').notNull(),
  payload: jsonb('payload').$type<Readonly<Record<string, unknown>>>().notNull(),
  /** At most one unfinished job has it. */
  uniqueKey: text('unique_key'),
  runAt: at('run_at').notNull(),
  attempts: integer('attempts').notNull().default(0),
  doneAt: at('done_at'),
  failedAt: at('failed_at'),
  lastError: text('last_error'),
});

/** Secrets that sealed what is in the database, each as its fingerprint. */
export const secretFingerprints = pgTable('secret_fingerprint', { fingerprint: text('fingerprint').primaryKey() });
