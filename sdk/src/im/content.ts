import {
  BodyType,
  ContentType,
  decode,
  encode,
  MessageBody,
  MsyncFormatError,
  readExt,
  writeExt,
  type Content,
  type Meta,
} from '../im-protocol/index.js';
import type { ImContent, ImDraft, ImMedia, ImMessage, ImUnknownContent } from './types.js';

/** Leaves out what is undefined. */
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

function readContent(content: Content | undefined): ImContent | ImUnknownContent {
  switch (content && (content.type ?? ContentType.Text)) {
    case ContentType.Text:
      return { contentsType: 'TEXT', data: content?.text ?? '' };
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

/** The body of a message to one user. */
export const writeBody = (draft: ImDraft, from: string): Uint8Array =>
  encode(MessageBody, {
    type: BodyType.Chat,
    from: { name: from },
    to: { name: draft.to },
    contents: [writeContent(draft)],
    ext: writeExt(draft.ext ?? {}),
  });

/** A message to one user; undefined for what is none (acknowledgements between users) or can not be read. */
export function readMessage(meta: Meta, self: string): ImMessage | undefined {
  const { id = '0', from, to, timestamp = '0', payload = new Uint8Array() } = meta;
  let body: MessageBody;
  try {
    body = decode(MessageBody, payload);
  } catch (error) {
    if (error instanceof MsyncFormatError) return undefined;
    throw error;
  }
  if (body.type !== BodyType.Chat) return undefined;
  // The envelope is the server's, the body is whatever its sender wrote.
  const sender = from?.name ?? '';
  return {
    id,
    type: 'single',
    from: sender,
    to: to?.name ?? '',
    time: Number(timestamp),
    ext: readExt(body.ext ?? []),
    isOwn: sender === self,
    ...readContent(body.contents?.[0]),
  };
}
