import { ServerCode } from '@lectern/rtc/protocol';
import { z } from 'zod';
import type { Tokens } from '../auth/tokens.js';
import { Refusal } from './errors.js';

/** Either a user's own token, or the role token of one conference. */
export const proof = z.looseObject({
  uid: z.string().max(256).nullish(),
  token: z.string().max(4096).nullish(),
  roleToken: z.string().max(4096).nullish(),
});

/** PostgreSQL cannot search for text with a zero character. */
export const storedId = z
  .string()
  .min(1)
  .max(128)
  .refine((value) => !value.includes('\0'), 'must not have zero characters');

/** The authenticated requester. */
export interface Asker {
  /** Undefined for a role token, which is bound to a conference instead. */
  readonly appKey: string | undefined;
  readonly memName: string;
  readonly confrId: string | undefined;
}

/** @throws {Refusal} */
export function identify(
  tokens: Tokens,
  appKeys: readonly string[],
  { uid, token, roleToken }: z.infer<typeof proof>,
): Asker {
  if (roleToken) {
    const claimed = tokens.readRole(roleToken);
    if (claimed === undefined) throw new Refusal(ServerCode.TokenInvalid, 'the roleToken is not valid or has expired');
    return { appKey: undefined, ...claimed };
  }
  const identity = uid && token ? tokens.proves(uid, token) : undefined;
  if (identity === undefined || !appKeys.includes(identity.appKey)) {
    throw new Refusal(ServerCode.TokenInvalid, 'the token is not valid, has expired or belongs to another user');
  }
  return { ...identity, confrId: undefined };
}

/**
 * True if a conference belongs to another application, or is not the one of the role token: the requester gets "not
 * found".
 */
export const isForeign = (asker: Asker, conference: { readonly id: string; readonly appKey: string }): boolean =>
  (asker.appKey !== undefined && conference.appKey !== asker.appKey) ||
  (asker.confrId !== undefined && asker.confrId !== conference.id);
