import { i18n } from '@lingui/core';
import { getNoticeSummary } from '@lectern/marketplace-contract';
import { callApi } from '../../../lib/api-client.js';
import { members } from '../../session/lib/members.js';
import { session } from '../../session/lib/session.js';

/** How often a page that somebody looks at asks. */
const EVERY_MS = 60_000;
/** Whoever goes to and fro between windows asks no more often. */
const LEAST_MS = 10_000;

async function askForNews(): Promise<void> {
  const { token } = session;
  if (token === undefined) return;
  try {
    const summary = await callApi(getNoticeSummary, {}, { locale: i18n.locale });
    if (session.token === token) members.tellNews(summary);
  } catch {
    // The next time will do, or the next navigation tells that the login is no good.
  }
}

/** Asks for news while the page is looked at, and as soon as it is again; never while it is hidden. The result ends it. */
export function keepFresh(ask: () => Promise<void> = askForNews): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  let askedAt = Date.now();
  const look = (): void => {
    if (document.visibilityState !== 'visible' || Date.now() - askedAt < LEAST_MS) return;
    askedAt = Date.now();
    void ask();
  };
  const turn = (): void => {
    clearInterval(timer);
    timer = document.visibilityState === 'visible' ? setInterval(look, EVERY_MS) : undefined;
    look();
  };
  turn();
  document.addEventListener('visibilitychange', turn);
  for (const event of ['focus', 'online']) window.addEventListener(event, look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', turn);
    for (const event of ['focus', 'online']) window.removeEventListener(event, look);
  };
}
