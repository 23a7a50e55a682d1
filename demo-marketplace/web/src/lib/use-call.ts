import {
  Replay,
  type AnyAction,
  type FailureData,
  type RequestOf,
  type ResponseOf,
} from '@lectern/marketplace-contract';
import { useRef, useState } from 'react';
import { useLocale, useText } from '../i18n/use-text.js';
import { ApiError, callApi } from './api-client.js';
import { failureText } from './failure-text.js';

type Body<A extends AnyAction> = Omit<RequestOf<A>, 'client_token'>;

export interface Calling<A extends AnyAction> {
  readonly isBusy: boolean;
  /** Why the last call failed. */
  readonly problem: string | undefined;
  readonly fields: NonNullable<FailureData['errors']>;
  /** Undefined when it failed, or one is under way. */
  readonly call: (body: Body<A>) => Promise<ResponseOf<A> | undefined>;
}

const TOKEN_BYTES = 18;

const newClientToken = (): string =>
  btoa(String.fromCodePoint(...crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))))
    .replaceAll('+', '-')
    .replaceAll('/', '_');

/**
 * Calls an action from a button, once at a time. Where the action may be repeated, a second try of a call that got no
 * answer names the same attempt, so that nothing is paid twice.
 */
export function useCall<A extends AnyAction>(action: A): Calling<A> {
  const t = useText();
  const locale = useLocale();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const isUnderWay = useRef(false);
  const attempt = useRef<{ readonly body: string; readonly token: string } | undefined>(undefined);

  const named = (body: Body<A>): RequestOf<A> => {
    if (action.replay === Replay.None) return body as RequestOf<A>;
    const content = JSON.stringify(body);
    if (attempt.current?.body !== content) attempt.current = { body: content, token: newClientToken() };
    return { ...body, client_token: attempt.current.token } as unknown as RequestOf<A>;
  };

  const call = async (body: Body<A>): Promise<ResponseOf<A> | undefined> => {
    if (isUnderWay.current) return undefined;
    isUnderWay.current = true;
    setIsBusy(true);
    setError(undefined);
    try {
      const answer = await callApi(action, named(body), { locale });
      attempt.current = undefined;
      return answer;
    } catch (caught) {
      // Without an answer of the API itself it is open whether it was done.
      if (caught instanceof ApiError && caught.isSaid) attempt.current = undefined;
      setError(caught);
      return undefined;
    } finally {
      isUnderWay.current = false;
      setIsBusy(false);
    }
  };

  return {
    isBusy,
    problem: error === undefined ? undefined : failureText(error, t),
    fields: error instanceof ApiError ? error.fields : {},
    call,
  };
}
