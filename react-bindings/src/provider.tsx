import type { RtcClient } from '@lectern/rtc';
import { createContext, useContext, type ReactElement, type ReactNode } from 'react';
import type { ConferenceClient } from './client.js';

/** The client, or undefined outside a provider. */
export const ClientContext = createContext<ConferenceClient | undefined>(undefined);

/** Props of {@link LecternProvider}. */
export interface LecternProviderProps {
  readonly client: ConferenceClient;
  readonly children?: ReactNode;
}

/**
 * Provides the client to the hooks below it. It does not own the client: its creator closes it.
 *
 * @example
 * <LecternProvider client={client}><Classroom /></LecternProvider>
 */
export function LecternProvider({ client, children }: LecternProviderProps): ReactElement {
  return <ClientContext.Provider value={client}>{children}</ClientContext.Provider>;
}

/**
 * The whole client of the nearest {@link LecternProvider}, e.g. for `openMedia` and `renewToken`. Where the provider has
 * another client than the SDK's, name its type. @throws {Error} when there is none.
 *
 * @example
 * const client = useClient();
 * const preview = async () => client.openMedia({ audio: true, video: true });
 */
export function useClient<Client extends ConferenceClient = RtcClient>(): Client {
  const client = useContext(ClientContext) as Client | undefined;
  if (!client) throw new Error('this hook needs a <LecternProvider client={…}> above it');
  return client;
}
