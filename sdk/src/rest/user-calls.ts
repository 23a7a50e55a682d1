import { LecternError } from '../core/errors.js';
import { createBrowserPlatform } from '../platform/browser/index.js';
import { parseAppKey, qualifyMemName } from './app-key.js';
import { RestClient } from './rest-client.js';
import type { UserOptions, UserToken } from './users.js';

const setUp = ({ platform = createBrowserPlatform(), restUrl, hosts, ...options }: UserOptions) => {
  const appKey = parseAppKey(options.appKey);
  return { appKey, platform, rest: new RestClient({ platform, appKey, restUrl, hosts }) };
};

/** The word with which servers refuse a name that is taken. */
const TAKEN = 'duplicate_unique_property_exists';

const isTaken = (error: unknown): boolean =>
  error instanceof LecternError && (error.cause as { readonly error?: unknown } | undefined)?.error === TAKEN;

export async function registerUser(options: UserOptions & { readonly nickName?: string }): Promise<boolean> {
  const { username, password, nickName: nickname, signal } = options;
  try {
    await setUp(options).rest.app('users', { username, password, nickname }, signal);
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
}

export async function requestToken(options: UserOptions): Promise<UserToken> {
  const { username, password, signal } = options;
  const { appKey, platform, rest } = setUp(options);
  const timestamp = platform.clock.now();
  const answer = await rest.app('token', { grant_type: 'password', username, password, timestamp }, signal);
  const { access_token: token, expires_in: expiresIn } = answer;
  if (typeof token !== 'string') {
    throw new LecternError("the server's answer to the token request has no access_token", { reason: 'protocol' });
  }
  return {
    token,
    expiresIn: typeof expiresIn === 'number' ? expiresIn : 0,
    memName: qualifyMemName(appKey, username),
  };
}
