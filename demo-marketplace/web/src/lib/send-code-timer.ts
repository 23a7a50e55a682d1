import { CODE_RESEND_SECONDS } from '@lectern/marketplace-contract';
import { readKey, removeKeys, writeKey } from './member-keys.js';

/** Whole seconds until another verification code may be sent; 0 when it may be now (specification §4). */
export function secondsToWait(nowMs: number, stored = readKey('sendCodeTime')): number {
  const until = Number(stored);
  return Number.isFinite(until) ? Math.max(0, Math.ceil((until - nowMs) / 1000)) : 0;
}

/** A code was sent: the next one has to wait, after a reload of the page too. */
export function holdNextCode(nowMs: number, seconds: number = CODE_RESEND_SECONDS): void {
  writeKey('sendCodeTime', String(nowMs + seconds * 1000));
}

/** Removes the stored time; the server enforces its own and refuses a code that is requested too soon. */
export const removeCodeTime = (): void => removeKeys('sendCodeTime');
