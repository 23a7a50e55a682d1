import {
  BodyType,
  ContentType,
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
import { checkBodyForm } from './body-form.js';
import { isGroup, queueKeyOf, type ImRefusal } from './frames.js';
import type { Draft } from './writer.js';

/** Kinds of bodies that are relayed between two users, or in a group. */
const ROUTED: ReadonlySet<number> = new Set([
  BodyType.Chat,
  BodyType.Groupchat,
  BodyType.ReadAck,
  BodyType.Recall,
  BodyType.DeliverAck,
  BodyType.ChannelAck,
]);

export interface Sender {
  readonly appKey: string;
  readonly user: string;
  readonly resource: string;
}

const wrong = (reason: string): ImRefusal => ({ errorCode: StatusCode.WrongParameter, reason });

/**
 * Parses a message from a client to a user or a group; claims about its sender must be true or absent. The caller
 * checks that the recipient exists.
 */
export function readChat(meta: Meta, sender: Sender): Draft | ImRefusal {
  const { id: clientId = '0', to, payload } = meta;
  if (payload === undefined || to?.name === undefined) return wrong('a message must have a body and a recipient');
  if (!USER_NAME_PATTERN.test(to.name) || (to.appKey ?? sender.appKey) !== sender.appKey) {
    const reason = isGroup(to) ? StatusReason.GroupNotFound : StatusReason.UserNotFound;
    return { errorCode: StatusCode.Fail, reason };
  }
  let body: MessageBody;
  try {
    checkBodyForm(payload);
    body = decode(MessageBody, payload);
  } catch (error) {
    if (error instanceof MsyncFormatError) return { errorCode: StatusCode.PbParserError, reason: error.message };
    throw error;
  }
  const kind = body.type ?? BodyType.Normal;
  if (!ROUTED.has(kind)) return wrong(`nothing takes messages of type ${kind}`);
  const from = body.from?.name;
  if (from !== undefined && from !== '' && from !== sender.user) return wrong('the sender is not who is logged in');
  const recipient = body.to?.name;
  if (recipient !== undefined && recipient !== '' && recipient !== to.name) return wrong('the recipients differ');
  // Concatenated protobuf messages are merged, so the rest of the body stays as it was sent.
  const names = encode(MessageBody, { from: { name: sender.user }, to: { name: to.name } });
  const isNamed = Boolean(from) && Boolean(recipient);
  return {
    ...{ appKey: sender.appKey, sender: sender.user, resource: sender.resource },
    recipient: queueKeyOf(to),
    clientId,
    ns: NameSpace.Chat,
    kind,
    contentType: body.contents?.[0] === undefined ? null : (body.contents[0].type ?? ContentType.Text),
    body: isNamed ? payload : Buffer.concat([payload, names]),
  };
}
