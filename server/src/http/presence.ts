import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { USER_NAME_PATTERN } from '../auth/identity.js';
import type { Tokens } from '../auth/tokens.js';
import type { ImHub, Presences } from '../im/index.js';
import { ownerOf } from './bearer.js';
import { ImRefused, read } from './errors.js';

/** Code that clients read as "limit reached". */
const LIMIT_REACHED = 50;
const MAX_DAYS = 30;
const MAX_SECONDS = MAX_DAYS * 24 * 3_600;

const names = z.array(z.string().regex(USER_NAME_PATTERN, 'must be user names')).min(1).max(100);
const users = z.looseObject({ usernames: names });
const params = z.looseObject({
  what: z.coerce.number(`must be seconds: 1 to ${MAX_SECONDS}`).int().min(1).max(MAX_SECONDS),
});
const said = z.looseObject({
  ext: z
    .string()
    .max(1_024)
    .refine((value) => !value.includes('\0'), 'must not have zero characters'),
});
const page = z.looseObject({
  pageNum: z.coerce.number().int().min(0).default(1),
  pageSize: z.coerce.number().int().min(1).max(500).default(20),
});

export interface PresenceRoutes {
  readonly presences: Presences;
  readonly hub: ImHub;
  readonly tokens: Tokens;
  /** Logs out one of the user's devices. */
  readonly logOut: (appKey: string, user: string, resource: string) => boolean;
}

/** Presence of users and its subscribers (wire-im 2.6); a user's own devices. */
export function presenceRoutes(app: FastifyInstance, { presences, hub, tokens, logOut }: PresenceRoutes): void {
  const path = '/:org/:app/users/:user/presence';

  app.post(path, (request) => {
    const { appKey, user } = ownerOf(tokens, request);
    const { usernames } = read(users, request.body);
    return { error: 0, result: usernames.map((name) => presences.stateOf(appKey, name, user)) };
  });

  app.post(`${path}/:what`, async (request) => {
    const { appKey, user } = ownerOf(tokens, request);
    const { usernames } = read(users, request.body);
    if (!(await presences.watch(appKey, user, usernames, read(params, request.params).what))) {
      throw new ImRefused(LIMIT_REACHED, 403, 'the user is told of too many others');
    }
    return { error: 0, result: usernames.map((name) => presences.stateOf(appKey, name, user)) };
  });

  app.delete(path, async (request) => {
    const { appKey, user } = ownerOf(tokens, request);
    await presences.unwatch(appKey, user, read(names, request.body));
    return { error: 0, result: 'ok' };
  });

  app.post(`${path}/:what/1`, (request) => {
    const { appKey, user } = ownerOf(tokens, request);
    presences.publish(appKey, user, read(said, request.body).ext);
    return { error: 0, result: 'ok' };
  });

  app.get(`${path}/sublist`, (request) => {
    const { appKey, user } = ownerOf(tokens, request);
    const { pageNum, pageSize } = read(page, request.query);
    const all = presences.watchedBy(appKey, user);
    const from = Math.max(0, pageNum - 1) * pageSize;
    return { error: 0, result: { totalnum: all.length, sublist: all.slice(from, from + pageSize) } };
  });

  app.get('/:org/:app/users/:user/resources', (request) => {
    const { appKey, user } = ownerOf(tokens, request);
    return { error: 0, data: hub.devicesOf(appKey, user).map(({ resource }) => ({ res: resource })) };
  });

  app.delete('/:org/:app/users/:user/resources/:resource', (request) => {
    const { appKey, user } = ownerOf(tokens, request);
    const { resource } = read(z.looseObject({ resource: z.string() }), request.params);
    return { error: 0, data: { result: logOut(appKey, user, resource) } };
  });
}
