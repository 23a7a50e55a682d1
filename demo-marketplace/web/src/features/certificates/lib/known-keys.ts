import { getCertificateKeys } from '@lectern/marketplace-contract';
import { readStored, writeStored } from '../../../lib/storage.js';
import type { PublicKeys } from './verify-signature.js';

/** Stores the keys that the site published, for offline use. */
export const keepKeys = (keys: PublicKeys): void => writeStored('certificate-keys', JSON.stringify({ keys }));

/** The stored keys; empty if no certificate was verified in this browser yet. */
export function keptKeys(): PublicKeys {
  try {
    return getCertificateKeys.response.parse(JSON.parse(readStored('certificate-keys') ?? '')).keys;
  } catch {
    return [];
  }
}
