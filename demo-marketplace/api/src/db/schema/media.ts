import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { at, bigId, whole } from './columns.js';

export const media = pgTable('media', {
  id: bigId(),
  ownerId: whole('owner_id').notNull(),
  key: text('key').notNull(),
  type: text('type').notNull(),
  mime: text('mime').notNull(),
  maxBytes: whole('max_bytes').notNull(),
  /** Null until the upload is complete. */
  size: whole('size'),
  /** Length of a video in seconds; null otherwise. */
  seconds: integer('seconds'),
  createdAt: at('created_at').notNull(),
  storedAt: at('stored_at'),
  /** Only of a resumable upload: its id, the name of the file, and the time of the last chunk. */
  uploadId: text('upload_id'),
  uploadName: text('upload_name'),
  /** Announced size in bytes. */
  uploadSize: whole('upload_size'),
  uploadAt: at('upload_at'),
  /** Connection that currently sends a single-request upload; also the name of its draft file. */
  receivingId: text('receiving_id'),
});
