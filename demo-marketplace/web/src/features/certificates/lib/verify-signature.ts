import type { getCertificateKeys, ResponseOf } from '@lectern/marketplace-contract';

/** A signed payload with its signature and the id of its key. */
export interface Proof {
  readonly payload: string;
  /** Ed25519, base64url. */
  readonly signature: string;
  readonly kid: string;
}

export type PublicKeys = ResponseOf<typeof getCertificateKeys>['keys'];

/** `unable`: this browser does not support Ed25519, or the page is not a secure context. */
export type Verdict = 'genuine' | 'forged' | 'unable';

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));

/** Verifies a certificate in this browser, by the published keys alone. */
export async function verifySignature(proof: Proof, keys: PublicKeys): Promise<Verdict> {
  const found = keys.find(({ kid }) => kid === proof.kid);
  if (found === undefined) return 'forged';
  // Undefined in insecure contexts.
  const subtle = (crypto as Partial<Crypto>).subtle;
  if (subtle === undefined) return 'unable';
  const { kty, crv, x } = found;
  const key = await subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']).catch(() => undefined);
  if (key === undefined) return 'unable';
  try {
    const text = new TextEncoder().encode(proof.payload);
    return (await subtle.verify('Ed25519', key, bytesOf(proof.signature), text)) ? 'genuine' : 'forged';
  } catch {
    // The signature is not valid base64.
    return 'forged';
  }
}
