import { parseAddress } from '../im-protocol/index.js';
import { LIST_PAGE_SIZE, ONLINE_STATE_UNTOLD } from './constants.js';
import { isWebLink, readExtValues } from './ext.js';
import { asList, asObject, asText, type ImRest } from './rest.js';
import type { ImCallOptions, ImChatType, ImContent, ImConversation, ImMessage, ImUnknownContent } from './types.js';

type Fields = Readonly<Record<string, unknown>>;

const nameIn = (value: unknown): string => parseAddress(asText(value))?.name ?? asText(value);

/** A number of the list; omitted if missing. */
const number = <K extends string>(key: K, value: unknown): { readonly [key in K]?: number } =>
  (typeof value === 'number' ? { [key]: value } : {}) as { readonly [key in K]?: number };

/** Reads the content of a message in the format of the conversation list: bodies with words for types. */
function readBody(body: Fields, href: string | undefined): ImContent | ImUnknownContent {
  const data = asText(body.msg);
  const media = {
    url: asText(body.url),
    filename: asText(body.filename),
    ...number('fileSize', body.file_length),
    ...number('width', asObject(body.size).width),
    ...number('height', asObject(body.size).height),
  };
  switch (body.type) {
    case 'txt':
      return href !== undefined && isWebLink(href)
        ? { contentsType: 'LINK', href, data }
        : { contentsType: 'TEXT', data };
    case 'img':
      return { contentsType: 'IMAGE', ...media };
    case 'video':
      return { contentsType: 'VIDEO', ...media, ...number('duration', body.length) };
    case 'cmd':
      return { contentsType: 'COMMAND', action: asText(body.action) };
    default:
      return { contentsType: 'UNKNOWN' };
  }
}

function readLast(meta: Fields, type: ImChatType, self: string): ImMessage | undefined {
  const id = asText(meta.id);
  if (id === '') return undefined;
  let payload: Fields = {};
  try {
    payload = asObject(JSON.parse(asText(meta.payload)));
  } catch {
    // Shown as a message of an unknown kind.
  }
  const ext = readExtValues(asObject(payload.ext));
  const from = nameIn(meta.from);
  const isOwn = from === self;
  return {
    ...{ key: id, id, type, from, to: nameIn(meta.to), time: Number(meta.timestamp) || 0, ext, isOwn },
    status: isOwn ? 'sent' : 'received',
    ...{ error: false, errorCode: 0, errorText: '', onlineState: ONLINE_STATE_UNTOLD },
    ...readBody(asList(payload.bodies)[0] ?? {}, ext.href),
  };
}

/** Loads all conversations of the server, the latest first (wire-im 2.5). @throws {LecternError} */
export async function readConversations(
  rest: ImRest,
  self: string,
  { signal }: ImCallOptions,
): Promise<readonly ImConversation[]> {
  const all: ImConversation[] = [];
  let cursor = '';
  for (;;) {
    const path = `sdk/user/${encodeURIComponent(self)}/user_channels/list`;
    const query = { limit: LIST_PAGE_SIZE, cursor, need_mark: 'false', needEmptySession: 'false' };
    const { data } = await rest.call('GET', path, { query, signal });
    const page = asList(asObject(data).channel_infos);
    for (const { session_to: to, session_type: word, unread_num: unread, meta } of page) {
      const type = word === 'groupchat' || word === 'groupChat' ? 'group' : 'single';
      const peer = nameIn(to);
      if (peer === '') continue;
      const lastMessage = readLast(asObject(meta), type, self);
      all.push({ type, peer, lastMessage, unread: Math.max(0, Math.trunc(Number(unread) || 0)) });
    }
    const next = asText(asObject(data).cursor);
    if (next === '' || next === cursor || page.length === 0) return all;
    cursor = next;
  }
}
