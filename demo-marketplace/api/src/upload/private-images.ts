import type { FastifyInstance } from 'fastify';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Clock } from '@lectern/kit/clock';
import type { Database } from '../db/database.js';
import { media } from '../db/schema/index.js';
import type { Vault } from '../security/index.js';
import type { S3ObjectStore } from './s3-object-store.js';

const PATH = '/private-image';
/** Long enough to view a list, too short to be worth passing on. */
const LINK_LIFE_MS = 15 * 60_000;
const PURPOSE = 'private-image';

/**
 * Images of complaints and applications, visible only to their sender and the back office. Each view creates new
 * expiring links.
 */
export class PrivateImages {
  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  /** Expiring address of an image; empty for none. */
  urlOf(key: string): string {
    if (key === '') return '';
    const until = String(this.clock.now() + LINK_LIFE_MS);
    const signature = this.vault.signLink(PURPOSE, key, until);
    return `${PATH}?${new URLSearchParams({ key, until, signature }).toString()}`;
  }

  /** True for a link that was signed here and has not expired. */
  isGood({ key, until, signature }: Readonly<Record<'key' | 'until' | 'signature', string>>): boolean {
    return this.vault.isLinkSignature(signature, PURPOSE, key, until) && Number(until) > this.clock.now();
  }
}

const textOf = (query: unknown, name: string): string => {
  const value = typeof query === 'object' && query !== null ? (query as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : '';
};

export interface PrivateImageOptions {
  readonly images: PrivateImages;
  readonly db: Database;
  readonly folder: string;
  /** Bucket that holds the files instead of the disk. */
  readonly bucket: Pick<S3ObjectStore, 'linkTo'> | undefined;
}

/** Serves private images by their signed links. */
export function privateImageRoute(app: FastifyInstance, { images, db, folder, bucket }: PrivateImageOptions): void {
  app.get(PATH, async (request, reply) => {
    const [key, until, signature] = ['key', 'until', 'signature'].map((name) => textOf(request.query, name)) as [
      string,
      string,
      string,
    ];
    if (!images.isGood({ key, until, signature })) return reply.code(403).send();
    const [file] = await db.select({ mime: media.mime }).from(media).where(eq(media.key, key));
    if (file !== undefined && bucket !== undefined) {
      return reply.header('cache-control', 'private, no-store').redirect(await bucket.linkTo(key));
    }
    const path = join(folder, key);
    const found = await stat(path).catch(() => undefined);
    if (file === undefined || found === undefined) return reply.code(404).send();
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .header('content-length', found.size)
      .type(file.mime)
      .send(createReadStream(path));
  });
}
