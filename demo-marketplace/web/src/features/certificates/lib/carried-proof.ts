import { certificateClaims, type CertificateClaims } from '@lectern/marketplace-contract';
import { verifyPath } from './certificate-texts.js';
import type { Proof } from './verify-signature.js';

/** In the order in which they are signed; the number is in the path already. */
const CARRIED = [
  ...(['holder', 'course_zh', 'course_en', 'mentor'] as const),
  ...(['units', 'seconds', 'issuer', 'issued_at'] as const),
];

const toBase64Url = (text: string): string =>
  btoa(String.fromCodePoint(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const fromBase64Url = (text: string): string =>
  new TextDecoder('utf-8', { fatal: true }).decode(
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.codePointAt(0) ?? 0),
  );

/** The signed text, rebuilt from its values. */
const payloadOf = (no: string, values: readonly unknown[]): string =>
  JSON.stringify(Object.fromEntries([['no', no], ...CARRIED.map((name, index) => [name, values[index]])]));

/** Parses a payload; undefined if it is no certificate. */
export function claimsIn(payload: string): CertificateClaims | undefined {
  try {
    return certificateClaims.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}

/**
 * The link to verify a certificate. Payload, key id and signature are in its fragment, so that it works offline;
 * browsers do not send the fragment to the server.
 */
export function proofPath(no: string, { payload, signature, kid }: Proof): string {
  const claims = claimsIn(payload);
  if (claims === undefined) return verifyPath(no);
  const values = CARRIED.map((name) => claims[name]);
  // Leaving out the names halves the density of the QR code; a payload in another form is included verbatim.
  const content = payloadOf(no, values) === payload ? JSON.stringify(values) : payload;
  return `${verifyPath(no)}#${[toBase64Url(content), kid, signature].join('.')}`;
}

/** Reads {@link proofPath}; undefined where the address carries no such certificate. */
export function readProof(no: string, hash: string): Proof | undefined {
  const [content = '', kid, signature] = hash.slice(1).split('.');
  if (kid === undefined || signature === undefined) return undefined;
  try {
    const text = fromBase64Url(content);
    const values: unknown = JSON.parse(text);
    const payload = Array.isArray(values) ? payloadOf(no, values) : text;
    return claimsIn(payload)?.no === no ? { payload, signature, kid } : undefined;
  } catch {
    // The link was truncated, or is malformed.
    return undefined;
  }
}
