import { getCertificateKeys } from '@lectern/marketplace-contract';
import { readStored, writeStored } from '../../../lib/storage.js';
import type { PublicKeys } from './verify-signature.js';

/** Keeps the keys that the site itself gave, for when it cannot be asked. */
export const keepKeys = (keys: PublicKeys): void => writeStored('certificate-keys', JSON.stringify({ keys }));

/** The keys that were kept; none where no certificate was verified in this browser yet. */
export function keptKeys(): PublicKeys {
  try {
    return getCertificateKeys.response.parse(JSON.parse(readStored('certificate-keys') ?? '')).keys;
  } catch {
    return [];
  }
}
