import * as z from 'zod/mini';
import { Access, type AnyAction, declare } from './action.js';
import {
  CLIP_MAX_BYTES,
  COMPLAINT_MAX_BYTES,
  COURSE_FILE_MAX_BYTES,
  COURSE_VIDEO_MAX_BYTES,
  IMAGE_MAX_BYTES,
  LICENCE_MAX_BYTES,
} from './constants.js';
import { UploadType } from './enums.js';
import { FailureReason, FieldProblem } from './envelope.js';
import { line, moment, words } from './fields.js';

interface UploadRule {
  readonly maxBytes: number;
  readonly mimes: readonly string[];
}

/** Video types that every browser plays. */
const FILMS = ['video/mp4', 'video/webm'];
const PICTURES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** Types of downloadable course files by file extension, since browsers do not agree on the MIME types of some. */
export const FILE_MIMES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  zip: 'application/zip',
  mp3: 'audio/mpeg',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
};

/** Size limit and MIME types of each upload type. */
export const UPLOAD_RULES: Readonly<Record<UploadType, UploadRule>> = {
  [UploadType.Image]: { maxBytes: IMAGE_MAX_BYTES, mimes: PICTURES },
  [UploadType.Licence]: { maxBytes: LICENCE_MAX_BYTES, mimes: ['image/jpeg', 'application/pdf'] },
  [UploadType.Complaint]: { maxBytes: COMPLAINT_MAX_BYTES, mimes: PICTURES },
  [UploadType.Document]: { maxBytes: IMAGE_MAX_BYTES, mimes: PICTURES },
  // The specification says "under 50 MB" and "under 800 MB", so the limit itself is refused.
  [UploadType.Clip]: { maxBytes: CLIP_MAX_BYTES - 1, mimes: FILMS },
  [UploadType.Video]: { maxBytes: COURSE_VIDEO_MAX_BYTES - 1, mimes: FILMS },
  [UploadType.File]: { maxBytes: COURSE_FILE_MAX_BYTES, mimes: Object.values(FILE_MIMES) },
};

/**
 * Parameters of one upload directly to the storage: a POST of `multipart/form-data` to `host` with all `fields` in
 * their order, then the file as `file`. The storage responds with 204 on success.
 */
export const signedUpload = z.object({
  host: z.string(),
  /** `image/{date}/{timestamp}{filename}`: the key that identifies the file from now on. */
  key: z.string(),
  policy: z.string(),
  signature: z.string(),
  accessid: z.string(),
  /** Seconds since the epoch. */
  expire: z.number(),
  content_type: z.string(),
  /** Bytes. */
  max_size: z.number(),
  fields: z.record(z.string(), z.string()),
  /** Public address of the uploaded file; empty for private files. */
  url: z.string(),
  /**
   * Endpoint for a resumable upload of the same file with the tus protocol (1.0, creation and termination), with
   * `fields` and `filename` as metadata. An interrupted upload can be resumed for three days.
   */
  pieces: z.string(),
});
export type SignedUpload = z.infer<typeof signedUpload>;

export const getSignedUrl = declare('/api/Upload/getSignedUrl', {
  access: Access.Member,
  summary: 'Signs the upload of one file.',
  request: z
    .object({
      type: z.enum(Object.values(UploadType)),
      /** The specification requires the type alone; without a name, the file is named after the time. */
      filename: z.optional(line(255)),
      /** Bytes; the limit of the type when omitted. */
      size: z.optional(z.int().check(z.minimum(1))),
      /** Derived from the extension when omitted; without a name, the first of the type. */
      mime: z.optional(words(100)),
    })
    .check(
      z.refine(({ type, mime }) => mime === undefined || UPLOAD_RULES[type].mimes.includes(mime), {
        error: FieldProblem.WrongType,
        path: ['mime'],
      }),
      z.refine(({ type, size = 0 }) => size <= UPLOAD_RULES[type].maxBytes, {
        error: FieldProblem.TooLarge,
        path: ['size'],
      }),
    ),
  response: signedUpload,
  reasons: [FailureReason.StorageFull],
});

/** Key of an uploaded file. */
const key = words(200);

const storedFile = z.object({
  key,
  /** Address of the file; empty for private files. */
  url: z.string(),
  mime: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Length of a video in seconds; 0 otherwise. */
  seconds: z.number(),
});
/** An uploaded file, without its address. */
export type StoredFile = Omit<z.infer<typeof storedFile>, 'url'>;

export const completeUpload = declare('/api/Upload/complete', {
  access: Access.Member,
  summary: 'Says that a file was uploaded: it is checked now at the latest, and can be used from then on.',
  request: z.object({ key }),
  response: storedFile,
  reasons: [FailureReason.NotFound],
});

const unfinishedUpload = z.object({
  key,
  /** Original name of the file. */
  name: z.string(),
  mime: z.string(),
  /** Bytes of the whole file. */
  size: z.number(),
  /** Bytes received. */
  received: z.number(),
  /** Address at which the upload is resumed. */
  address: z.string(),
  /** End of the upload; each received chunk postpones it. */
  expires_at: moment,
});
/** An incomplete resumable upload, without its address. */
export type UnfinishedUpload = Omit<z.infer<typeof unfinishedUpload>, 'address'> & { readonly upload_id: string };

export const getUnfinishedUpload = declare('/api/Upload/unfinished', {
  access: Access.Member,
  summary: 'What is there of an upload in pieces, and where it is gone on with.',
  request: z.object({ key }),
  response: unfinishedUpload,
  reasons: [FailureReason.NotFound],
});

/** Actions of this file. */
export const UPLOAD_ACTIONS: readonly AnyAction[] = [getSignedUrl, completeUpload, getUnfinishedUpload];
