import {
  Command,
  CommNotice,
  CommSyncDL,
  CommUnreadDL,
  encode,
  GROUP_DOMAIN,
  type Meta,
  MSync,
  NameSpace,
  Provision,
  StatisticsBody,
  StatusCode,
  USER_DOMAIN,
  type Jid,
} from '@lectern/rtc/im-protocol';
import { groupIdOf, groupKeyOf, isGroupKey, type ImMessage } from '../store/index.js';

/** Reason of a refusal, as a status of the wire. */
export interface ImRefusal {
  readonly errorCode: number;
  readonly reason: string;
}

export const userJid = (appKey: string, name: string): Jid => ({ appKey, name, domain: USER_DOMAIN });

export const isGroup = (jid: Jid): boolean => jid.domain === GROUP_DOMAIN;

/** Name of a queue here and in the database: the name of the user, or the key of the group. */
export const queueKeyOf = (jid: Jid): string => (isGroup(jid) ? groupKeyOf(jid.name ?? '') : (jid.name ?? ''));

export const groupJid = (appKey: string, id: string): Jid => ({ appKey, name: id, domain: GROUP_DOMAIN });

/** The address of a queue. */
export const queueJid = (appKey: string, key: string): Jid =>
  isGroupKey(key) ? groupJid(appKey, groupIdOf(key)) : userJid(appKey, key);

const frame = (command: number, payload: Uint8Array): Uint8Array => encode(MSync, { command, payload });

// Deployed clients read the status of every answer, so that it is always present.
const OK = { errorCode: StatusCode.Ok };

export const provisionFrame = (resource: string, expiresAt: number): Uint8Array =>
  frame(
    Command.Provision,
    encode(Provision, { status: OK, resource, authToken: JSON.stringify({ expires_in: expiresAt }) }),
  );

export const provisionRefusedFrame = (status: ImRefusal, resource: string): Uint8Array =>
  frame(Command.Provision, encode(Provision, { status, resource }));

export const unreadFrame = (
  appKey: string,
  unread: readonly { readonly peer: string; readonly count: number }[],
  now: number,
): Uint8Array =>
  frame(
    Command.Unread,
    encode(CommUnreadDL, {
      status: OK,
      unread: unread.map(({ peer, count }) => ({ queue: queueJid(appKey, peer), n: count })),
      timestamp: String(now),
    }),
  );

export const noticeFrame = (queue: Jid): Uint8Array => frame(Command.Notice, encode(CommNotice, { queue }));

const syncFrame = (message: CommSyncDL): Uint8Array => frame(Command.Sync, encode(CommSyncDL, message));

/** Acknowledges a message; without a refusal it is stored durably. */
export const ackFrame = (
  metaId: string,
  result: { readonly id: bigint; readonly sentAt: number } | ImRefusal,
): Uint8Array =>
  'id' in result
    ? syncFrame({ status: OK, metaId, serverId: String(result.id), timestamp: String(result.sentAt) })
    : syncFrame({ status: result, metaId });

/** A message in the form in which it is delivered and listed. */
export const metaOf = (message: ImMessage): Meta => ({
  id: String(message.id),
  from: { ...userJid(message.appKey, message.sender), clientResource: message.resource },
  to: queueJid(message.appKey, message.recipient),
  timestamp: String(message.sentAt),
  ns: message.ns,
  payload: message.body,
});

/** True if the device was logged in when a message was sent (`onlineState` of clients, wire-im 1.4). */
const isOnline = (message: ImMessage, since: number): Uint8Array =>
  Buffer.from(JSON.stringify({ is_online: message.sentAt >= since ? 1 : 0 }));

/**
 * Messages for a device that has been logged in since a time, in milliseconds since the epoch. Never marked as the last
 * batch: deployed clients would not acknowledge it (wire-im 4.2, rule 2).
 */
export const batchFrame = (
  queue: Jid,
  messages: readonly ImMessage[],
  { nextKey, since }: { readonly nextKey: bigint; readonly since: number },
): Uint8Array =>
  syncFrame({
    status: OK,
    metas: messages.map((message) => ({ ...metaOf(message), meta: isOnline(message, since) })),
    nextKey: String(nextKey),
    queue,
  });

export const lastFrame = (queue: Jid, now: number): Uint8Array =>
  syncFrame({ status: OK, queue, isLast: true, timestamp: String(now) });

const SYSTEM = { domain: USER_DOMAIN };

/**
 * Items that are pushed once and not acknowledged. The queue is that of no user, because deployed clients take `isLast`
 * for the end of the queue that the frame names.
 */
export const pushFrame = (metas: readonly Meta[], now: number): Uint8Array =>
  syncFrame({ status: OK, metas, queue: SYSTEM, isLast: true, timestamp: String(now) });

/** Notifies a device of the reason of its logout: one of `StatisticsOperation`. */
export const kickFrame = (
  { appKey, user }: { readonly appKey: string; readonly user: string },
  id: bigint,
  now: number,
  { operation, reason }: { readonly operation: number; readonly reason: string },
): Uint8Array =>
  pushFrame(
    [
      {
        id: String(id),
        from: { ...SYSTEM, name: '' },
        to: userJid(appKey, user),
        timestamp: String(now),
        ns: NameSpace.Statistic,
        payload: encode(StatisticsBody, { operation, ...(reason !== '' && { reason }) }),
      },
    ],
    now,
  );
