import {
  BodyType,
  ContentType,
  decode,
  encode,
  GROUP_DOMAIN,
  MessageBody,
  MsyncFormatError,
  writeExt,
  type Content,
  type Meta,
} from '../im-protocol/index.js';
import { ONLINE_STATE_UNTOLD } from './constants.js';
import { badParameter, ImErrorMessage } from './errors.js';
import { isWebLink, readMessageExt } from './ext.js';
import { asObject } from './rest.js';
import type { ImChatType, ImContent, ImDraft, ImExt, ImMedia, ImMessage, ImUnknownContent } from './types.js';

/** Omits undefined values. */
const defined = <T extends object>(values: { readonly [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;

const readMedia = ({ remotePath = '', displayName, fileLength, size, thumbnailRemotePath }: Content): ImMedia =>
  defined<ImMedia>({
    url: remotePath,
    filename: displayName,
    fileSize: fileLength,
    width: size?.width,
    height: size?.height,
    thumbnailUrl: thumbnailRemotePath,
  });

function readContent(content: Content | undefined, ext: ImExt): ImContent | ImUnknownContent {
  switch (content && (content.type ?? ContentType.Text)) {
    case ContentType.Text: {
      const { text: data = '' } = content ?? {};
      const { href } = ext;
      // A link that must not be followed is treated as text.
      return href !== undefined && isWebLink(href)
        ? { contentsType: 'LINK', href, data }
        : { contentsType: 'TEXT', data };
    }
    case ContentType.Command:
      return { contentsType: 'COMMAND', action: content?.action ?? '' };
    case ContentType.Image:
      return { contentsType: 'IMAGE', ...readMedia(content ?? {}) };
    case ContentType.Video:
      return {
        contentsType: 'VIDEO',
        ...readMedia(content ?? {}),
        ...(content?.duration !== undefined && { duration: content.duration }),
      };
    default:
      return { contentsType: 'UNKNOWN' };
  }
}

const writeMedia = ({ url, filename, fileSize, width, height, thumbnailUrl }: ImMedia): Content =>
  defined<Content>({
    remotePath: url,
    displayName: filename,
    fileLength: fileSize,
    size: width === undefined && height === undefined ? undefined : { width: width ?? 0, height: height ?? 0 },
    thumbnailRemotePath: thumbnailUrl,
  });

function writeContent(draft: ImContent): Content {
  switch (draft.contentsType) {
    case 'TEXT':
      return { type: ContentType.Text, text: draft.data };
    case 'LINK':
      return { type: ContentType.Text, text: draft.data ?? draft.href };
    case 'COMMAND':
      return { type: ContentType.Command, action: draft.action };
    case 'IMAGE':
      return { type: ContentType.Image, ...writeMedia(draft) };
    case 'VIDEO':
      return {
        type: ContentType.Video,
        ...writeMedia(draft),
        ...(draft.duration !== undefined && { duration: Math.round(draft.duration) }),
      };
  }
}

/** @throws {LecternError} for a draft that cannot be sent, with the specification's message (marketplace §5). */
export function checkDraft(draft: ImDraft): void {
  if (!draft.to) throw badParameter('name the user or the group to send to');
  if (draft.contentsType === 'TEXT' && draft.data === '') throw badParameter(ImErrorMessage.EnterContent);
  if (draft.contentsType === 'LINK') {
    if (draft.href === '') throw badParameter(ImErrorMessage.EnterLink);
    if (!isWebLink(draft.href)) throw badParameter('a link must be a URL with http or https');
  }
}

/** Participants and subject of a body, besides its content. */
interface BodyHead {
  readonly from: string;
  readonly to: string;
  readonly type: ImChatType;
}

const namesOf = ({ from, to }: BodyHead): MessageBody => ({ from: { name: from }, to: { name: to } });

/** The body of a message. */
export const writeBody = (draft: ImContent & { readonly ext?: ImExt }, head: BodyHead): Uint8Array =>
  encode(MessageBody, {
    type: head.type === 'group' ? BodyType.Groupchat : BodyType.Chat,
    ...namesOf(head),
    contents: [writeContent(draft)],
    ext: writeExt({ ...draft.ext, ...(draft.contentsType === 'LINK' && { href: draft.href }) }),
  });

/** The body of a receipt or a recall: `id` is that of the message; a receipt for a whole conversation has none. */
export const writeNote = (type: number, id: string | undefined, head: BodyHead): Uint8Array =>
  encode(MessageBody, {
    type,
    ...namesOf(head),
    // Deployed clients send an empty content, and read the first one.
    contents: [{ type: ContentType.Text }],
    ...(id !== undefined && { ackMessageId: id }),
  });

/** A note about messages, e.g. a receipt. */
export interface ImNote {
  readonly kind: 'recall' | 'delivered' | 'read';
  /** Plain user name, set by the server. */
  readonly from: string;
  readonly to: string;
  readonly type: ImChatType;
  /** Id of the message; undefined for the whole conversation. */
  readonly id: string | undefined;
}

const NOTES: Readonly<Record<number, ImNote['kind']>> = {
  [BodyType.Recall]: 'recall',
  [BodyType.DeliverAck]: 'delivered',
  [BodyType.ReadAck]: 'read',
  [BodyType.ChannelAck]: 'read',
};

/** Reads the delivery state that the server adds to an item as JSON text. */
function onlineStateOf(meta: Uint8Array | undefined): number {
  try {
    const told = meta && asObject(JSON.parse(new TextDecoder().decode(meta))).is_online;
    return typeof told === 'number' ? told : ONLINE_STATE_UNTOLD;
  } catch {
    return ONLINE_STATE_UNTOLD;
  }
}

/** Reads a message, or a note about messages; undefined for anything else or unreadable items. */
export function readChat(item: Meta, self: string): ImMessage | ImNote | undefined {
  const { id = '0', from, to, timestamp = '0', payload = new Uint8Array(), meta } = item;
  let body: MessageBody;
  try {
    body = decode(MessageBody, payload);
  } catch (error) {
    if (error instanceof MsyncFormatError) return undefined;
    throw error;
  }
  const { type = BodyType.Normal, ackMessageId } = body;
  // The server wrote the envelope, the sender the body.
  const names = {
    type: to?.domain === GROUP_DOMAIN ? 'group' : 'single',
    from: from?.name ?? '',
    to: to?.name ?? '',
  } as const;
  const kind = NOTES[type];
  if (kind !== undefined) return { kind, ...names, id: ackMessageId };
  if (type !== BodyType.Chat && type !== BodyType.Groupchat) return undefined;
  const ext = readMessageExt(body.ext ?? []);
  const isOwn = names.from === self;
  return {
    ...{ key: id, id, ...names, time: Number(timestamp), ext, isOwn },
    status: isOwn ? 'sent' : 'received',
    ...{ error: false, errorCode: 0, errorText: '', onlineState: onlineStateOf(meta) },
    ...readContent(body.contents?.[0], ext),
  };
}

/** Attachment of a message, in either form: a separate content, or fields of `ext`. */
export interface ImAttachment {
  readonly kind: 'image' | 'video' | 'link';
  /** http or https. */
  readonly url: string;
}

/**
 * Returns the image, video or link of a message (spec, marketplace §3: `ext.image`, `ext.video`, `ext.href`); undefined
 * if it has none, or if its address is not a web address.
 */
export function attachmentOf(message: ImMessage): ImAttachment | undefined {
  const found = shownBy(message);
  return found && isWebLink(found.url) ? found : undefined;
}

function shownBy(message: ImMessage): ImAttachment | undefined {
  switch (message.contentsType) {
    case 'IMAGE':
      return { kind: 'image', url: message.url };
    case 'VIDEO':
      return { kind: 'video', url: message.url };
    case 'LINK':
      return { kind: 'link', url: message.href };
    case 'TEXT': {
      const { image, video } = message.ext;
      if (image) return { kind: 'image', url: image };
      return video ? { kind: 'video', url: video } : undefined;
    }
    default:
      return undefined;
  }
}
