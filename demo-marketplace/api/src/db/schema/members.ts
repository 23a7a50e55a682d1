import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Particulars } from '../../messages/kinds.js';
import { at, bigId, whole } from './columns.js';

export const members = pgTable('member', {
  id: bigId(),
  /** 1 person, 2 enterprise. */
  identity: integer('identity').notNull().default(1),
  currentType: integer('current_type').notNull().default(1),
  name: text('name').notNull(),
  /** Legal name for certificates; empty until it was given. */
  certificateName: text('certificate_name').notNull().default(''),
  passwordHash: text('password_hash').notNull(),
  /** Key of an uploaded image; empty for none. */
  headimgKey: text('headimg_key').notNull().default(''),
  gender: integer('gender').notNull().default(0),
  birthday: text('birthday').notNull().default(''),
  intro: text('intro').notNull().default(''),
  area: text('area').notNull().default(''),
  interests: jsonb('interests').$type<readonly string[]>().notNull().default([]),
  locale: text('locale').notNull(),
  timezone: text('timezone').notNull().default('Asia/Taipei'),
  /** Id of the company that employs the member. */
  pid: whole('pid').notNull().default(0),
  providerCheckStatus: integer('provider_check_status').notNull().default(0),
  isProvider: boolean('is_provider').notNull().default(false),
  isHomework: boolean('is_homework').notNull().default(false),
  isStaff: boolean('is_staff').notNull().default(false),
  isBanned: boolean('is_banned').notNull().default(false),
  settings: jsonb('settings').$type<Readonly<Record<string, unknown>>>().notNull().default({}),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
});
export type MemberRow = typeof members.$inferSelect;

/** Login accounts of a member; at most one per channel. */
export const memberAccounts = pgTable(
  'member_account',
  {
    memberId: whole('member_id').notNull(),
    channel: text('channel').notNull(),
    /** Normalised: lower-case address, or number with country code. */
    account: text('account').notNull(),
    verifiedAt: at('verified_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.channel] })],
);

/** The member's account at the conference server. */
export const chatAccounts = pgTable('chat_account', {
  memberId: whole('member_id').primaryKey(),
  username: text('username').notNull(),
  passwordSealed: text('password_sealed').notNull(),
  /** Time at which the conference server created it; null until then. */
  registeredAt: at('registered_at'),
});

export const sessions = pgTable('session', {
  id: bigId(),
  memberId: whole('member_id').notNull(),
  tokenHash: text('token_hash').notNull(),
  /** Hash of the token before the last refresh, and the time until which it is accepted. */
  formerHash: text('former_hash'),
  formerUntil: at('former_until'),
  userAgent: text('user_agent').notNull(),
  ip: text('ip').notNull(),
  createdAt: at('created_at').notNull(),
  lastAt: at('last_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  endedAt: at('ended_at'),
  /** `replaced` by a newer session, `password` after a password change, or an intended end such as a logout. */
  endReason: text('end_reason'),
});

export const verificationCodes = pgTable(
  'verification_code',
  {
    channel: text('channel').notNull(),
    account: text('account').notNull(),
    scene: text('scene').notNull(),
    /** The requester of the code: a member, a browser by its challenge, or a network. */
    requester: text('requester').notNull(),
    /** Null once the code is used; a hash that no input matches when nothing was sent. */
    codeHash: text('code_hash'),
    triesLeft: integer('tries_left').notNull(),
    sentAt: at('sent_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.channel, table.account, table.scene, table.requester] })],
);

export const notifications = pgTable('notification', {
  id: bigId(),
  memberId: whole('member_id').notNull(),
  type: text('type').notNull(),
  /** Kind of event, and the parameters of its text. */
  kind: text('kind').notNull().default(''),
  params: jsonb('params').$type<Partial<Particulars>>().notNull().default({}),
  readAt: at('read_at'),
  createdAt: at('created_at').notNull(),
});
