import { createBrowserPlatform } from '../platform/browser/index.js';
import type { Platform } from '../platform/types.js';
import { parseAppKey, qualifyMemName } from './app-key.js';
import { RestClient } from './rest-client.js';

/** A user and where it lives. */
export interface UserOptions {
  /** `org#app`. */
  readonly appKey: string;
  /** Base URL of the REST server; without it the host is looked up. */
  readonly restUrl?: string;
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
  /** `org#app_user`, to be used as identity. */
  readonly memName: string;
}

const clientOf = ({ platform = createBrowserPlatform(), appKey, restUrl }: UserOptions): RestClient =>
  new RestClient({ platform, appKey: parseAppKey(appKey), restUrl });

/** Registers a user, where the server allows everybody to (spec §7). @throws {LecternError} spec §8. */
export async function registerUser(options: UserOptions & { readonly nickName?: string }): Promise<void> {
  const { username, password, nickName: nickname, signal } = options;
  await clientOf(options).registerUser({ username, password, nickname }, signal);
}

/** Exchanges name and password for a token. @throws {LecternError} spec §8. */
export async function requestToken(options: UserOptions): Promise<UserToken> {
  const { username, password, signal } = options;
  const answer = await clientOf(options).token({ username, password }, signal);
  return { ...answer, memName: qualifyMemName(parseAppKey(options.appKey), username) };
}
