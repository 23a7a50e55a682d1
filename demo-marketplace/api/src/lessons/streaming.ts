import fastifyStatic from '@fastify/static';
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { fileURLToPath } from 'node:url';
import type { Clock } from '@lectern/kit/clock';
import type { Database } from '../db/database.js';
import { captions, media } from '../db/schema/index.js';
import { fileName, type S3ObjectStore } from '../upload/index.js';
import { DEMO_PREFIX } from './demo-lessons.js';
import { MEDIA_PATH, type MediaLinks } from './links.js';

/** Folder of videos that ship with the product. */
const ASSETS = fileURLToPath(new URL('../../assets/', import.meta.url));

export interface StreamingOptions {
  /** Folder of uploaded files. */
  readonly folder: string;
  /** Bucket that holds the files instead of `folder`. */
  readonly bucket: Pick<S3ObjectStore, 'linkTo'> | undefined;
  readonly links: MediaLinks;
  readonly db: Database;
  readonly clock: Clock;
}

interface MediaRequest {
  readonly Params: { readonly id: string; readonly name: string };
  readonly Querystring: { readonly to?: string; readonly until?: string; readonly sig?: string };
}

/** Headers that keep the content of a file inert and out of shared caches. */
const MEDIA_HEADERS = {
  'cache-control': 'private, max-age=7200',
  'content-security-policy': "default-src 'none'; sandbox",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** Forces a download, so that a file never opens as a page of this site. */
const attachment = (key: string): string => `attachment; filename*=UTF-8''${encodeURIComponent(fileName(key))}`;

/** Serves protected media by signed links: videos with byte ranges, captions in full, other files as downloads. */
export async function mediaStreaming(
  app: FastifyInstance,
  { folder, bucket, links, db, clock }: StreamingOptions,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    cacheControl: false,
    setHeaders: (response) => {
      for (const [name, value] of Object.entries(MEDIA_HEADERS)) response.setHeader(name, value);
    },
  });

  app.route<MediaRequest>({
    method: ['GET', 'HEAD'],
    url: `${MEDIA_PATH}/:id/:name`,
    handler: async (request, reply) => {
      const { id, name } = request.params;
      const { to = '', until = '', sig = '' } = request.query;
      if (!links.isGood({ mediaId: id, name, to, until, sig }, clock.now())) {
        return reply.code(403).send({ error: 'LinkExpired' });
      }
      const mediaId = Number(id);
      if (name !== 'video' && name !== 'file') {
        const lang = name === 'en.vtt' ? 'en' : 'zh';
        const [found] = await db
          .select({ vtt: captions.vtt })
          .from(captions)
          .where(and(eq(captions.mediaId, mediaId), eq(captions.lang, lang)));
        if (found === undefined) return reply.code(404).send({ error: 'NoSuchKey' });
        return reply.headers(MEDIA_HEADERS).type('text/vtt; charset=utf-8').send(found.vtt);
      }
      const [found] = await db.select().from(media).where(eq(media.id, mediaId));
      if (found === undefined || found.storedAt === null) return reply.code(404).send({ error: 'NoSuchKey' });
      if (bucket !== undefined && !found.key.startsWith(DEMO_PREFIX)) {
        const link = await bucket.linkTo(found.key, name === 'file' ? attachment(found.key) : undefined);
        return reply.header('cache-control', 'private, no-store').redirect(link);
      }
      if (name === 'file') reply.header('content-disposition', attachment(found.key));
      return reply.sendFile(found.key, found.key.startsWith(DEMO_PREFIX) ? ASSETS : folder);
    },
  });
}
