import { LecternError } from '../core/errors.js';
import { createBrowserPlatform } from '../platform/browser/index.js';
import { parseAppKey, qualifyMemName } from './app-key.js';
import { RestClient } from './rest-client.js';
import type { UserOptions, UserToken } from './users.js';

const setUp = ({ platform = createBrowserPlatform(), restUrl, hosts, ...options }: UserOptions) => {
  const appKey = parseAppKey(options.appKey);
  return { appKey, platform, rest: new RestClient({ platform, appKey, restUrl, hosts }) };
};

export async function registerUser(options: UserOptions & { readonly nickName?: string }): Promise<void> {
  const { username, password, nickName: nickname, signal } = options;
  await setUp(options).rest.app('users', { username, password, nickname }, signal);
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
