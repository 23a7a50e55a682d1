import type { Vault } from '../security/index.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a route whose bodies may take any time while data keeps arriving; the server's operator applies it. */
    longBody?: boolean;
  }
}

/** Terms of a signed form. */
export interface FormTerms {
  readonly key: string;
  readonly mime: string;
  readonly maxBytes: number;
  /** Announced size in bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Origin at which the caller reached the site. */
  readonly origin: string;
}

/** Terms of a form that was posted. */
export type ReadTerms = Omit<FormTerms, 'origin' | 'size'>;

export interface SignedForm {
  /** Address that the form is posted to. */
  readonly host: string;
  readonly policy: string;
  readonly signature: string;
  readonly accessid: string;
  /** Fields to post before the file, in this order. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Signs upload forms for a storage: the disk of this server, or S3. */
export interface FormSigner {
  sign(terms: FormTerms): SignedForm;
  /** Terms of a posted form; undefined when it was not signed here, was modified, or has expired. */
  read(fields: Readonly<Record<string, string>>, now: number): ReadTerms | undefined;
  /** Base address of public files. */
  readonly publicBase: string;
  /** Time in ms after a form's expiry during which a posted file may take space unknown to this server. */
  readonly unseenMs: number;
}

/** The parts of an S3 POST policy that are read here. */
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

/** Signs forms for the disk of this server, in the format of S3. */
export class DiskForms implements FormSigner {
  /** Every file is received by this server. */
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
