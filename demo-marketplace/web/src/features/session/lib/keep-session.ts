import { refreshSession } from '@lectern/marketplace-contract';
import type { ApiQueryClient } from '../../../api/query-client.js';
import type { Session } from './session.js';

/** The server ends a token 7 days after it gave it; one with less left than this is renewed. */
const RENEW_BEFORE_MS = 6 * 86_400_000;
/** A token of which the end is not known is renewed once a page was open that long. */
const UNKNOWN_FOR_MS = 3_600_000;
/** Interval at which a page checks whether a renewal is due. */
const LOOK_EVERY_MS = 60_000;

/** Renews a token long before its end, so that nobody is logged out in the middle of work. */
async function renewIfDue(client: ApiQueryClient, session: Session, openedAt: number): Promise<void> {
  const { token, expiresAt } = session;
  const dueAt = expiresAt === undefined ? openedAt + UNKNOWN_FOR_MS : expiresAt - RENEW_BEFORE_MS;
  if (token === undefined || Date.now() < dueAt) return;
  const renewed = await client.call(refreshSession, {});
  // The login may have changed meanwhile, or another tab may have renewed it.
  if (session.token === token) session.renew(renewed.token, Date.parse(renewed.expires_at));
}

/** Runs in one tab at a time, if the browser has locks. */
const alone = (work: () => Promise<void>): Promise<unknown> =>
  // Insecure pages have no locks.
  (navigator.locks as LockManager | undefined)?.request('lectern.session', work) ?? work();

/** Keeps the login of this browser alive while a page is open. @returns ends it */
export function keepSession(client: ApiQueryClient, session: Session): () => void {
  const openedAt = Date.now();
  const look = (): void => {
    // A failed renewal is retried at the next check; a refused one ends the login by itself.
    alone(() => renewIfDue(client, session, openedAt)).catch(() => undefined);
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
