import type { Platform } from '../platform/types.js';

/** A user and its server. */
export interface UserOptions {
  /** `org#app`. */
  readonly appKey: string;
  /** Base URL of the REST server; it or `hosts` is required. */
  readonly restUrl?: string;
  /** Hosts that know the REST servers of the app key (`server.json`), queried in this order. */
  readonly hosts?: readonly string[];
  /** Plain user name. */
  readonly username: string;
  readonly password: string;
  /** By default the page's. */
  readonly platform?: Platform;
  readonly signal?: AbortSignal;
}

/** A user's token. */
export interface UserToken {
  readonly token: string;
  /** Seconds. */
  readonly expiresIn: number;
  /** `org#app_user`, for use as identity. */
  readonly memName: string;
}

/**
 * Registers a user, if the server allows open registration (spec §7). Resolves with false if the name is taken: by this
 * user since an earlier call, or by somebody else, which {@link requestToken} tells apart by the password.
 * @throws {LecternError} spec §8.
 */
export async function registerUser(options: UserOptions & { readonly nickName?: string }): Promise<boolean> {
  // Most applications manage users themselves, so the code of these calls is loaded on demand.
  const { registerUser: register } = await import('./user-calls.js');
  return register(options);
}

/** Exchanges name and password for a token. @throws {LecternError} spec §8. */
export async function requestToken(options: UserOptions): Promise<UserToken> {
  const { requestToken: request } = await import('./user-calls.js');
  return request(options);
}
