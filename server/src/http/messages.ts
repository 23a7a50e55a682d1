import { BodyType, encode, Meta, USER_DOMAIN } from '@lectern/rtc/im-protocol';
import { ServerCode } from '@lectern/rtc/protocol';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Tokens } from '../auth/tokens.js';
import { metaOf } from '../im/index.js';
import type { ImStore } from '../store/index.js';
import { read, Refusal } from './errors.js';

const MAX_PAGE = 50;
const DEFAULT_PAGE = 20;
/** Ids fill 63 bits. */
const cursor = z.string().regex(/^[1-9]\d{0,17}$|^[1-8]\d{18}$/, 'must be -1 or the next_key of an answer');

const params = z.object({ org: z.string(), app: z.string(), user: z.string() });
const query = z.looseObject({
  /** `ann@easemob.com`. */
  queue: z.string().max(256).endsWith(`@${USER_DOMAIN}`, 'must name a user: name@easemob.com'),
  start: z.union([z.literal([-1, '-1', '']), cursor]).nullish(),
  pull_number: z.number().int().min(1).nullish(),
  is_positive: z.literal(false, 'history is read upward only').nullish(),
});

export interface MessageRoutes {
  readonly store: ImStore;
  readonly tokens: Tokens;
}

/** `POST /{org}/{app}/users/{me}/messageroaming`: the history with one user, newest first (wire-im 2.4). */
export function messageRoutes(app: FastifyInstance, { store, tokens }: MessageRoutes): void {
  app.post('/:org/:app/users/:user/messageroaming', async (request) => {
    const { org, app: name, user } = read(params, request.params);
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const claims = given === undefined ? undefined : tokens.readAccess(given);
    if (claims === undefined || claims.appKey !== `${org}#${name}` || claims.user !== user) {
      throw new Refusal(
        ServerCode.TokenInvalid,
        'name a valid token of the user: Authorization: Bearer <access token>',
      );
    }
    const { queue, start, pull_number: wanted } = read(query, request.body);
    const before = typeof start === 'string' && start !== '-1' && start !== '' ? BigInt(start) : undefined;
    const limit = Math.min(MAX_PAGE, wanted ?? DEFAULT_PAGE);
    const peer = queue.slice(0, queue.lastIndexOf('@'));
    const owner = { appKey: claims.appKey, name: user };
    // One more tells whether this page is the last.
    const which = { kind: BodyType.Chat, isDownward: false, cursor: before, limit: limit + 1 };
    const found = await store.history(owner, peer, which);
    const messages = found.slice(0, limit);
    const oldest = messages.at(-1);
    return {
      error: 0,
      data: {
        is_last: found.length <= limit,
        ...(oldest && { next_key: String(oldest.id) }),
        msgs: messages.map((message) => ({
          msg: Buffer.from(encode(Meta, metaOf(message))).toString('base64'),
          msg_id: String(message.id),
          timestamp: message.sentAt,
        })),
      },
    };
  });
}
