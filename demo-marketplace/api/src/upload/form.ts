import type { Vault } from '../security/index.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whoever runs the server lets bodies of the route come as slowly as they do, as long as they come. */
    longBody?: boolean;
  }
}

/** What a signed form allows. */
export interface FormTerms {
  readonly key: string;
  readonly mime: string;
  readonly maxBytes: number;
  /** Bytes that were announced. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Where the caller reached the site. */
  readonly origin: string;
}

/** What a form that comes back says. */
export type ReadTerms = Omit<FormTerms, 'origin' | 'size'>;

export interface SignedForm {
  /** Where the form is posted. */
  readonly host: string;
  readonly policy: string;
  readonly signature: string;
  readonly accessid: string;
  /** What is posted before the file, in this order. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Signs forms that a storage takes: the disk of this server, or an S3 one. */
export interface FormSigner {
  sign(terms: FormTerms): SignedForm;
  /** What the fields of a form allow; undefined for one that was not signed here, was changed, or is too old. */
  read(fields: Readonly<Record<string, string>>, now: number): ReadTerms | undefined;
  /** Address below which public files are. */
  readonly publicBase: string;
  /** How long after a form's time, in ms, a file that was posted for it may take space without this server knowing. */
  readonly unseenMs: number;
}

/** An S3 POST policy, as far as it is read here. */
interface Policy {
  readonly expiration: string;
  readonly conditions: readonly unknown[];
}

export const UPLOAD_PATH = '/upload';
const ACCESS_ID = 'lectern';
const TAKEN_STATUS = '204';

const policyOf = ({ key, mime, maxBytes, expiresAt }: ReadTerms): Policy => ({
  expiration: new Date(expiresAt).toISOString(),
  conditions: [
    { key },
    { 'Content-Type': mime },
    { success_action_status: TAKEN_STATUS },
    ['content-length-range', 1, maxBytes],
  ],
});

/** Signs forms for the disk of this server, of the shape that S3 takes. */
export class DiskForms implements FormSigner {
  /** Every file comes past this server. */
  readonly unseenMs = 0;

  constructor(
    private readonly vault: Vault,
    readonly publicBase: string,
  ) {}

  sign({ origin, size: _size, ...terms }: FormTerms): SignedForm {
    const policy = Buffer.from(JSON.stringify(policyOf(terms))).toString('base64');
    const signature = this.vault.signUpload(policy);
    return {
      host: `${origin}${UPLOAD_PATH}`,
      policy,
      signature,
      accessid: ACCESS_ID,
      fields: {
        key: terms.key,
        'Content-Type': terms.mime,
        success_action_status: TAKEN_STATUS,
        accessid: ACCESS_ID,
        policy,
        signature,
      },
    };
  }

  read(fields: Readonly<Record<string, string>>, now: number): ReadTerms | undefined {
    const { key = '', 'Content-Type': mime = '', policy = '', signature = '' } = fields;
    if (!this.vault.isUploadSignature(policy, signature)) return undefined;
    const { expiration, conditions } = JSON.parse(Buffer.from(policy, 'base64').toString()) as Policy;
    const expiresAt = Date.parse(expiration);
    if (expiresAt <= now) return undefined;
    const range = conditions.find((entry) => Array.isArray(entry) && entry[0] === 'content-length-range');
    const maxBytes = Array.isArray(range) ? Number(range[2]) : 0;
    const expected = JSON.stringify(policyOf({ key, mime, maxBytes, expiresAt }).conditions);
    return JSON.stringify(conditions) === expected ? { key, mime, maxBytes, expiresAt } : undefined;
  }
}
