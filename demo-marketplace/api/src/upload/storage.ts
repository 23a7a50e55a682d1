import { UPLOAD_RULES, UploadType, type SignedUpload } from '@lectern/marketplace-contract';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '../db/database.js';
import { media } from '../db/schema/index.js';
import type { FormSigner } from './form.js';
import { keyFor } from './keys.js';
import { PIECES_PATH } from './pieces.js';
import { requireQuota } from './quota.js';

export interface UploadRequest {
  readonly ownerId: number;
  readonly type: UploadType;
  readonly filename: string;
  readonly mime: string;
  /** Bytes. */
  readonly size: number;
  readonly now: number;
  /** Origin at which the caller reached the site. */
  readonly origin: string;
}

/** Path below which public files are served. */
export const FILES_PATH = '/files';
/** Upload types that are public; all others are private. */
export const PUBLIC_TYPES: readonly UploadType[] = [UploadType.Image, UploadType.Clip];
/** Lifetime of a form. */
export const FORM_LIFE_MS = 600_000;
/** Attempts at a unique key: two members may upload the same name in the same millisecond. */
const MAX_TRIES = 20;

/** Signs uploads and looks up stored files. */
export class Storage {
  constructor(private readonly signer: FormSigner) {}

  /** Reserves a key and signs its form. @throws {ApiFailure} when the member's quota is exceeded */
  async sign(db: Database, { ownerId, type, filename, mime, size, now, origin }: UploadRequest): Promise<SignedUpload> {
    const { maxBytes } = UPLOAD_RULES[type];
    await requireQuota(db, { ownerId, size }, now - FORM_LIFE_MS - this.signer.unseenMs);
    for (let shift = 0; shift < MAX_TRIES; shift += 1) {
      const key = keyFor({ type, filename, mime, at: now + shift });
      const reserved = await db
        .insert(media)
        .values({ ownerId, key, type, mime, maxBytes, uploadSize: size, createdAt: now })
        .onConflictDoNothing()
        .returning({ id: media.id });
      if (reserved.length === 0) continue;
      const expiresAt = now + FORM_LIFE_MS;
      const form = this.signer.sign({ key, mime, maxBytes, size, expiresAt, origin });
      return {
        ...form,
        key,
        expire: Math.floor(expiresAt / 1000),
        content_type: mime,
        max_size: maxBytes,
        url: this.urlOf(PUBLIC_TYPES.includes(type) ? key : ''),
        pieces: `${origin}${PIECES_PATH}`,
      };
    }
    throw new Error('no free key was found for an upload');
  }

  /** Resolves with true when the member has uploaded the file as this type, and it is stored. */
  async has(db: Database, key: string, ownerId: number, type: UploadType): Promise<boolean> {
    const rows = await db
      .select({ id: media.id })
      .from(media)
      .where(and(eq(media.key, key), eq(media.ownerId, ownerId), eq(media.type, type), isNotNull(media.storedAt)));
    return rows.length === 1;
  }

  /** Address of a public file; empty for none. */
  urlOf(key: string): string {
    return key === '' ? '' : `${this.signer.publicBase}/${key.split('/').map(encodeURIComponent).join('/')}`;
  }
}
