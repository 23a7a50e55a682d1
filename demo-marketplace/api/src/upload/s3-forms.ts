import { createHmac } from 'node:crypto';
import { isSame } from '../security/index.js';
import type { FormSigner, FormTerms, ReadTerms, SignedForm } from './form.js';

/** A bucket of an S3-compatible storage. */
export interface S3Options {
  /** Endpoint such as `https://s3.eu-central-1.amazonaws.com`; the bucket is part of the path. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const TAKEN_STATUS = '204';
/** Key prefix of posted files until they are verified: they are not public, and a verified file cannot be replaced. */
export const POSTED = 'posted/';

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Signs a policy for a day with AWS Signature Version 4. */
export function signPolicy(
  policy: string,
  { secretAccessKey, region }: Pick<S3Options, 'secretAccessKey' | 'region'>,
  day: string,
): string {
  const key = hmac(hmac(hmac(hmac(`AWS4${secretAccessKey}`, day), region), 's3'), 'aws4_request');
  return hmac(key, policy).toString('hex');
}

/** Signs forms that browsers post directly to S3, and reads them back. */
export class S3Forms implements FormSigner {
  /** Age at which a posted file that was never completed is removed. */
  readonly unseenMs = 3_600_000;

  constructor(
    private readonly options: S3Options,
    readonly publicBase: string,
    private readonly now: () => number,
  ) {}

  sign({ key, mime, maxBytes, size, expiresAt }: FormTerms): SignedForm {
    const { endpoint, bucket, accessKeyId, region } = this.options;
    const at = new Date(this.now()).toISOString().replace(/[-:]|\.\d{3}/g, '');
    const credential = `${accessKeyId}/${at.slice(0, 8)}/${region}/s3/aws4_request`;
    const fields = {
      key: POSTED + key,
      'Content-Type': mime,
      success_action_status: TAKEN_STATUS,
      'x-amz-algorithm': ALGORITHM,
      'x-amz-credential': credential,
      'x-amz-date': at,
    };
    const conditions = [
      { bucket },
      ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
      // The bucket enforces the size: at most the announced one, which is within the quota.
      ['content-length-range', 1, Math.min(maxBytes, size)],
    ];
    const expiration = new Date(expiresAt).toISOString();
    const policy = Buffer.from(JSON.stringify({ expiration, conditions })).toString('base64');
    const signature = signPolicy(policy, this.options, at.slice(0, 8));
    return {
      host: `${endpoint}/${bucket}`,
      policy,
      signature,
      accessid: accessKeyId,
      fields: { ...fields, policy, 'x-amz-signature': signature },
    };
  }

  read(fields: Readonly<Record<string, string>>, now: number): ReadTerms | undefined {
    const { policy = '', 'x-amz-signature': signature = '', 'x-amz-date': at = '' } = fields;
    if (!isSame(signPolicy(policy, this.options, at.slice(0, 8)), signature)) return undefined;
    const read = JSON.parse(Buffer.from(policy, 'base64').toString()) as {
      readonly expiration: string;
      readonly conditions: readonly (readonly unknown[] | Readonly<Record<string, string>>)[];
    };
    const expiresAt = Date.parse(read.expiration);
    if (expiresAt <= now) return undefined;
    const named = read.conditions.flatMap((one) => (Array.isArray(one) ? [] : Object.entries(one)));
    const isAsSigned = named.every(([name, value]) => name === 'bucket' || fields[name] === value);
    const range = read.conditions.find((one) => Array.isArray(one)) as readonly unknown[] | undefined;
    const { key = '', 'Content-Type': mime = '' } = fields;
    if (!isAsSigned || !key.startsWith(POSTED)) return undefined;
    return { key: key.slice(POSTED.length), mime, maxBytes: Number(range?.[2] ?? 0), expiresAt };
  }
}
