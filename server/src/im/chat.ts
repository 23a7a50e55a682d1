import {
  BodyType,
  decode,
  encode,
  MessageBody,
  MsyncFormatError,
  NameSpace,
  StatusCode,
  StatusReason,
  type Meta,
} from '@lectern/rtc/im-protocol';
import { USER_NAME_PATTERN } from '../auth/identity.js';
import { isGroup, type ImRefusal } from './frames.js';
import type { Draft } from './writer.js';

/** Bodies that are handed over between two users. */
const ROUTED: ReadonlySet<number> = new Set([
  BodyType.Chat,
  BodyType.ReadAck,
  BodyType.DeliverAck,
  BodyType.ChannelAck,
]);

export interface Sender {
  readonly appKey: string;
  readonly user: string;
  readonly resource: string;
}

const wrong = (reason: string): ImRefusal => ({ errorCode: StatusCode.WrongParameter, reason });

/** Reads a message that a client sends; what it says of its sender must be true, or be left out. */
export function readChat(meta: Meta, sender: Sender, maxBytes: number): Draft | ImRefusal {
  const { id: clientId, to, ns, payload } = meta;
  if (clientId === undefined || clientId === '0') return wrong('a message must have an id');
  if (ns !== NameSpace.Chat) return { errorCode: StatusCode.UnknownCommand, reason: `nothing takes namespace ${ns}` };
  if (payload === undefined || to?.name === undefined) return wrong('a message must have a body and a recipient');
  if (payload.length > maxBytes) {
    return { errorCode: StatusCode.PermissionDenied, reason: StatusReason.TooLarge };
  }
  if (isGroup(to)) return { errorCode: StatusCode.Fail, reason: StatusReason.GroupNotFound };
  if (!USER_NAME_PATTERN.test(to.name) || (to.appKey ?? sender.appKey) !== sender.appKey) {
    return { errorCode: StatusCode.Fail, reason: StatusReason.UserNotFound };
  }
  let body: MessageBody;
  try {
    body = decode(MessageBody, payload);
  } catch (error) {
    if (error instanceof MsyncFormatError) return { errorCode: StatusCode.PbParserError, reason: error.message };
    throw error;
  }
  const kind = body.type ?? BodyType.Normal;
  if (!ROUTED.has(kind)) return wrong(`nothing takes messages of type ${kind} to a user`);
  const from = body.from?.name;
  if (from !== undefined && from !== '' && from !== sender.user) return wrong('the sender is not who is logged in');
  const recipient = body.to?.name;
  if (recipient !== undefined && recipient !== '' && recipient !== to.name) return wrong('the recipients differ');
  // Parts of a message that follow one another are one message, so the rest of the body stays as it was sent.
  const names = encode(MessageBody, { from: { name: sender.user }, to: { name: to.name } });
  const isNamed = Boolean(from) && Boolean(recipient);
  return {
    ...{ appKey: sender.appKey, sender: sender.user, resource: sender.resource },
    recipient: to.name,
    clientId,
    kind,
    body: isNamed ? payload : Buffer.concat([payload, names]),
  };
}
