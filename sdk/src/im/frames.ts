import {
  Command,
  CommSyncUL,
  encode,
  GROUP_DOMAIN,
  MSync,
  OsType,
  Provision,
  RouteType,
  TOKEN_PREFIX,
  USER_DOMAIN,
  type Jid,
} from '../im-protocol/index.js';
import { SDK_VERSION } from '../core/version.js';

/** The logged-in user and its device. */
export interface ImSelf {
  readonly appKey: string;
  readonly username: string;
  readonly resource: string;
  /** Sent to the device that this login replaces. */
  readonly loginReason?: string;
}

export const loginFrame = ({ appKey, username, resource, loginReason }: ImSelf, token: string): Uint8Array =>
  encode(MSync, {
    guid: { appKey, name: username, domain: USER_DOMAIN, clientResource: resource },
    auth: TOKEN_PREFIX + token,
    command: Command.Provision,
    encryptType: [0],
    payload: encode(Provision, {
      osType: OsType.Other,
      version: SDK_VERSION,
      deviceUuid: resource,
      deviceName: 'webim',
      resource,
      ...(loginReason !== undefined && { reason: loginReason }),
    }),
  });

export const unreadFrame = (): Uint8Array => encode(MSync, { command: Command.Unread });

export const logoutFrame = (): Uint8Array => encode(MSync, { command: Command.Logout });

const syncFrame = (message: CommSyncUL): Uint8Array =>
  encode(MSync, { command: Command.Sync, payload: encode(CommSyncUL, message) });

/** Requests the content of a queue, after the items acknowledged by `key`. */
export const pullFrame = (queue: Jid, key?: string): Uint8Array =>
  syncFrame({ queue, ...(key !== undefined && { key }) });

/** An item of any namespace; `to` is the plain name of a user, or the id of a group. */
export interface FrameItem {
  readonly ns: number;
  readonly to: string;
  readonly isGroup?: boolean;
  readonly payload: Uint8Array;
}

/** Frame of an item for a user or a group. */
export const metaFrame = (appKey: string, id: string, { ns, to, isGroup, payload }: FrameItem): Uint8Array =>
  syncFrame({
    meta: {
      id,
      to: { appKey, name: to, domain: isGroup ? GROUP_DOMAIN : USER_DOMAIN },
      ns,
      routetype: RouteType.All,
      payload,
    },
  });
