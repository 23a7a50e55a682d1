import {
  Command,
  CommSyncUL,
  encode,
  MSync,
  NameSpace,
  OsType,
  Provision,
  RouteType,
  TOKEN_PREFIX,
  USER_DOMAIN,
  type Jid,
} from '../im-protocol/index.js';
import { SDK_VERSION } from '../core/version.js';

/** Who is logged in, and from where. */
export interface ImSelf {
  readonly appKey: string;
  readonly username: string;
  readonly token: string;
  readonly resource: string;
}

export const loginFrame = ({ appKey, username, token, resource }: ImSelf): Uint8Array =>
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
    }),
  });

export const unreadFrame = (): Uint8Array => encode(MSync, { command: Command.Unread });

export const logoutFrame = (): Uint8Array => encode(MSync, { command: Command.Logout });

const syncFrame = (message: CommSyncUL): Uint8Array =>
  encode(MSync, { command: Command.Sync, payload: encode(CommSyncUL, message) });

/** Asks for what is in a queue, after what is acknowledged by `key`. */
export const pullFrame = (queue: Jid, key?: string): Uint8Array =>
  syncFrame({ queue, ...(key !== undefined && { key }) });

/** Carries an item of any namespace to a user. */
export const metaFrame = (
  appKey: string,
  id: string,
  { ns, to, payload }: { readonly ns: number; readonly to: string; readonly payload: Uint8Array },
): Uint8Array =>
  syncFrame({
    meta: {
      id,
      to: { appKey, name: to, domain: USER_DOMAIN },
      ns,
      routetype: RouteType.All,
      payload,
    },
  });

export const chatFrame = (appKey: string, id: string, to: string, payload: Uint8Array): Uint8Array =>
  metaFrame(appKey, id, { ns: NameSpace.Chat, to, payload });
