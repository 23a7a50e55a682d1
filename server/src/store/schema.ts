import {
  bigint,
  bigserial,
  boolean,
  customType,
  integer,
  json,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import type { ConferenceConfig } from '../conference/model.js';

/** Users of an application. */
export const users = pgTable(
  'users',
  {
    appKey: text('app_key').notNull(),
    name: text('name').notNull(),
    passwordHash: text('password_hash').notNull(),
    nickName: text('nick_name'),
    /** Milliseconds since the epoch, like all times here. */
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.appKey, table.name] })],
);

/** Conferences with the data to restore them. */
export const conferences = pgTable('conferences', {
  id: text('id').primaryKey(),
  appKey: text('app_key').notNull(),
  /** Null for a conference without a room name. */
  roomName: text('room_name'),
  type: integer('type').notNull(),
  passwordHash: text('password_hash').notNull(),
  /** `memName`. */
  creator: text('creator').notNull(),
  /** Options of its creation. */
  config: json('config').$type<ConferenceConfig>().notNull(),
  createdAt: bigint('created_at', { mode: 'number' }).notNull(),
  closedAt: bigint('closed_at', { mode: 'number' }),
});

/** Facts of a conference that survive a restart of the server, one per row. */
export const conferenceFacts = pgTable(
  'conference_facts',
  {
    conferenceId: text('conference_id')
      .notNull()
      .references(() => conferences.id, { onDelete: 'cascade' }),
    /** Field of the conference's state, and the key in it: `members:MEM1F`. */
    key: text('key').notNull(),
    /** JSON as text: a binary JSON column would not keep every character that a member may send. */
    value: text('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.conferenceId, table.key] })],
);

/** Conferences with recordings; kept for as long as there are some. */
export const recordedConferences = pgTable('recorded_conferences', {
  id: text('id').primaryKey(),
  appKey: text('app_key').notNull(),
  creator: text('creator').notNull(),
  /** A JSON list of `memName`. */
  admins: text('admins').notNull(),
  isMerged: boolean('is_merged').notNull(),
  endedAt: bigint('ended_at', { mode: 'number' }),
});

/** Recordings, finished or not. */
export const recordings = pgTable('recordings', {
  id: text('id').primaryKey(),
  conferenceId: text('conference_id').notNull(),
  kind: text('kind').notNull(),
  state: text('state').notNull(),
  streamId: text('stream_id'),
  streamType: integer('stream_type'),
  memName: text('mem_name'),
  hasAudio: boolean('has_audio').notNull(),
  hasVideo: boolean('has_video').notNull(),
  videoCodec: text('video_codec'),
  width: integer('width'),
  height: integer('height'),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  durationMs: bigint('duration_ms', { mode: 'number' }).notNull(),
  startedAt: bigint('started_at', { mode: 'number' }).notNull(),
  endedAt: bigint('ended_at', { mode: 'number' }),
  endReason: text('end_reason'),
  message: text('message'),
  mergeAttempts: integer('merge_attempts').notNull(),
});

/** Events that were not delivered to the operator's program yet. */
export const webhookOutbox = pgTable('webhook_outbox', {
  position: bigserial('position', { mode: 'number' }).primaryKey(),
  id: text('id').notNull(),
  conferenceId: text('conference_id').notNull(),
  body: text('body').notNull(),
  createdAt: bigint('created_at', { mode: 'number' }).notNull(),
});

/** Conference events, to be read from a cursor on. */
export const events = pgTable('events', {
  position: bigserial('position', { mode: 'number' }).primaryKey(),
  id: text('id').notNull(),
  appKey: text('app_key').notNull(),
  conferenceId: text('conference_id').notNull(),
  body: text('body').notNull(),
  createdAt: bigint('created_at', { mode: 'number' }).notNull(),
});

/** Cursors of the in-process consumers of events. */
export const eventCursors = pgTable('event_cursors', {
  consumer: text('consumer').primaryKey(),
  position: bigint('position', { mode: 'number' }).notNull(),
});

/** Responses of the operator API to creating calls, for repetitions. */
export const operatorReplays = pgTable(
  'operator_replays',
  {
    keyId: text('key_id').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    /** Digest of the request. */
    request: text('request').notNull(),
    /** Encrypted, since tokens and grants are among them; null while the call is in progress. */
    answer: text('answer'),
    startedAt: bigint('started_at', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.idempotencyKey] })],
);

/** Users whose access tokens were revoked, including users that only a composition root knows. */
export const tokenRevocations = pgTable(
  'token_revocations',
  {
    appKey: text('app_key').notNull(),
    name: text('name').notNull(),
    revokedAt: bigint('revoked_at', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.appKey, table.name] })],
);

/** Profiles of users. */
export const userInfo = pgTable(
  'user_info',
  {
    appKey: text('app_key').notNull(),
    name: text('name').notNull(),
    key: text('key').notNull(),
    value: text('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.appKey, table.name, table.key] })],
);

/** Subscriptions to the presence of users. */
export const presenceWatches = pgTable(
  'presence_watches',
  {
    appKey: text('app_key').notNull(),
    watcher: text('watcher').notNull(),
    watched: text('watched').notNull(),
    until: bigint('until', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.appKey, table.watcher, table.watched] })],
);

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Instant messages to users and groups, and group events. A message to a group is one row. */
export const imMessages = pgTable('im_messages', {
  id: bigint('id', { mode: 'bigint' }).primaryKey(),
  appKey: text('app_key').notNull(),
  sender: text('sender').notNull(),
  resource: text('resource').notNull(),
  recipient: text('recipient').notNull(),
  clientId: text('client_id').notNull(),
  ns: smallint('ns').notNull(),
  kind: smallint('kind').notNull(),
  contentType: smallint('content_type'),
  body: bytea('body').notNull(),
  sentAt: bigint('sent_at', { mode: 'number' }).notNull(),
});

