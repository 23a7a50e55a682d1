import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { at, bigId, whole } from './columns.js';

export const media = pgTable('media', {
  id: bigId(),
  ownerId: whole('owner_id').notNull(),
  key: text('key').notNull(),
  type: text('type').notNull(),
  mime: text('mime').notNull(),
  maxBytes: whole('max_bytes').notNull(),
  /** Null until the file is there. */
  size: whole('size'),
  /** Of a film; null otherwise. */
  seconds: integer('seconds'),
  createdAt: at('created_at').notNull(),
  storedAt: at('stored_at'),
  /** Of an upload in pieces: its address, what the file is called, and when the last bytes came. */
  uploadId: text('upload_id'),
  uploadName: text('upload_name'),
  /** Bytes that were announced. */
  uploadSize: whole('upload_size'),
  uploadAt: at('upload_at'),
  /** The connection that sends an upload in one request now, which is also the name of its draft. */
  receivingId: text('receiving_id'),
});
