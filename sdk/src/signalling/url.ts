import { LecternError } from '../core/errors.js';

/** Counts connection attempts; one counter for all connections of a client (wire-conference 1.1). */
export class AttemptCounter {
  #next = 0;

  next(): number {
    return this.#next++;
  }
}

/**
 * Address of the signalling socket without its counter: relative ones get the page's origin.
 * @throws {LecternError} reason `protocol` for an invalid address.
 */
export function resolveSocketUrl(ticketUrl: string, origin: string | undefined): string {
  try {
    const url = new URL(ticketUrl, origin);
    // `protocol` cannot be assigned across schemes everywhere; fragments are illegal in socket addresses.
    const text = url.href.slice(0, url.href.length - url.hash.length).replace(/^http/, 'ws');
    if (/^wss?:/.test(text)) return text;
  } catch {
    // An invalid address is reported below.
  }
  throw new LecternError(`the ticket's url "${ticketUrl}" is no socket address: use ws, wss, or a path of the page`, {
    reason: 'protocol',
  });
}

/** Appends the counter as a nameless query. */
export const numberedUrl = (url: string, attempt: number): string => `${url}${url.includes('?') ? '&' : '?'}${attempt}`;
