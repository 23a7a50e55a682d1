import type { AnyAction, RequestOf, ResponseOf } from '@lectern/marketplace-contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useToken } from '../../session/hooks/use-member.js';
import { useLocale } from '../../../i18n/use-text.js';
import { callApi } from '../../../api/client.js';
import type { Loaded } from '../../../lib/use-loaded.js';

export interface Asked<T> {
  readonly loaded: Loaded<T>;
  /** What is shown answers an earlier question; the answer to this one is on its way. */
  readonly isStale: boolean;
  readonly reload: () => void;
  readonly change: (change: (data: T) => T) => void;
}

interface Answer<T> {
  readonly question: string;
  readonly loaded: Loaded<T>;
}

/**
 * What an action answers with for `body`. Asks again when that, the language or who is logged in changes, and shows the
 * last answer meanwhile.
 */
export function useAsked<A extends AnyAction>(action: A, body: RequestOf<A>): Asked<ResponseOf<A>> {
  const locale = useLocale();
  const token = useToken();
  const [attempt, setAttempt] = useState(0);
  const question = JSON.stringify([action.path, body, locale, token, attempt]);
  const [answer, setAnswer] = useState<Answer<ResponseOf<A>>>({ question: '', loaded: { state: 'loading' } });
  const ask = useEffectEvent((signal: AbortSignal) => callApi(action, body, { locale, signal }));

  useEffect(() => {
    const leaving = new AbortController();
    ask(leaving.signal).then(
      (data) => {
        if (!leaving.signal.aborted) setAnswer({ question, loaded: { state: 'ready', data } });
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setAnswer({ question, loaded: { state: 'failed', error } });
      },
    );
    return () => leaving.abort();
  }, [question]);

  const isStale = answer.question !== question;
  return {
    loaded: isStale && answer.loaded.state === 'failed' ? { state: 'loading' } : answer.loaded,
    isStale,
    reload: () => setAttempt(attempt + 1),
    change: (change) =>
      setAnswer((current) =>
        current.loaded.state === 'ready'
          ? { ...current, loaded: { state: 'ready', data: change(current.loaded.data) } }
          : current,
      ),
  };
}
