import { FILE_MIMES, UPLOAD_RULES, type UploadType } from '@lectern/marketplace-contract';

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/webp': '.webp',
  'image/gif': '.gif',
  ...Object.fromEntries(Object.entries(FILE_MIMES).map(([extension, mime]) => [mime, `.${extension}`])),
  'video/mp4': '.mp4',
  'video/webm': '.webm',
};
const MAX_NAME = 60;

/**
 * MIME type of a file by its extension; without a name, the first of the upload type. Undefined for an extension that
 * the upload type does not allow.
 */
export function mimeOf(type: UploadType, filename: string): string | undefined {
  const { mimes } = UPLOAD_RULES[type];
  if (filename === '') return mimes[0];
  const ending = /\.[a-z0-9]+$/.exec(filename.toLowerCase())?.[0].replace('.jpeg', '.jpg');
  return mimes.find((mime) => EXTENSIONS[mime] === ending);
}

interface KeyParts {
  readonly type: UploadType;
  readonly filename: string;
  readonly mime: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Creates the key `image/{date}/{timestamp}{filename}` (specification §3). Only characters that are safe in paths and
 * headers are kept of the name. The extension follows the MIME type, so the type it is served with does not depend on
 * the original name.
 */
export function keyFor({ type, filename, mime, at }: KeyParts): string {
  const date = new Date(at).toISOString().slice(0, 10).replaceAll('-', '');
  const base = filename.normalize('NFC').replace(/\.[^.]*$/, '');
  const name = Array.from(base.replace(/[^\p{L}\p{N}_-]+/gu, '-'))
    .slice(0, MAX_NAME)
    .join('');
  return `${type}/${date}/${at}${name}${EXTENSIONS[mime] ?? ''}`;
}

/** Original file name within a key. */
export const fileName = (key: string): string => key.replace(/^.*\/(?:\d{13})?/, '');

/** Format of {@link keyFor}; excludes keys that would leave their folder. */
export const KEY_PATTERN =
  /^(image|licence|complaint|document|clip|video|file)\/\d{8}\/\d{13,}[\p{L}\p{N}_-]*\.[a-z0-9]{3,4}$/u;
