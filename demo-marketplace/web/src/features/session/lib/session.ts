import { discardEntries } from '../../../lib/kept-entries.js';
import { forgetStored, readStored, writeStored } from '../../../lib/storage.js';
import { Store } from '../../../lib/store.js';
import { readKey, removeLoginKeys, writeKey } from '../../../lib/member-keys.js';

export interface SessionState {
  readonly token: string | undefined;
  /** Names the login: it stays when the token is renewed. Empty where nothing is known of it. */
  readonly login: string;
  /** The member logged out on this page. */
  readonly isLoggedOut: boolean;
}

/** The data stored beside the token of a login, shared by all tabs of this browser. */
interface LoginRecord {
  readonly login: string;
  /** Expiry of the token, in milliseconds since 1970; undefined if the server did not report it. */
  readonly expiresAt: number | undefined;
}

function readRecord(): LoginRecord {
  const [login = '', expiresAt = ''] = readStored('session')?.split(' ') ?? [];
  return { login, expiresAt: /^\d+$/.test(expiresAt) ? Number(expiresAt) : undefined };
}

/** `crypto.randomUUID` exists in secure contexts only. */
const newLogin = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-');

const writeRecord = ({ login, expiresAt }: LoginRecord): void => writeStored('session', `${login} ${expiresAt ?? ''}`);

/** The login of this browser, as given by its token. Changes are synchronised with the other tabs. */
export class Session {
  #store: Store<SessionState> | undefined;

  readonly getSnapshot = (): SessionState => this.#state.getSnapshot();
  readonly subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener);

  get token(): string | undefined {
    return this.getSnapshot().token;
  }

  /** When the token ends, in milliseconds since 1970; undefined where that is not known. */
  get expiresAt(): number | undefined {
    return readRecord().expiresAt;
  }

  /** Keeps a login. */
  start(token: string, expiresAt?: number): void {
    // Written first, because other tabs read it when the token changes.
    writeRecord({ login: newLogin(), expiresAt });
    writeKey('token', token);
    this.#look();
  }

  /** Keeps a new token of the same login. */
  renew(token: string, expiresAt: number): void {
    writeRecord({ login: this.getSnapshot().login, expiresAt });
    writeKey('token', token);
    this.#look();
  }

  /** Removes a login that is no longer valid. */
  end(): void {
    this.#forget();
    this.#look();
  }

  /** Ends the login at the member's request; the caller informs the server. */
  logOut(): void {
    discardEntries();
    this.#forget();
    this.#look(true);
  }

  /** Follows what other tabs do. @returns undoes it */
  follow(target: Pick<Window, 'addEventListener' | 'removeEventListener'>): () => void {
    const look = ({ key }: StorageEvent): void => {
      if (key === null || key === 'token') this.#look();
    };
    target.addEventListener('storage', look);
    return () => target.removeEventListener('storage', look);
  }

  /** Storage is read on first use, not when the module is imported. */
  get #state(): Store<SessionState> {
    this.#store ??= new Store<SessionState>({
      token: readKey('token'),
      login: readRecord().login,
      isLoggedOut: false,
    });
    return this.#store;
  }

  #forget(): void {
    removeLoginKeys();
    forgetStored('session');
  }

  #look(isLoggedOut = false): void {
    const token = readKey('token');
    const { login } = readRecord();
    this.#state.update((current) => (current.token === token ? current : { token, login, isLoggedOut }));
  }
}

/** The one of this page. */
export const session = new Session();
