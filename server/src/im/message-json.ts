import {
  BodyType,
  Content,
  ContentType,
  decode,
  KeyValue,
  MessageBody,
  MsyncFormatError,
  readExt,
} from '@lectern/rtc/im-protocol';
import { groupIdOf, isGroupKey, type ImMessage } from '../store/index.js';

/** Fields of contents that only the JSON form of messages needs. */
const WholeContent = {
  ...Content,
  latitude: { number: 3, type: 'double', isRepeated: false },
  longitude: { number: 4, type: 'double', isRepeated: false },
  address: { number: 5, type: 'string', isRepeated: false },
  customEvent: { number: 19, type: 'string', isRepeated: false },
  customExts: { number: 20, type: KeyValue, isRepeated: true },
  buildingName: { number: 21, type: 'string', isRepeated: false },
} as const;

interface Place {
  readonly latitude?: number;
  readonly longitude?: number;
  readonly address?: string;
  readonly buildingName?: string;
}

interface Custom {
  readonly customEvent?: string;
  readonly customExts?: readonly KeyValue[];
}

type AnyContent = Content & Place & Custom;

const fileOf = ({ remotePath = '', secretKey = '', displayName = '', fileLength = 0 }: Content): object => ({
  url: remotePath,
  secret: secretKey,
  filename: displayName,
  file_length: fileLength,
});

function partOf(content: AnyContent): object {
  switch (content.type ?? ContentType.Text) {
    case ContentType.Text:
      return { type: 'txt', msg: content.text ?? '' };
    case ContentType.Image:
      return { type: 'img', ...fileOf(content), size: content.size ?? {} };
    case ContentType.Video: {
      const { thumbnailRemotePath: thumb = '', thumbnailSecretKey: secret = '', duration = 0, size = {} } = content;
      return { type: 'video', ...fileOf(content), length: duration, thumb, thumb_secret: secret, size };
    }
    case ContentType.Location: {
      const { address = '', latitude = 0, longitude = 0, buildingName = '' } = content;
      return { type: 'loc', addr: address, lat: latitude, lng: longitude, buildingName };
    }
    case ContentType.Voice:
      return { type: 'audio', ...fileOf(content), length: content.duration ?? 0 };
    case ContentType.Command:
      return { type: 'cmd', action: content.action ?? '' };
    case ContentType.Custom: {
      const exts = Object.entries(readExt(content.customExts ?? []));
      return { type: 'custom', customEvent: content.customEvent ?? '', customExts: exts.map(([k, v]) => ({ [k]: v })) };
    }
    default:
      return { type: 'file', ...fileOf(content) };
  }
}

function bodyOf(bytes: Uint8Array): { readonly contents: readonly AnyContent[]; readonly ext: object } {
  try {
    const { ext = [] } = decode(MessageBody, bytes);
    const { contents = [] } = decode({ contents: { number: 4, type: WholeContent, isRepeated: true } }, bytes) as {
      contents?: readonly AnyContent[];
    };
    return { contents, ext: readExt(ext) };
  } catch (error) {
    // Stored before the codec could read all fields; it keeps its place in the list.
    if (error instanceof MsyncFormatError) return { contents: [{ type: ContentType.Text }], ext: {} };
    throw error;
  }
}

/** A message in the lists of conversations: JSON under the names of the provider's REST interface. */
export function messageJson({ sender, recipient, body, kind }: ImMessage): object {
  const { contents, ext } = bodyOf(body);
  return {
    bodies: contents.map(partOf),
    ext,
    from: sender,
    to: isGroupKey(recipient) ? groupIdOf(recipient) : recipient,
    type: kind === BodyType.Groupchat ? 'groupchat' : 'chat',
  };
}
