import { addressOf, GROUP_DOMAIN, nameOf, USER_DOMAIN } from '@lectern/rtc/im-protocol';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Tokens } from '../auth/tokens.js';
import { messageJson } from '../im/index.js';
import { groupIdOf, groupKeyOf, isGroupKey, type Conversation, type ImStore } from '../store/index.js';
import { ownerOf } from './bearer.js';
import { read } from './errors.js';

const MAX_LISTED = 100;
const MAX_PAGE = 50;
const DEFAULT_PAGE = 20;

const page = z.coerce.number().int().min(1);
const pages = z.looseObject({ pageNum: page.max(1_000).default(1), pageSize: page.default(DEFAULT_PAGE) });
const cursored = z.looseObject({
  limit: page.default(DEFAULT_PAGE),
  /** Cursor of the last listed conversation. */
  cursor: z.union([z.literal(''), z.string().regex(/^[1-9]\d{0,18}$/, 'must be the cursor of an answer')]).optional(),
  is_top: z.string().optional(),
});
const deletion = z.looseObject({
  /** A name, a group's id, or an address. */
  channel: z.string().min(1).max(256),
  type: z.enum(['chat', 'groupChat', 'groupchat']),
  delete_roam: z.boolean().nullish(),
});

export interface ConversationRoutes {
  readonly store: ImStore;
  readonly tokens: Tokens;
  /** Greater than the id of every message so far. */
  readonly nextId: () => bigint;
}

const addressOfPeer = (appKey: string, peer: string): string =>
  isGroupKey(peer) ? addressOf(appKey, groupIdOf(peer), GROUP_DOMAIN) : addressOf(appKey, peer, USER_DOMAIN);

const metaOf = ({ last }: Conversation): object => ({
  id: String(last.id),
  from: `${addressOfPeer(last.appKey, last.sender)}/${last.resource}`,
  to: addressOfPeer(last.appKey, last.recipient),
  timestamp: last.sentAt,
  ns: 'chat',
  payload: JSON.stringify(messageJson(last)),
});

/** Lists of conversations, newest first, with the unread count and the last message of each (wire-im 2.5). */
export function conversationRoutes(app: FastifyInstance, { store, tokens, nextId }: ConversationRoutes): void {
  const channelOf = (appKey: string, conversation: Conversation): object => ({
    channel_id: addressOfPeer(appKey, conversation.peer),
    unread_num: conversation.unread,
    meta: metaOf(conversation),
  });

  app.get('/:org/:app/users/:user/user_channels', async (request) => {
    const { appKey, user } = ownerOf(tokens, request);
    const found = await store.conversations({ appKey, name: user }, undefined, MAX_LISTED);
    return { error: 0, data: { channel_infos: found.map((each) => channelOf(appKey, each)) } };
  });

  app.get('/:org/:app/users/:user/user_channels/page', async (request) => {
    const { appKey, user } = ownerOf(tokens, request);
    const { pageNum, pageSize } = read(pages, request.query);
    const size = Math.min(MAX_PAGE, pageSize);
    const found = await store.conversations({ appKey, name: user }, undefined, pageNum * size);
    const shown = found.slice((pageNum - 1) * size);
    return { error: 0, data: { channel_infos: shown.map((each) => channelOf(appKey, each)) } };
  });

  app.get('/:org/:app/sdk/user/:user/user_channels/list', async (request) => {
    const { appKey, user } = ownerOf(tokens, request);
    const { limit, cursor, is_top: isTop } = read(cursored, request.query);
    // Nothing is ever pinned.
    if (isTop === 'true') return { error: 0, data: { channel_infos: [], cursor: '' } };
    const size = Math.min(MAX_PAGE, limit);
    const before = cursor === undefined || cursor === '' ? undefined : BigInt(cursor);
    // One extra row shows whether there are more.
    const found = await store.conversations({ appKey, name: user }, before, size + 1);
    const shown = found.slice(0, size);
    const infos = shown.map((conversation) => ({
      session_to: isGroupKey(conversation.peer) ? groupIdOf(conversation.peer) : conversation.peer,
      session_type: isGroupKey(conversation.peer) ? 'groupchat' : 'chat',
      unread_num: conversation.unread,
      is_top: false,
      meta: metaOf(conversation),
    }));
    const next = found.length > size ? String(shown.at(-1)?.newestId) : '';
    return { error: 0, data: { channel_infos: infos, cursor: next } };
  });

  app.delete('/:org/:app/user/:user/user_channel', async (request) => {
    const { appKey, user } = ownerOf(tokens, request);
    const { channel, type, delete_roam: isCleared } = read(deletion, request.body);
    const name = nameOf(channel);
    const peer = type === 'chat' ? name : groupKeyOf(name);
    await store.hide({ appKey, name: user }, peer, nextId(), isCleared ?? false);
    return { error: 0, data: { result: 'ok' } };
  });
}
