import { type CertificateClaims } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { claimsIn } from '../lib/carried-proof.js';
import { keepKeys, keptKeys } from '../lib/known-keys.js';
import { verifySignature, type Proof, type PublicKeys, type Verdict } from '../lib/verify-signature.js';
import { certificateKeysQuery } from '../api/certificates.js';

/** A certificate as it is shown, with its proof. */
export type Shown = CertificateClaims & Proof;

/** State of verifying a certificate in this browser. */
export type DeviceVerdict =
  | { readonly state: 'asking' }
  /** No key to verify it with is cached or could be loaded. */
  | { readonly state: 'no-key'; readonly error: unknown }
  | { readonly state: 'verified'; readonly verdict: Verdict };

const isSigned = (shown: Shown): boolean => {
  const signed = claimsIn(shown.payload);
  return signed !== undefined && Object.entries(signed).every(([name, value]) => shown[name as keyof Shown] === value);
};

/** A valid signature of another text proves nothing about the displayed one, so the payload is compared first. */
const judge = async (shown: Shown, keys: PublicKeys): Promise<Verdict> =>
  isSigned(shown) ? verifySignature(shown, keys) : 'forged';

/** Verifies a certificate with the published keys; offline, with the cached ones. */
export function useVerdict(shown: Shown): { readonly outcome: DeviceVerdict; readonly again: () => void } {
  const result = useQuery(certificateKeysQuery());
  const [answer, setAnswer] = useState<{ readonly question: string; readonly verdict: Verdict }>();
  const [attempt, setAttempt] = useState(0);
  const kept = result.isLoadingError ? keptKeys() : [];
  const isKnown = result.data !== undefined || kept.some((key) => key.kid === shown.kid);
  // The same certificate may be passed as another object.
  const subject = JSON.stringify(shown);
  const question = `${String(attempt)} ${subject}`;

  useEffect(() => {
    if (result.data !== undefined) keepKeys(result.data.keys);
    if (!isKnown) return undefined;
    const keys = result.data !== undefined ? result.data.keys : keptKeys();
    let isLeft = false;
    const accept = (verdict: Verdict): void => {
      if (!isLeft) setAnswer({ question, verdict });
    };
    judge(JSON.parse(subject) as Shown, keys).then(accept, () => accept('unable'));
    return () => {
      isLeft = true;
    };
  }, [subject, question, result.data, isKnown]);

  const again = (): void => (isKnown ? setAttempt(attempt + 1) : void result.refetch());
  if (isKnown && answer?.question === question)
    return { outcome: { state: 'verified', verdict: answer.verdict }, again };
  if (result.isLoadingError && !isKnown) return { outcome: { state: 'no-key', error: result.error }, again };
  return { outcome: { state: 'asking' }, again };
}
