import type { AnyAction, RequestOf, ResponseOf } from '@lectern/marketplace-contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocale } from '../i18n/use-text.js';
import { callApi } from '../api/client.js';

export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'ready'; readonly data: T };

/**
 * Loads the answer of an action when a screen is shown; `reload` asks again, `put` sets an answer that is known
 * already.
 */
export function useLoaded<A extends AnyAction>(
  action: A,
  body: RequestOf<A>,
): {
  readonly loaded: Loaded<ResponseOf<A>>;
  readonly reload: () => void;
  readonly put: (data: ResponseOf<A>) => void;
  /** Changes the current answer, which may have been updated since the change was requested. */
  readonly change: (change: (data: ResponseOf<A>) => ResponseOf<A>) => void;
} {
  const locale = useLocale();
  const [loaded, setLoaded] = useState<Loaded<ResponseOf<A>>>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const load = useEffectEvent((signal: AbortSignal) => callApi(action, body, { locale, signal }));

  useEffect(() => {
    const leaving = new AbortController();
    load(leaving.signal).then(
      (data) => setLoaded({ state: 'ready', data }),
      (error: unknown) => {
        if (!leaving.signal.aborted) setLoaded({ state: 'failed', error });
      },
    );
    return () => leaving.abort();
    // Texts in the answer depend on the language.
  }, [attempt, locale]);

  return {
    loaded,
    reload: () => {
      setLoaded({ state: 'loading' });
      setAttempt(attempt + 1);
    },
    put: (data) => setLoaded({ state: 'ready', data }),
    change: (change) =>
      setLoaded((current) => (current.state === 'ready' ? { state: 'ready', data: change(current.data) } : current)),
  };
}