/**
 * Queues of users by peer: the newest message, and the newest that any of their devices acknowledged. For groups there
 * is a row only once a member did something there.
 */
export const imQueues = pgTable(
  'im_queues',
  {
    appKey: text('app_key').notNull(),
    owner: text('owner').notNull(),
    peer: text('peer').notNull(),
    lastId: bigint('last_id', { mode: 'bigint' }).notNull(),
    ackedId: bigint('acked_id', { mode: 'bigint' }).notNull().default(0n),
    /** The conversation's newest message, of either side. */
    newestId: bigint('newest_id', { mode: 'bigint' }).notNull().default(0n),
    /** The owner has read the conversation up to this id. */
    readId: bigint('read_id', { mode: 'bigint' }).notNull().default(0n),
    /** Messages up to this id are hidden. */
    hiddenId: bigint('hidden_id', { mode: 'bigint' }).notNull().default(0n),
    clearedId: bigint('cleared_id', { mode: 'bigint' }).notNull().default(0n),
  },
  (table) => [primaryKey({ columns: [table.appKey, table.owner, table.peer] })],
);

/** Acknowledged message of each device, by peer. */
export const imCursors = pgTable(
  'im_cursors',
  {
    appKey: text('app_key').notNull(),
    owner: text('owner').notNull(),
    resource: text('resource').notNull(),
    peer: text('peer').notNull(),
    ackedId: bigint('acked_id', { mode: 'bigint' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.appKey, table.owner, table.resource, table.peer] })],
);

/** Groups of an application. */
export const imGroups = pgTable(
  'im_groups',
  {
    appKey: text('app_key').notNull(),
    id: text('id').notNull(),
    owner: text('owner').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    avatar: text('avatar').notNull(),
    /** Custom data of the application. */
    custom: text('custom').notNull(),
    isPublic: boolean('is_public').notNull(),
    needsApproval: boolean('needs_approval').notNull(),
    membersInvite: boolean('members_invite').notNull(),
    inviteNeedsConfirm: boolean('invite_needs_confirm').notNull(),
    maxMembers: integer('max_members').notNull(),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.appKey, table.id] })],
);

/** Periods of membership in groups: a member receives items with an id between the two. */
export const imGroupMembers = pgTable(
  'im_group_members',
  {
    appKey: text('app_key').notNull(),
    groupId: text('group_id').notNull(),
    name: text('name').notNull(),
    joinedId: bigint('joined_id', { mode: 'bigint' }).notNull(),
    joinedAt: bigint('joined_at', { mode: 'number' }).notNull(),
    /** Null for present members. */
    leftId: bigint('left_id', { mode: 'bigint' }),
  },
  (table) => [primaryKey({ columns: [table.appKey, table.groupId, table.name, table.joinedId] })],
);

/** Pending memberships: invitations, and applications to the owner. */
export const imGroupRequests = pgTable(
  'im_group_requests',
  {
    appKey: text('app_key').notNull(),
    groupId: text('group_id').notNull(),
    name: text('name').notNull(),
    kind: text('kind').notNull(),
    /** User that made the request. */
    by: text('by_name').notNull(),
  },
  (table) => [primaryKey({ columns: [table.appKey, table.groupId, table.name, table.kind] })],
);

/** Conferences with quality records; kept for as long as there are some. */
export const qualityConferences = pgTable('quality_conferences', {
  id: text('id').primaryKey(),
  appKey: text('app_key').notNull(),
  creator: text('creator').notNull(),
  /** A JSON list of `memName`. */
  admins: text('admins').notNull(),
  lastAt: bigint('last_at', { mode: 'number' }).notNull(),
});

/** Quality records of clients. */
export const qualityRecords = pgTable('quality_records', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  conferenceId: text('conference_id').notNull(),
  memName: text('mem_name').notNull(),
  memId: text('mem_id'),
  uploadId: text('upload_id').notNull(),
  counterId: integer('counter_id').notNull(),
  type: smallint('type').notNull(),
  event: smallint('event'),
  streamId: text('stream_id'),
  /** By the client's clock. */
  time: bigint('time', { mode: 'number' }).notNull(),
  receivedAt: bigint('received_at', { mode: 'number' }).notNull(),
  body: text('body').notNull(),
});

/** Keys with which backends call the operator API and sign grants. */
export const apiKeys = pgTable('api_keys', {
  id: text('id').primaryKey(),
  appKey: text('app_key').notNull(),
  name: text('name').notNull(),
  /** Encrypted under the secret of the server: a copy of the database alone cannot sign grants. */
  sealedSecret: text('sealed_secret').notNull(),
  createdAt: bigint('created_at', { mode: 'number' }).notNull(),
  revokedAt: bigint('revoked_at', { mode: 'number' }),
});

/** Grants that were revoked before their expiry: one, all of a member, or all of a key. */
export const grantRevocations = pgTable('grant_revocations', {
  position: bigserial('position', { mode: 'number' }).primaryKey(),
  appKey: text('app_key').notNull(),
  kind: text('kind').notNull(),
  value: text('value').notNull(),
  room: text('room'),
  at: bigint('at', { mode: 'number' }).notNull(),
});

/** Fingerprints of secrets that signed tokens which are still valid. */
export const secretFingerprints = pgTable('secret_fingerprints', { fingerprint: text('fingerprint').primaryKey() });
