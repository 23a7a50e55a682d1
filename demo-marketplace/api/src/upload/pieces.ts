import { PIECE_MAX_BYTES } from '@lectern/marketplace-contract';
import { FileStore, type Configstore } from '@tus/file-store';
import { ERRORS, Server, Upload } from '@tus/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Clock } from '@lectern/kit/clock';
import { ClientLeft, clientLeft } from '../http/client-left.js';
import type { UploadIntake, MediaRow } from './upload-intake.js';
import type { FormSigner } from './form.js';
import { KEY_PATTERN } from './keys.js';
import { Refused } from './refused.js';

/** Where uploads in pieces begin; each then has an address below it that nobody guesses. */
export const PIECES_PATH = '/upload/pieces';
/** From so many bytes on it can be told what a file is. */
export const HEAD_BYTES = 4_100;

export interface PiecesOptions {
  readonly uploadIntake: UploadIntake;
  readonly forms: Pick<FormSigner, 'read'>;
  readonly clock: Clock;
}

const uploadOf = (row: MediaRow, offset: number): Upload =>
  new Upload({ id: row.uploadId ?? '', size: row.uploadSize ?? 0, offset });

/** Files that come in pieces; what is known of them is in the database, what came of them on the disk. */
class PieceStore extends FileStore {
  constructor(private readonly uploadIntake: UploadIntake) {
    const rows: Configstore = {
      get: async (id) => {
        const row = await uploadIntake.byUpload(id);
        return row && uploadOf(row, 0);
      },
      // It is reserved before there is a file, and forgotten with it.
      set: async () => undefined,
      delete: async () => undefined,
    };
    super({ directory: uploadIntake.pieces, configstore: rows });
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#row(id);
    // Whose last answer was lost asks again: it is all there.
    return row.storedAt === null ? super.getUpload(id) : uploadOf(row, row.uploadSize ?? 0);
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    try {
      const end = await super.write(source, id, offset);
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

  async #check(id: string): Promise<void> {
    const row = await this.#row(id);
    try {
      await this.uploadIntake.checkHead(row);
    } catch (error) {
      await this.uploadIntake.drop(row);
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
 * Fastify plugin: takes uploads in pieces by the tus protocol. Who has a signed form begins one with the form's fields as
 * its metadata; it can be gone on with for days, after whatever interrupted it.
 */
export async function piecewiseUploads(
  app: FastifyInstance,
  { uploadIntake, forms, clock }: PiecesOptions,
): Promise<void> {
  const store = new PieceStore(uploadIntake);
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
    onUploadFinish: async (request, { id }) => {
      const row = await uploadIntake.byUpload(id);
      const response = request.runtime?.node?.res;
      if (row?.storedAt === null) await uploadIntake.finish(row, response && clientLeft(response));
      return {};
    },
    onResponseError: (_request, error) => {
      if (error instanceof Refused) return { status_code: error.status, body: error.word };
      // All of it is there: it is looked at when that is asked for.
      if (error instanceof ClientLeft) return { status_code: 499, body: 'ClientLeft' };
      if (!(error instanceof Error)) return undefined;
      app.log.error({ err: error }, 'an upload broke');
      return { status_code: 500, body: 'InternalError' };
    },
  });

  await app.register(async (scope) => {
    // The pieces are read by who writes them down.
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
          await tus.handle(request.raw, reply.raw);
        },
      });
    }
  });
}
