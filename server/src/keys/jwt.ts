import { createHmac, timingSafeEqual } from 'node:crypto';

const ALGORITHM = 'HS256';
/** Longer tokens are refused without parsing. */
export const MAX_JWT_LENGTH = 4096;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const signatureOf = (secret: Buffer | string, text: string): Buffer =>
  createHmac('sha256', secret).update(text).digest();

/** Signs claims as a JWT (RFC 7519) by HS256. @param kid id of the key, for the verifier */
export function signJwt(claims: object, kid: string, secret: Buffer | string): string {
  const text = `${encode({ alg: ALGORITHM, typ: 'JWT', kid })}.${encode(claims)}`;
  return `${text}.${signatureOf(secret, text).toString('base64url')}`;
}

/** A well-formed JWT whose signature has not been verified. */
export interface UnverifiedJwt {
  readonly kid: string;
  /** The claims, untrusted before {@link isSignedBy}. */
  readonly claims: unknown;
  isSignedBy(secret: Buffer | string): boolean;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Base64url without padding and in canonical form only, so that there is one text for each token. */
function decode(part: string): Buffer | undefined {
  const bytes = Buffer.from(part, 'base64url');
  return part !== '' && bytes.toString('base64url') === part ? bytes : undefined;
}

function parse(part: string): unknown {
  const bytes = decode(part);
  if (bytes === undefined) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Parses a JWT; undefined for any other text. HS256 is the only algorithm: the header selects the key and nothing else,
 * so that no token can request verification by `none` or by another family (RFC 8725). Headers with `crit` are refused.
 */
export function readJwt(token: string): UnverifiedJwt | undefined {
  if (token.length > MAX_JWT_LENGTH) return undefined;
  const [head, body, signature, ...rest] = token.split('.');
  if (head === undefined || body === undefined || signature === undefined || rest.length > 0) return undefined;
  const header = parse(head);
  const given = decode(signature);
  const claims = parse(body);
  if (!isObject(header) || given === undefined || claims === undefined) return undefined;
  const { alg, typ, kid } = header;
  const isKnownType = typ === undefined || (typeof typ === 'string' && typ.toUpperCase() === 'JWT');
  if (alg !== ALGORITHM || !isKnownType || 'crit' in header || typeof kid !== 'string') return undefined;
  return {
    kid,
    claims,
    isSignedBy: (secret) => {
      const expected = signatureOf(secret, `${head}.${body}`);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}
