import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at, bigId, whole } from './columns.js';

/** Counters of rate limits, per fixed window. */
export const throttles = pgTable('throttle', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  resetAt: at('reset_at').notNull(),
});

/** First responses to calls with a `client_token`, for their repetitions. */
export const replays = pgTable(
  'replay',
  {
    /** Owner of the token: a member's id, or empty for visitors. */
    owner: text('owner').notNull(),
    clientToken: text('client_token').notNull(),
    action: text('action').notNull(),
    /** Hash of the request. */
    fingerprint: text('fingerprint').notNull(),
    answer: jsonb('answer').$type<{ readonly say: string; readonly data: unknown }>(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.clientToken] })],
);

/** Audit log. */
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

/** Outgoing messages, written in the transaction that causes them. */
export const outbox = pgTable('outbox', {
  id: bigId(),
  topic: text('topic').notNull(),
  /** Cleared after delivery, since it may contain a verification code. */
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
  /** Unique among unfinished jobs. */
  uniqueKey: text('unique_key'),
  runAt: at('run_at').notNull(),
  attempts: integer('attempts').notNull().default(0),
  doneAt: at('done_at'),
  failedAt: at('failed_at'),
  lastError: text('last_error'),
});

/** Fingerprints of the secrets that encrypted values of the database. */
export const secretFingerprints = pgTable('secret_fingerprint', { fingerprint: text('fingerprint').primaryKey() });
