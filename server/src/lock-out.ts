import { StatisticsOperation } from '@lectern/rtc/im-protocol';
import type { Accounts, Credentials } from './auth/accounts.js';
import { memNameOf } from './auth/identity.js';
import type { Revocations } from './auth/revocations.js';
import type { ConferenceRegistry } from './conference/registry.js';
import type { InstantMessaging } from './im/index.js';

interface LockOutPorts {
  readonly accounts: Accounts;
  readonly revocations: Revocations;
  readonly messaging: InstantMessaging;
  readonly registry: ConferenceRegistry;
}

/** Why a user is locked out: its devices receive it as the reason of their log-out (wire-im 7). */
export type LockOutReason = 'removed' | 'password-changed';

const OPERATIONS: Readonly<Record<LockOutReason, number>> = {
  removed: StatisticsOperation.UserRemoved,
  'password-changed': StatisticsOperation.UserKickedByChangePassword,
};

/** Ends all that a user has open and was given, and gives it another password. */
export async function lockOut(
  { accounts, revocations, messaging, registry }: LockOutPorts,
  { appKey, user, password }: Credentials,
  reason: LockOutReason = 'removed',
): Promise<void> {
  // The password first: whoever logs in between here and there has a token that ends, too.
  await accounts.setPassword({ appKey, user, password });
  await revocations.revoke(appKey, user);
  messaging.logOut(appKey, user, OPERATIONS[reason]);
  const name = memNameOf(appKey, user);
  const open = [...registry.all].filter(({ record }) => record.appKey === appKey);
  await Promise.all(
    open.map(({ host }) => host.command({ kind: 'command', by: name, command: { kind: 'expel', name } })),
  );
}
