import multipart from '@fastify/multipart';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { COURSE_VIDEO_MAX_BYTES } from '@lectern/marketplace-contract';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import type { Clock } from '@lectern/kit/clock';
import { clientLeft, isCutOff } from '../http/client-left.js';
import type { UploadIntake } from './upload-intake.js';
import { UPLOAD_PATH, type FormSigner } from './form.js';
import { KEY_PATTERN } from './keys.js';
import { refusalByDisk, Refused } from './refused.js';
import type { S3ObjectStore } from './s3-object-store.js';
import type { SingleUpload } from './single-uploads.js';
import { FILES_PATH, PUBLIC_TYPES } from './storage.js';

export interface DiskOptions {
  readonly folder: string;
  /** Bucket that holds the public files instead of the disk. */
  readonly bucket: Pick<S3ObjectStore, 'linkTo'> | undefined;
  readonly uploadIntake: Pick<UploadIntake, 'single' | 'take'>;
  readonly forms: Pick<FormSigner, 'read'>;
  readonly clock: Clock;
}

/** Above the limit of every form; each has a lower one of its own. */
const MAX_BYTES = COURSE_VIDEO_MAX_BYTES;
const MAX_FIELDS = 20;
/** More than the fields of a form and their delimiters take. */
const MAX_FORM_BYTES = 64 * 1024;
const YEAR_SECONDS = 31_536_000;

/** Headers that keep the content of a file inert. */
const FILE_HEADERS = {
  'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
} as const;

/** Shorter than the lifetime of the links that it redirects to. */
const BUCKET_CACHE = 'public, max-age=1800';

/** Accepts signed uploads (`POST /upload`) into a folder, and serves the public files below `/files`. */
export async function diskStorage(
  app: FastifyInstance,
  { folder, bucket, uploadIntake, forms, clock }: DiskOptions,
): Promise<void> {
  await app.register(multipart, { limits: { fileSize: MAX_BYTES, files: 1, fields: MAX_FIELDS, fieldSize: 8_192 } });
  // Other types are private.
  for (const type of PUBLIC_TYPES) {
    if (bucket !== undefined) {
      app.get<{ Params: { '*': string } }>(`${FILES_PATH}/${type}/*`, async ({ params }, reply) => {
        const key = `${type}/${params['*']}`;
        if (!KEY_PATTERN.test(key)) return reply.callNotFound();
        return reply.header('cache-control', BUCKET_CACHE).redirect(await bucket.linkTo(key));
      });
      continue;
    }
    await mkdir(join(folder, type), { recursive: true });
    await app.register(fastifyStatic, {
      root: join(folder, type),
      prefix: `${FILES_PATH}/${type}/`,
      index: false,
      list: false,
      dotfiles: 'ignore',
      decorateReply: false,
      cacheControl: false,
      setHeaders: (response) => {
        for (const [name, value] of Object.entries(FILE_HEADERS)) response.setHeader(name, value);
      },
    });
  }

  app.post(UPLOAD_PATH, { bodyLimit: MAX_BYTES, config: { longBody: true } }, async (request, reply) => {
    const signal = clientLeft(reply.raw);
    try {
      await receive(request, { uploadIntake, forms, clock }, signal);
      return reply.code(204).send();
    } catch (error) {
      if (signal.aborted || isCutOff(request.raw)) {
        request.log.info('an upload ended when its client left');
        return reply.hijack();
      }
      return refuse(reply, error);
    }
  });
}

type Receiver = Pick<DiskOptions, 'uploadIntake' | 'forms' | 'clock'>;

/** Receives the file of one form. @throws {Refused} */
async function receive(
  request: FastifyRequest,
  { uploadIntake, forms, clock }: Receiver,
  signal: AbortSignal,
): Promise<void> {
  const fields: Record<string, string> = {};
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value);
      continue;
    }
    const { file } = part;
    try {
      // The form fields come before the file, so nothing is written without a valid form.
      const terms = forms.read(fields, clock.now());
      if (terms === undefined || !KEY_PATTERN.test(terms.key)) throw new Refused(403, 'AccessDenied');
      if (length > terms.maxBytes + MAX_FORM_BYTES) throw new Refused(400, 'EntityTooLarge');
      const upload = await uploadIntake.single.open(terms.key, Number.isNaN(length) ? undefined : length);
      try {
        const size = await write(file, upload);
        const { path, ownerId } = upload;
        return await uploadIntake.take({ path, ownerId, size, upload, key: terms.key, mime: terms.mime }, signal);
      } finally {
        await upload.close();
      }
    } finally {
      // The multipart parser waits until unread files are drained.
      file.resume();
    }
  }
  throw new Refused(400, 'InvalidArgument');
}

/** Writes a file as it arrives. @returns its size in bytes. @throws {Refused} */
async function write(file: Readable, upload: SingleUpload): Promise<number> {
  let size = 0;
  await pipeline(
    file,
    async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        size += chunk.length;
        await upload.receive(size);
        yield chunk;
      }
    },
    createWriteStream(upload.path),
  );
  if (size === 0) throw new Refused(400, 'EntityTooSmall');
  return size;
}

function refuse(reply: FastifyReply, error: unknown): FastifyReply {
  const refused = error instanceof Refused ? error : refusalByDisk(error);
  if (refused?.status === 507) reply.log.error('the disk has no room for an upload');
  if (refused !== undefined) return reply.code(refused.status).send({ error: refused.word });
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 500) throw error;
  return reply.code(status).send({ error: 'InvalidRequest' });
}
