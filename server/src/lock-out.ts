import { randomBytes } from 'node:crypto';
import { StatisticsOperation } from '@lectern/rtc/im-protocol';
import type { Accounts, Credentials } from './auth/accounts.js';
import { memNameOf, userOf } from './auth/identity.js';
import type { Revocations } from './auth/revocations.js';
import type { ConferenceRegistry } from './conference/registry.js';
import type { InstantMessaging } from './im/index.js';
import type { Store } from './store/index.js';

interface LockOutPorts {
  readonly accounts: Accounts;
  readonly revocations: Revocations;
  readonly messaging: InstantMessaging;
  readonly registry: ConferenceRegistry;
}

/** Reason of a lock-out: its devices receive it as the reason of their logout (wire-im 7). */
export type LockOutReason = 'removed' | 'password-changed';

const OPERATIONS: Readonly<Record<LockOutReason, number>> = {
  removed: StatisticsOperation.UserRemoved,
  'password-changed': StatisticsOperation.UserKickedByChangePassword,
};

/** Ends all sessions of a user, revokes everything issued to it, and changes its password. */
export async function lockOut(
  { accounts, revocations, messaging, registry }: LockOutPorts,
  { appKey, user, password }: Credentials,
  reason: LockOutReason = 'removed',
): Promise<void> {
  // The password first: a token from a login between here and the revocation is revoked, too.
  await accounts.setPassword({ appKey, user, password });
  await revocations.revoke(appKey, user);
  messaging.logOut(appKey, user, OPERATIONS[reason]);
  const name = memNameOf(appKey, user);
  const open = [...registry.all].filter(({ record }) => record.appKey === appKey);
  await Promise.all(
    open.map(({ host }) => host.command({ kind: 'command', by: name, command: { kind: 'expel', name } })),
  );
}

const PASSWORD_BYTES = 24;

export interface UserName {
  readonly appKey: string;
  readonly user: string;
}

/** Locks a user out and deletes it with its profile. */
export async function removeUser(
  { store, ...ports }: LockOutPorts & { readonly store: Pick<Store, 'users' | 'userInfo'> },
  { appKey, user }: UserName,
): Promise<void> {
  await lockOut(ports, { appKey, user, password: randomBytes(PASSWORD_BYTES).toString('base64url') });
  const said = (await store.userInfo.get(appKey, [user])).get(user) ?? {};
  await store.userInfo.set(appKey, user, Object.fromEntries(Object.keys(said).map((key) => [key, ''])));
  await store.users.remove(appKey, user);
}

/** Names of the users of an application who are in a conference, or logged in to chat. */
export function activeUsers(
  { messaging, registry }: Pick<LockOutPorts, 'messaging' | 'registry'>,
  appKey: string,
): ReadonlySet<string> {
  const names = new Set(messaging.hub.usersOf(appKey));
  for (const { record, host } of registry.all) {
    if (record.appKey !== appKey) continue;
    for (const { name } of host.state.members.values()) {
      const user = userOf(appKey, name);
      if (user !== undefined) names.add(user);
    }
  }
  return names;
}
