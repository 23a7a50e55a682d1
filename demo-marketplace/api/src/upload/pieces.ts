import { PIECE_MAX_BYTES } from '@lectern/marketplace-contract';
import { FileStore, type Configstore } from '@tus/file-store';
import { ERRORS, Server, Upload } from '@tus/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '@lectern/kit/clock';
import { isDatabaseAway } from '@lectern/kit/postgres';
import { ClientLeft, clientLeft } from '../http/client-left.js';
import type { UploadIntake, MediaRow } from './upload-intake.js';
import type { FormSigner } from './form.js';
import { KEY_PATTERN } from './keys.js';
import { refusalByDisk, Refused } from './refused.js';

/** Path of resumable uploads; each has an unguessable address below it. */
export const PIECES_PATH = '/upload/pieces';
/** Number of bytes that suffices to detect the type of a file. */
export const HEAD_BYTES = 4_100;

export interface PiecesOptions {
  readonly uploadIntake: UploadIntake;
  readonly forms: Pick<FormSigner, 'read'>;
  readonly clock: Clock;
}

const uploadOf = (row: MediaRow, offset: number): Upload =>
  new Upload({ id: row.uploadId ?? '', size: row.uploadSize ?? 0, offset });

/** Store of resumable uploads for the tus server: metadata in the database, chunks on disk. */
class PieceStore extends FileStore {
  /** @param clientLeaving returns the signal that the client of the current request has left */
  constructor(
    private readonly uploadIntake: UploadIntake,
    private readonly clientLeaving: () => AbortSignal | undefined,
  ) {
    const rows: Configstore = {
      get: async (id) => {
        const row = await uploadIntake.byUpload(id);
        return row && uploadOf(row, 0);
      },
      // Metadata is reserved in the database before the file exists, and removed with it.
      set: async () => undefined,
      delete: async () => undefined,
    };
    super({ directory: uploadIntake.pieces, configstore: rows });
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#row(id);
    // A client that lost the last response asks again: the upload is complete.
    return row.storedAt === null ? super.getUpload(id) : uploadOf(row, row.uploadSize ?? 0);
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    try {
      const end = offset + (await this.#append(source, id, offset));
      if (offset < HEAD_BYTES && end >= HEAD_BYTES) await this.#check(id);
      return end;
    } finally {
      await this.uploadIntake.touch(id);
    }
  }

  override async remove(id: string): Promise<void> {
    const row = await this.#row(id);
    if (row.storedAt !== null) throw ERRORS.INVALID_TERMINATION;
    await this.uploadIntake.drop(row);
  }

  /** Writes a chunk; FileStore's own method hides a full disk. @returns its bytes. @throws {Refused} */
  async #append(source: Readable, id: string, start: number): Promise<number> {
    const file = createWriteStream(this.uploadIntake.pathOf(id), { flags: 'r+', start });
    try {
      await pipeline(source, file);
    } catch (error) {
      throw refusalByDisk(error) ?? ERRORS.FILE_WRITE_ERROR;
    }
    return file.bytesWritten;
  }

  async #check(id: string): Promise<void> {
    const row = await this.#row(id);
    try {
      await this.uploadIntake.checkHead(row, this.clientLeaving());
    } catch (error) {
      // The whole file is checked in any case: a client that left, or came at a busy moment, may go on.
      if (error instanceof Refused && error.status < 500) await this.uploadIntake.drop(row);
      throw error;
    }
  }

  async #row(id: string): Promise<MediaRow> {
    const row = await this.uploadIntake.byUpload(id);
    if (row === undefined) throw ERRORS.FILE_NOT_FOUND;
    return row;
  }
}

/**
 * Fastify plugin for resumable uploads with the tus protocol. A client with a signed form creates an upload with the
 * form's fields as metadata, and can resume it for days after any interruption.
 */
export async function piecewiseUploads(
  app: FastifyInstance,
  { uploadIntake, forms, clock }: PiecesOptions,
): Promise<void> {
  const leaving = new AsyncLocalStorage<AbortSignal>();
  const store = new PieceStore(uploadIntake, () => leaving.getStore());
  const tus = new Server({
    path: PIECES_PATH,
    datastore: store,
    relativeLocation: true,
    disableTerminationForFinishedUploads: true,
    namingFunction: () => randomUUID(),
    onUploadCreate: async (_request, { id, size = 0, metadata = {} }) => {
      const fields = Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, value ?? '']));
      const terms = forms.read(fields, clock.now());
      if (terms === undefined || !KEY_PATTERN.test(terms.key)) throw new Refused(403, 'AccessDenied');
      if (size === 0) throw new Refused(400, 'EntityTooSmall');
      await uploadIntake.begin({ key: terms.key, uploadId: id, name: fields.filename ?? '', size });
      return {};
    },
    onUploadFinish: async (_request, { id }) => {
      const row = await uploadIntake.byUpload(id);
      if (row?.storedAt === null) await uploadIntake.finish(row, leaving.getStore());
      return {};
    },
    onResponseError: (_request, error) => {
      const refused = error instanceof Refused ? error : refusalByDisk(error);
      if (refused?.status === 507) app.log.error('the disk has no room for an upload');
      if (refused !== undefined) return { status_code: refused.status, body: refused.word };
      // All bytes have arrived: `Upload/complete` inspects the file.
      if (error instanceof ClientLeft) return { status_code: 499, body: 'ClientLeft' };
      if (isDatabaseAway(error)) {
        app.log.warn({ err: error }, 'an upload waits for the database');
        return { status_code: 503, body: 'ServiceUnavailable' };
      }
      if (!(error instanceof Error)) return undefined;
      app.log.error({ err: error }, 'an upload broke');
      return { status_code: 500, body: 'InternalError' };
    },
  });

  await app.register(async (scope) => {
    // The tus server reads the body itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request: FastifyRequest, _payload: unknown, done: (error: null) => void) =>
      done(null),
    );
    for (const url of [PIECES_PATH, `${PIECES_PATH}/:id`]) {
      scope.route({
        method: ['POST', 'HEAD', 'PATCH', 'DELETE'],
        url,
        bodyLimit: PIECE_MAX_BYTES,
        config: { longBody: true },
        handler: async (request, reply) => {
          reply.hijack();
          await leaving.run(clientLeft(reply.raw), () => tus.handle(request.raw, reply.raw));
        },
      });
    }
  });
}
