import { ServerCode } from '@lectern/rtc/protocol';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { USER_NAME_PATTERN } from '../auth/identity.js';
import type { Accounts } from '../auth/accounts.js';
import type { Revocations } from '../auth/revocations.js';
import type { Tokens } from '../auth/tokens.js';
import type { FailureThrottle } from '../auth/throttle.js';
import { read, Refusal } from './errors.js';

const params = z.object({ org: z.string(), app: z.string() });
/** PostgreSQL keeps no text with a zero character. */
const nick = z
  .string()
  .max(256)
  .refine((value) => !value.includes('\0'), 'must not have zero characters')
  .optional();
const password = z.string().min(1).max(256);
const newUser = z.looseObject({
  username: z.string().regex(USER_NAME_PATTERN, 'letters, digits and _ . @ - only, 64 at most'),
  password,
  nickname: nick,
  nickName: nick,
});
const newUsers = z.union([newUser.transform((user) => [user]), z.array(newUser).min(1).max(60)]);
const grant = z.looseObject({
  grant_type: z.literal('password'),
  username: z.string().min(1).max(256),
  password,
});

export interface AccountRoutes {
  readonly accounts: Accounts;
  readonly tokens: Tokens;
  readonly revocations: Revocations;
  readonly throttle: FailureThrottle;
  readonly appKeys: readonly string[];
  readonly isOpen: (appKey: string) => boolean;
}

/** `POST /{org}/{app}/users`, `POST /{org}/{app}/token` and its opposite, `DELETE /{org}/{app}/token`. */
export function accountRoutes(
  app: FastifyInstance,
  { accounts, tokens, revocations, throttle, appKeys, isOpen }: AccountRoutes,
): void {
  const appKeyOf = (value: unknown): string => {
    const { org, app: name } = read(params, value);
    const appKey = `${org}#${name}`;
    if (!appKeys.includes(appKey)) throw new Refusal(ServerCode.BadParameters, `there is no application ${appKey}`);
    return appKey;
  };

  app.post('/:org/:app/users', async (request) => {
    const appKey = appKeyOf(request.params);
    const list = read(newUsers, request.body);
    if (!isOpen(appKey)) throw new Refusal(ServerCode.NoRights, 'this application does not register users openly');
    const entities: object[] = [];
    for (const user of list) {
      const nickName = user.nickName ?? user.nickname;
      const made = await throttle.attempt(request.ip, `register ${appKey} ${user.username}`, () =>
        accounts.register({ appKey, user: user.username, password: user.password, nickName }),
      );
      if (!made) throw new Refusal(ServerCode.BadParameters, `the user name ${user.username} is taken`);
      entities.push({
        type: 'user',
        username: user.username,
        activated: true,
        ...(nickName && { nickname: nickName }),
      });
    }
    return { error: 0, entities };
  });

  app.post('/:org/:app/token', async (request) => {
    const appKey = appKeyOf(request.params);
    const { username, password: given } = read(grant, request.body);
    let session: Awaited<ReturnType<Accounts['logIn']>>;
    await throttle.attempt(request.ip, `log in ${appKey} ${username}`, async () => {
      session = await accounts.logIn({ appKey, user: username, password: given });
      return session !== undefined;
    });
    // Not a 4xx: deployed clients probe a host with a made-up login and take any 2xx as "reachable".
    if (session === undefined) throw new Refusal(ServerCode.PasswordWrong, 'the user name or the password is wrong');
    return {
      error: 0,
      access_token: session.token,
      expires_in: Math.floor(session.expiresInMs / 1000),
      user: { type: 'user', username, activated: true },
    };
  });

  /** Ends every access token of the token's user, this one included: after a theft, or to log out everywhere. */
  app.delete('/:org/:app/token', async (request) => {
    const appKey = appKeyOf(request.params);
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const claims = given === undefined ? undefined : tokens.readAccess(given);
    if (claims?.appKey !== appKey) {
      throw new Refusal(ServerCode.TokenInvalid, 'name a valid token: Authorization: Bearer <access token>');
    }
    await revocations.revoke(appKey, claims.user);
    return { error: 0 };
  });
}
