import * as z from 'zod/mini';
import { Access, declare } from './action.js';
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

/** What every browser plays. */
const FILMS = ['video/mp4', 'video/webm'];
const PICTURES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** What a course hands out, by how its name ends: browsers do not agree on what they call some of them. */
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

/** What may be uploaded as what. */
export const UPLOAD_RULES: Readonly<Record<UploadType, UploadRule>> = {
  [UploadType.Image]: { maxBytes: IMAGE_MAX_BYTES, mimes: PICTURES },
  [UploadType.Licence]: { maxBytes: LICENCE_MAX_BYTES, mimes: ['image/jpeg', 'application/pdf'] },
  [UploadType.Complaint]: { maxBytes: COMPLAINT_MAX_BYTES, mimes: PICTURES },
  [UploadType.Document]: { maxBytes: IMAGE_MAX_BYTES, mimes: PICTURES },
  // "Under 50 MB", "under 800 MB": that much is too much.
  [UploadType.Clip]: { maxBytes: CLIP_MAX_BYTES - 1, mimes: FILMS },
  [UploadType.Video]: { maxBytes: COURSE_VIDEO_MAX_BYTES - 1, mimes: FILMS },
  [UploadType.File]: { maxBytes: COURSE_FILE_MAX_BYTES, mimes: Object.values(FILE_MIMES) },
};

/**
 * Everything for one upload straight to the storage: a POST of a `multipart/form-data` to `host` with all of `fields`
 * in their order, then the file as `file`. The storage answers with 204 when it took it.
 */
export const signedUpload = z.object({
  host: z.string(),
  /** `image/{date}/{timestamp}{filename}`: what the file is named by from then on. */
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
  /** Where the file can be fetched once it is there; empty where it is not public. */
  url: z.string(),
  /**
   * Where it can be uploaded in pieces instead, by the tus protocol (1.0, creation and termination), with `fields` and
   * `filename` as metadata: such an upload can be interrupted, and gone on with for three days.
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
      /** The specification asks for the type alone; without a name the file is called by its time. */
      filename: z.optional(line(255)),
      /** Bytes; as many as the type allows, unless given. */
      size: z.optional(z.int().check(z.minimum(1))),
      /** By how the name ends, unless given; without a name, the first of the type. */
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
  /** Where it can be fetched; empty where it is not public. */
  url: z.string(),
  mime: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Of a film; 0 otherwise. */
  seconds: z.number(),
});
/** A file that has arrived, but for its address. */
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
  /** What the file was called. */
  name: z.string(),
  mime: z.string(),
  /** Bytes of the whole file. */
  size: z.number(),
  /** Bytes that have arrived. */
  received: z.number(),
  /** Where it is gone on with. */
  address: z.string(),
  /** Until when; each piece that comes postpones it. */
  expires_at: moment,
});
/** An upload in pieces that is not done, but for its address. */
export type UnfinishedUpload = Omit<z.infer<typeof unfinishedUpload>, 'address'> & { readonly upload_id: string };

export const getUnfinishedUpload = declare('/api/Upload/unfinished', {
  access: Access.Member,
  summary: 'What is there of an upload in pieces, and where it is gone on with.',
  request: z.object({ key }),
  response: unfinishedUpload,
  reasons: [FailureReason.NotFound],
});
