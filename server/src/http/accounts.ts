import { ServerCode } from '@lectern/rtc/protocol';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { PROBE_USER, USER_NAME_PATTERN } from '../auth/identity.js';
import type { Accounts } from '../auth/accounts.js';
import type { Revocations } from '../auth/revocations.js';
import type { Tokens } from '../auth/tokens.js';
import { type FailureThrottle, Throttled } from '@lectern/kit/rate-limits';
import { singleLine } from '../single-line.js';
import { ownerOf } from './bearer.js';
import { ImRefused, read, Refusal } from './errors.js';

const params = z.object({ org: z.string(), app: z.string() });
/** PostgreSQL text cannot contain a zero character. */
const nick = z
  .string()
  .max(256)
  .refine((value) => !value.includes('\0'), 'must not have zero characters')
  .transform(singleLine)
  .optional();
const password = z.string().min(1).max(256);
const newUser = z.looseObject({
  username: z
    .string()
    .regex(USER_NAME_PATTERN, 'letters, digits and _ . @ - only, 64 at most')
    .refine((name) => name !== PROBE_USER, 'is no name for a user'),
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
  /** Every token of the user was revoked. */
  readonly loggedOut: (appKey: string, user: string) => void;
}

/**
 * `POST /{org}/{app}/users`, `POST /{org}/{app}/token` and its opposite, `DELETE /{org}/{app}/token`; expiry of a
 * token: `GET /{org}/{app}/sdk/users/{user}/token/expires`.
 */
export function accountRoutes(
  app: FastifyInstance,
  { accounts, tokens, revocations, throttle, appKeys, isOpen, loggedOut }: AccountRoutes,
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
    if (!isOpen(appKey)) {
      throw new ImRefused('unauthorized', 401, "Open registration doesn't allow: this application has no sign-up");
    }
    const entities: object[] = [];
    for (const user of list) {
      const nickName = user.nickName ?? user.nickname;
      const made = await throttle.attempt(request.ip, `register ${appKey} ${user.username}`, () =>
        accounts.register({ appKey, user: user.username, password: user.password, nickName }),
      );
      if (!made) {
        // Deployed clients match this text.
        const description = `users require that property username be unique: ${user.username} is taken`;
        throw new ImRefused('duplicate_unique_property_exists', 400, description);
      }
      entities.push({
        type: 'user',
        username: user.username,
        activated: true,
        ...(nickName && { nickname: nickName }),
      });
    }
    return { error: 0, entities };
  });

  app.post('/:org/:app/token', async (request, reply) => {
    const appKey = appKeyOf(request.params);
    const { username, password: given } = read(grant, request.body);
    if (username === PROBE_USER) throw new Refusal(ServerCode.PasswordWrong, 'the server is there; this user is not');
    let session: Awaited<ReturnType<Accounts['logIn']>> | undefined;
    try {
      await throttle.attempt(request.ip, `log in ${appKey} ${username}`, async () => {
        session = await accounts.logIn({ appKey, user: username, password: given });
        return typeof session === 'object';
      });
    } catch (error) {
      if (!(error instanceof Throttled)) throw error;
      reply.header('retry-after', Math.ceil(error.retryAfterMs / 1000));
      throw new ImRefused('reach_limit', 429, error.message);
    }
    if (session === 'no-user') throw new ImRefused('invalid_grant', 404, 'user not found');
    if (session === undefined || session === 'wrong-password') {
      throw new ImRefused('invalid_grant', 400, 'invalid password');
    }
    return {
      error: 0,
      access_token: session.token,
      expires_in: Math.floor(session.expiresInMs / 1000),
      user: { type: 'user', username, activated: true },
    };
  });

  /** Revokes every access token of the token's user, this one included: after a theft, or to log out everywhere. */
  app.delete('/:org/:app/token', async (request) => {
    const appKey = appKeyOf(request.params);
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const claims = given === undefined ? undefined : tokens.readAccess(given);
    if (claims?.appKey !== appKey) {
      throw new Refusal(ServerCode.TokenInvalid, 'name a valid token: Authorization: Bearer <access token>');
    }
    await revocations.revoke(appKey, claims.user);
    loggedOut(appKey, claims.user);
    return { error: 0 };
  });

  app.get('/:org/:app/sdk/users/:user/token/expires', (request) => ({
    error: 0,
    expire_timestamp: ownerOf(tokens, request).exp,
  }));
}
