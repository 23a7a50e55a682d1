// Generated from msync.proto by `npm run codec`; do not edit.
import { many, one, scalar, scalars, type MessageOf } from './schema.js';

/**
 * An address: a user, one of its devices, a group or (without name) the system. As text:
 * org#app_name@domain/resource.
 */
export const Jid = {
  appKey: scalar(1, 'string'),
  name: scalar(2, 'string'),
  domain: scalar(3, 'string'),
  clientResource: scalar(4, 'string'),
};
/**
 * An address: a user, one of its devices, a group or (without name) the system. As text:
 * org#app_name@domain/resource.
 */
export type Jid = MessageOf<typeof Jid>;

/** The envelope; one per WebSocket frame. */
export const MSync = {
  version: scalar(1, 'uint32'),
  guid: one(2, Jid),
  /** With PROVISION: `$t$` and the access token. */
  auth: scalar(3, 'string'),
  command: scalar(8, 'int32'),
  payload: scalar(9, 'bytes'),
  encryptType: scalars(11, 'int32'),
};
/** The envelope; one per WebSocket frame. */
export type MSync = MessageOf<typeof MSync>;

/** One entry of an extension object. */
export const KeyValue = {
  key: scalar(1, 'string'),
  type: scalar(2, 'int32'),
  varintValue: scalar(3, 'int64'),
  floatValue: scalar(4, 'float'),
  doubleValue: scalar(5, 'double'),
  stringValue: scalar(6, 'string'),
};
/** One entry of an extension object. */
export type KeyValue = MessageOf<typeof KeyValue>;

/** Result of a request. */
export const Status = {
  errorCode: scalar(1, 'int32'),
  reason: scalar(2, 'string'),
};
/** Result of a request. */
export type Status = MessageOf<typeof Status>;

/** Payload of PROVISION, the login, both ways. */
export const Provision = {
  osType: scalar(1, 'int32'),
  version: scalar(2, 'string'),
  status: one(8, Status),
  deviceUuid: scalar(9, 'string'),
  deviceName: scalar(12, 'string'),
  resource: scalar(13, 'string'),
  /** Older clients repeat the token of the envelope here. */
  auth: scalar(14, 'string'),
  /** From the server: JSON text {"expires_in": milliseconds since the epoch}. */
  authToken: scalar(18, 'string'),
  /** Shown to the session that this login ends. */
  reason: scalar(21, 'string'),
};
/** Payload of PROVISION, the login, both ways. */
export type Provision = MessageOf<typeof Provision>;

/** One routed item; its payload is read by ns. */
export const Meta = {
  id: scalar(1, 'uint64'),
  from: one(2, Jid),
  to: one(3, Jid),
  timestamp: scalar(4, 'uint64'),
  ns: scalar(5, 'int32'),
  payload: scalar(6, 'bytes'),
  routetype: scalar(7, 'int32'),
  ext: many(8, KeyValue),
  /** From the server: JSON text, e.g. {"is_online": 1}. */
  meta: scalar(9, 'bytes'),
  /** With ROUTE_DIRECT: the members of the group that it is for. */
  directedUsers: scalars(10, 'string'),
};
/** One routed item; its payload is read by ns. */
export type Meta = MessageOf<typeof Meta>;

/** Payload of SYNC from the client: an item to send, a queue to pull, or the key up to which it was received. */
export const CommSyncUL = {
  meta: one(1, Meta),
  /** Everything in the queue up to here has arrived. */
  key: scalar(2, 'uint64'),
  queue: one(3, Jid),
};
/** Payload of SYNC from the client: an item to send, a queue to pull, or the key up to which it was received. */
export type CommSyncUL = MessageOf<typeof CommSyncUL>;

/** Payload of SYNC from the server: an acknowledgement, or items of a queue. */
export const CommSyncDL = {
  status: one(1, Status),
  /** With metaId the frame acknowledges the client's own message of that id. */
  metaId: scalar(2, 'uint64'),
  serverId: scalar(3, 'uint64'),
  metas: many(4, Meta),
  nextKey: scalar(5, 'uint64'),
  queue: one(6, Jid),
  isLast: scalar(7, 'bool'),
  timestamp: scalar(8, 'uint64'),
};
/** Payload of SYNC from the server: an acknowledgement, or items of a queue. */
export type CommSyncDL = MessageOf<typeof CommSyncDL>;

/** Payload of NOTICE: a queue has new items. */
export const CommNotice = {
  queue: one(1, Jid),
};
/** Payload of NOTICE: a queue has new items. */
export type CommNotice = MessageOf<typeof CommNotice>;

/** Number of unread items of a queue. */
export const MetaQueue = {
  queue: one(1, Jid),
  n: scalar(2, 'uint32'),
};
/** Number of unread items of a queue. */
export type MetaQueue = MessageOf<typeof MetaQueue>;

/** Payload of UNREAD from the server; the client sends none. */
export const CommUnreadDL = {
  status: one(1, Status),
  unread: many(2, MetaQueue),
  timestamp: scalar(3, 'uint64'),
};
/** Payload of UNREAD from the server; the client sends none. */
export type CommUnreadDL = MessageOf<typeof CommUnreadDL>;

/** Size of a picture, in pixels. */
export const Size = {
  width: scalar(1, 'double'),
  height: scalar(2, 'double'),
};
/** Size of a picture, in pixels. */
export type Size = MessageOf<typeof Size>;

/** One part of a message's body. */
export const Content = {
  type: scalar(1, 'int32'),
  text: scalar(2, 'string'),
  displayName: scalar(6, 'string'),
  remotePath: scalar(7, 'string'),
  secretKey: scalar(8, 'string'),
  fileLength: scalar(9, 'int32'),
  action: scalar(10, 'string'),
  duration: scalar(12, 'int32'),
  size: one(13, Size),
  thumbnailRemotePath: scalar(14, 'string'),
  thumbnailSecretKey: scalar(15, 'string'),
};
/** One part of a message's body. */
export type Content = MessageOf<typeof Content>;

/** Payload of namespace CHAT. */
export const MessageBody = {
  type: scalar(1, 'int32'),
  from: one(2, Jid),
  to: one(3, Jid),
  contents: many(4, Content),
  ext: many(5, KeyValue),
  /** A receipt or a recall names here the server's id of the message that it is about. */
  ackMessageId: scalar(6, 'uint64'),
};
/** Payload of namespace CHAT. */
export type MessageBody = MessageOf<typeof MessageBody>;

/** Payload of namespace STATISTIC. */
export const StatisticsBody = {
  operation: scalar(1, 'int32'),
  reason: scalar(10, 'string'),
};
/** Payload of namespace STATISTIC. */
export type StatisticsBody = MessageOf<typeof StatisticsBody>;
