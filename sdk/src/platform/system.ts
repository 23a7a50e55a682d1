import type { Clock, Random } from '../core/clock.js';
import type { HttpRequest, HttpResponse } from './types.js';

/** The system clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
  every(intervalMs, callback) {
    const timer = setInterval(callback, intervalMs);
    return () => clearInterval(timer);
  },
};

/** Randomness from the platform's cryptographic source; works in insecure pages too, where `randomUUID` is missing. */
export const cryptoRandom: Random = {
  number: () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 0x1_0000_0000,
  uuid: () =>
    '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) => {
      const random = crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
      // 0 and 1 are replaced by any digit, 8 by one of 8 to b.
      return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16);
    }),
};

/** HTTP through `fetch`; no cookies are sent, since credentials are in the body (wire-conference 4). */
export const fetchRequest =
  (fetchFunction: typeof fetch) =>
  (url: string, request: HttpRequest): Promise<HttpResponse> =>
    fetchFunction(url, { ...request, credentials: 'omit', cache: 'no-store' });

interface CodecCapabilities {
  getCapabilities?(kind: string): { readonly codecs: readonly { readonly mimeType: string }[] } | null;
}

const codecNames = (capabilities: CodecCapabilities | undefined): string[] | undefined =>
  capabilities?.getCapabilities?.('video')?.codecs.map(({ mimeType }) => mimeType.replace(/^video\//i, ''));

/**
 * Video codecs in both capability lists, in the sender's order; a list that the platform does not report counts as
 * complete.
 */
export function commonVideoCodecs(
  sender: CodecCapabilities | undefined,
  receiver: CodecCapabilities | undefined,
  fallback: readonly string[],
): readonly string[] {
  const sendable = codecNames(sender);
  const receivable = codecNames(receiver);
  const names = sendable?.filter((name) => receivable?.includes(name) ?? true) ?? receivable ?? fallback;
  // Retransmission, redundancy and error correction are listed as codecs, but encode no media.
  return [...new Set(names)].filter((name) => !/^(rtx|red|ulpfec|flexfec.*)$/i.test(name));
}
