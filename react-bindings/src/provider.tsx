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

/** The client of the nearest {@link LecternProvider}. @throws {Error} when there is none. */
export function useClient(): ConferenceClient {
  const client = useContext(ClientContext);
  if (!client) throw new Error('this hook needs a <LecternProvider client={…}> above it');
  return client;
}
