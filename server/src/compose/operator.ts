import { StatisticsOperation } from '@lectern/rtc/im-protocol';
import { linkRecording } from '../http/recordings.js';
import type { ActiveKey } from '../keys/index.js';
import { removeUser } from '../lock-out.js';
import { Operator } from '../operator/operator.js';
import type { Core } from './core.js';
import type { Services } from './services.js';

/** Creates the operator API of one application; its grants are signed with the key, or by the server itself. */
export type OperatorFactory = (appKey: string, key?: ActiveKey) => Operator;

interface OperatorOptions {
  readonly core: Core;
  readonly services: Services;
}

/** Builds the operator API for backends, over HTTP or in process. */
export function composeOperator({ core, services }: OperatorOptions): OperatorFactory {
  const { store, clock, signer } = core;
  const { auth, registry, live, recordings, events, messaging } = services;
  const { accounts, revocations, grants, grantRevocations } = auth;
  const ports = {
    ...{ store, accounts, revocations, grants, grantRevocations, registry, live, events, clock },
    removeUser: (appKey: string, user: string) =>
      removeUser({ accounts, revocations, messaging, registry, store }, { appKey, user }),
    loggedOut: (appKey: string, user: string) =>
      messaging.logOut(appKey, user, StatisticsOperation.UserKickedByOtherDevice),
    retryMerge: (id: string) => recordings.merges.retry(id),
    linkRecording: (id: string) => linkRecording(id, { signer, clock }),
  };
  return (appKey, key) => new Operator(ports, appKey, key);
}
