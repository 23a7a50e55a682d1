import {
  Replay,
  type AnyAction,
  type FailureData,
  type RequestOf,
  type ResponseOf,
} from '@lectern/marketplace-contract';
import { useMutation, type QueryKey } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useText } from '../i18n/use-text.js';
import { ApiError } from './client.js';
import { failureText } from './failure-text.js';
import { useApiClient } from './use-api-client.js';

/** The request of an action without the token of the attempt, which the call adds. */
export type Body<A extends AnyAction> = Omit<RequestOf<A>, 'client_token'>;

export interface Calling<A extends AnyAction> {
  readonly isBusy: boolean;
  /** Why the last call failed. */
  readonly problem: string | undefined;
  readonly fields: NonNullable<FailureData['errors']>;
  /** Calls the action; resolves with undefined if it failed or another call is in progress. */
  readonly call: (body: Body<A>) => Promise<ResponseOf<A> | undefined>;
  /**
   * As `call`, for callers that handle failures themselves.
   * @throws {ApiError} when the server refused; `TypeError` when it was not reached
   */
  readonly ask: (body: Body<A>) => Promise<ResponseOf<A>>;
}

const TOKEN_BYTES = 18;

const newClientToken = (): string =>
  btoa(String.fromCodePoint(...crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))))
    .replaceAll('+', '-')
    .replaceAll('/', '_');

export interface CallSettings {
  /** Queries on the screen that are fetched again once the call is done. */
  readonly invalidates?: readonly QueryKey[];
  /** The call changes nothing on the server, so every answer stays as it is. */
  readonly isReadOnly?: boolean;
}

/**
 * Calls an action from a button, once at a time. Where the action may be repeated, a second try of a call that got no
 * answer names the same attempt, so that nothing is paid twice.
 */
export function useCall<A extends AnyAction>(
  action: A,
  { invalidates = [], isReadOnly = false }: CallSettings = {},
): Calling<A> {
  const t = useText();
  const client = useApiClient();
  const [isBusy, setIsBusy] = useState(false);
  const isUnderWay = useRef(false);
  const attempt = useRef<{ readonly body: string; readonly token: string } | undefined>(undefined);

  const named = (body: Body<A>): RequestOf<A> => {
    if (action.replay === Replay.None) return body as RequestOf<A>;
    const content = JSON.stringify(body);
    if (attempt.current?.body !== content) attempt.current = { body: content, token: newClientToken() };
    return { ...body, client_token: attempt.current.token } as unknown as RequestOf<A>;
  };

  const { error, mutateAsync } = useMutation({
    mutationFn: (body: Body<A>) => client.call(action, named(body)),
    meta: { invalidates, isReadOnly },
  });

  const ask = async (body: Body<A>): Promise<ResponseOf<A>> => {
    isUnderWay.current = true;
    // The mutation reports it a turn later, when another button may have been pressed.
    setIsBusy(true);
    try {
      const answer = await mutateAsync(body);
      attempt.current = undefined;
      return answer;
    } catch (caught) {
      // Without an answer of the API itself, the outcome is unknown, so a retry sends the same token.
      if (caught instanceof ApiError && caught.isSaid) attempt.current = undefined;
      throw caught;
    } finally {
      isUnderWay.current = false;
      setIsBusy(false);
    }
  };

  const call = async (body: Body<A>): Promise<ResponseOf<A> | undefined> =>
    isUnderWay.current ? undefined : ask(body).catch(() => undefined);

  return {
    isBusy,
    problem: error === null ? undefined : failureText(error, t),
    fields: error instanceof ApiError ? error.fields : {},
    call,
    ask,
  };
}
