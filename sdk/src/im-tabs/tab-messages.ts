import { LecternError, type ErrorReason } from '../core/errors.js';
import { CommSyncUL, decode, MSync, NameSpace, USER_DOMAIN, type Meta } from '../im-protocol/index.js';
import type { ImState } from '../im/states.js';
import type { Acknowledgement } from '../im/unacknowledged-messages.js';

/** A {@link LecternError} as it passes from tab to tab. */
export interface SerializedError {
  readonly message: string;
  readonly reason: ErrorReason;
  readonly code: number | undefined;
}

/** Message from one tab to all others. */
export type TabMessage =
  /** A tab asks the leading one for its state. */
  | { readonly kind: 'hello' }
  /** State of the connection; `lead` names the tab that has it. */
  | {
      readonly kind: 'state';
      readonly lead: string;
      readonly state: ImState;
      readonly error: SerializedError | undefined;
    }
  /** Token of the connection. `expiresAt` is in milliseconds since the epoch; 0 if it is unknown. */
  | { readonly kind: 'token'; readonly token: string; readonly expiresAt: number }
  /** An item has arrived. */
  | { readonly kind: 'received'; readonly meta: Meta }
  /** A tab sends an item; the leading one sends it to the server. */
  | { readonly kind: 'put'; readonly from: string; readonly id: string; readonly frame: Uint8Array }
  /** The server has acknowledged or refused an item of the tab `from`, or that tab has given it up. */
  | {
      readonly kind: 'settled';
      readonly from: string;
      readonly id: string;
      readonly frame: Uint8Array;
      readonly result: Acknowledgement | SerializedError;
    }
  /** A tab has opened, or tries again after the connection has failed: the leading one connects if it has not. */
  | { readonly kind: 'open' };

export const serializeError = ({ message, reason, code }: LecternError): SerializedError => ({ message, reason, code });

export const deserializeError = ({ message, reason, code }: SerializedError): LecternError =>
  new LecternError(message, { reason, code });

export const isError = (result: Acknowledgement | SerializedError): result is SerializedError => 'reason' in result;

/** A chat item that another tab has sent, as the server would deliver it to another device; undefined for others. */
export function sentItem(
  frame: Uint8Array,
  { id, time }: Acknowledgement,
  { appKey, username }: { readonly appKey: string; readonly username: string },
): Meta | undefined {
  const { meta } = decode(CommSyncUL, decode(MSync, frame).payload ?? new Uint8Array());
  if (meta?.ns !== NameSpace.Chat) return undefined;
  return { ...meta, id, from: { appKey, name: username, domain: USER_DOMAIN }, timestamp: String(time) };
}
