import { BodyType, ContentType, encode, GROUP_DOMAIN, Meta, USER_DOMAIN } from '@lectern/rtc/im-protocol';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Tokens } from '../auth/tokens.js';
import { metaOf, type Groups } from '../im/index.js';
import { groupKeyOf, type ImStore } from '../store/index.js';
import { ownerOf } from './bearer.js';
import { read } from './errors.js';
import { orRefused } from './group-refusals.js';

const MAX_PAGE = 50;
const DEFAULT_PAGE = 20;
/** Ids fill 63 bits. */
const cursor = z.string().regex(/^[1-9]\d{0,17}$|^[1-8]\d{18}$/, 'must be -1 or the next_key of an answer');
const time = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullish();

/** `Content.type` by the names that clients ask for. */
const CONTENT_TYPES: ReadonlyMap<string, number> = new Map([
  ['txt', ContentType.Text],
  ['img', ContentType.Image],
  ['video', ContentType.Video],
  ['loc', ContentType.Location],
  ['audio', ContentType.Voice],
  ['file', ContentType.File],
  ['cmd', ContentType.Command],
  ['custom', ContentType.Custom],
  ['combine', ContentType.Combine],
]);

const query = z.looseObject({
  /** `ann@easemob.com`, or the id of a group at the domain of groups. */
  queue: z
    .string()
    .max(256)
    .regex(/^[^@].*@(conference\.)?easemob\.com$/, `must be name@${USER_DOMAIN} or group@${GROUP_DOMAIN}`),
  start: z.union([z.literal([-1, '-1', '']), cursor]).nullish(),
  pull_number: z.number().int().min(1).nullish(),
  is_positive: z.boolean().nullish(),
  /** A list of names, separated by commas. */
  msgType: z
    .string()
    .nullish()
    .transform((value, context) => {
      const names = value?.split(',').map((name) => name.trim()) ?? [];
      if (names.length === 0 || names.join('') === '') return undefined;
      const types = names.map((name) => CONTENT_TYPES.get(name));
      if (types.every((type) => type !== undefined)) return types;
      context.addIssue(`must have ${[...CONTENT_TYPES.keys()].join(', ')} only`);
      return z.NEVER;
    }),
  /** User that wrote the message. */
  userId: z.string().max(64).nullish(),
  startTime: time,
  endTime: time,
});

export interface MessageRoutes {
  readonly store: ImStore;
  readonly tokens: Tokens;
  readonly groups: Groups;
}

/**
 * `POST /{org}/{app}/users/{me}/messageroaming`: the history with one user or of one's group, newest first, or oldest first
 * with `is_positive` (wire-im 2.4).
 */
export function messageRoutes(app: FastifyInstance, { store, tokens, groups }: MessageRoutes): void {
  app.post('/:org/:app/users/:user/messageroaming', async (request) => {
    const { appKey, user } = ownerOf(tokens, request);
    const asked = read(query, request.body);
    const at = asked.queue.lastIndexOf('@');
    const [name, isGroup] = [asked.queue.slice(0, at), asked.queue.slice(at + 1) === GROUP_DOMAIN];
    if (isGroup) await orRefused(groups.getAsMember(appKey, name, user));
    const limit = Math.min(MAX_PAGE, asked.pull_number ?? DEFAULT_PAGE);
    const { start } = asked;
    const found = await store.history({ appKey, name: user }, isGroup ? groupKeyOf(name) : name, {
      kind: isGroup ? BodyType.Groupchat : BodyType.Chat,
      isDownward: asked.is_positive ?? false,
      cursor: typeof start === 'string' && start !== '-1' && start !== '' ? BigInt(start) : undefined,
      // One extra row shows whether this page is the last.
      limit: limit + 1,
      contentTypes: asked.msgType,
      sender: asked.userId || undefined,
      startTime: asked.startTime ?? undefined,
      endTime: asked.endTime ?? undefined,
    });
    const messages = found.slice(0, limit);
    const last = messages.at(-1);
    return {
      error: 0,
      data: {
        is_last: found.length <= limit,
        ...(last && { next_key: String(last.id) }),
        msgs: messages.map((message) => ({
          msg: Buffer.from(encode(Meta, metaOf(message))).toString('base64'),
          msg_id: String(message.id),
          timestamp: message.sentAt,
        })),
      },
    };
  });
}
