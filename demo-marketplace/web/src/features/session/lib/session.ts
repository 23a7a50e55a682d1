import { Store } from '../../../lib/store.js';
import { readKey, removeLoginKeys, writeKey } from '../../../lib/member-keys.js';

export interface SessionState {
  readonly token: string | undefined;
  /** Somebody logged out here, by their own wish. */
  readonly isLoggedOut: boolean;
}

/** Who is logged in in this browser, as far as a token tells. Other tabs are told, and tell. */
export class Session {
  readonly state = new Store<SessionState>({ token: readKey('token'), isLoggedOut: false });

  get token(): string | undefined {
    return this.state.getSnapshot().token;
  }

  /** Keeps a login. */
  start(token: string): void {
    writeKey('token', token);
    this.#set(token);
  }

  /** Forgets a login that is no good any more. */
  end(): void {
    removeLoginKeys();
    this.#set(undefined);
  }

  /** Forgets a login because its owner wants that; the server is told by whoever calls. */
  logOut(): void {
    removeLoginKeys();
    this.#set(undefined, true);
  }

  /** Follows what other tabs do. @returns undoes it */
  follow(target: Pick<Window, 'addEventListener' | 'removeEventListener'>): () => void {
    const look = ({ key }: StorageEvent): void => {
      if (key === null || key === 'token') this.#set(readKey('token'));
    };
    target.addEventListener('storage', look);
    return () => target.removeEventListener('storage', look);
  }

  #set(token: string | undefined, isLoggedOut = false): void {
    this.state.update((current) => (current.token === token ? current : { token, isLoggedOut }));
  }
}

/** The one of this page. */
export const session = new Session();
