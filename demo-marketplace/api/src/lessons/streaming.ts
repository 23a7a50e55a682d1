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

/** Videos that come with the product. */
const ASSETS = fileURLToPath(new URL('../../assets/', import.meta.url));

export interface StreamingOptions {
  /** Where uploads are. */
  readonly folder: string;
  /** Where they are instead. */
  readonly bucket: Pick<S3ObjectStore, 'linkTo'> | undefined;
  readonly links: MediaLinks;
  readonly db: Database;
  readonly clock: Clock;
}

interface MediaRequest {
  readonly Params: { readonly id: string; readonly name: string };
  readonly Querystring: { readonly to?: string; readonly until?: string; readonly sig?: string };
}

/** Whatever is in a file, it is played and nothing else, and only by whom it was meant for. */
const MEDIA_HEADERS = {
  'cache-control': 'private, max-age=7200',
  'content-security-policy': "default-src 'none'; sandbox",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** A file is kept, whatever is in it, and never opened as a page of this site. */
const attachment = (key: string): string => `attachment; filename*=UTF-8''${encodeURIComponent(fileName(key))}`;

/** Serves protected media by signed links: videos in ranges of bytes, captions whole, files to be kept. */
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
