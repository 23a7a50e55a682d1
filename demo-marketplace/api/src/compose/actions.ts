import { enterAsGuest } from '@lectern/marketplace-contract';
import { certificateActions } from '../certificates/index.js';
import { couponActions } from '../coupons/index.js';
import { catalogueActions } from '../courses/index.js';
import { feedbackActions } from '../feedback/index.js';
import { onCall, type BoundAction } from '../http/call.js';
import { lessonActions } from '../lessons/index.js';
import { loginActions } from '../login/index.js';
import { exportActions, memberActions } from '../member/index.js';
import { mentorActions } from '../mentor/index.js';
import { messageActions } from '../messages/index.js';
import { officeActions } from '../office/index.js';
import { orderActions } from '../orders/index.js';
import { paymentActions } from '../payments/index.js';
import { shareActions } from '../share/index.js';
import { DEMO_ACCOUNTS, siteActions } from '../site/index.js';
import { uploadActions } from '../upload/index.js';
import { payPasswordActions, walletActions } from '../wallet/index.js';
import type { Parts } from './parts.js';

/** Binds every action of the contract to its feature. */
export function composeActions(parts: Parts): readonly BoundAction[] {
  return [...accountActions(parts), ...learningActions(parts), ...moneyActions(parts), ...siteOfficeActions(parts)];
}

const accountActions = ({ core, files, delivery, members, workers }: Parts): readonly BoundAction[] => {
  const { storage, uploadIntake, images } = files;
  const { channels } = delivery;
  const { codes, passwords, sessions, throttle, infos, chat, guests, proofs } = members;
  const ports = {
    pool: core.db,
    codes,
    passwords,
    sessions,
    throttle,
    infos,
    chat,
    wakeOutbox: () => workers.outbox.wake(),
    wakeJobs: () => workers.jobs.wake(),
  };
  return [
    onCall(enterAsGuest, ({ displayName }, call) => guests.enter(displayName, call)),
    ...loginActions({ ...ports, channels }),
    ...memberActions({ ...ports, storage, proofs }),
    ...exportActions(throttle, proofs),
    ...messageActions(),
    ...uploadActions({ storage, uploadIntake, images, throttle }),
  ];
};

const learningActions = ({ files, members }: Parts): readonly BoundAction[] => {
  const { storage, links } = files;
  const { applications, certificates, signingKeys, throttle } = members;
  return [
    ...catalogueActions(storage),
    ...mentorActions({ storage, applications, throttle }),
    ...lessonActions({ links, certificates, throttle }),
    ...certificateActions(signingKeys),
  ];
};

const moneyActions = ({ core, files, delivery, members, providers, workers }: Parts): readonly BoundAction[] => {
  const { db: pool, vault } = core;
  const { codes, payPasswords, throttle } = members;
  return [
    ...orderActions(files.storage),
    ...paymentActions(providers, payPasswords, vault),
    ...walletActions(vault, payPasswords),
    ...payPasswordActions({
      pool,
      payPasswords,
      codes,
      throttle,
      channels: delivery.channels,
      wakeOutbox: () => workers.outbox.wake(),
    }),
    ...couponActions(throttle),
  ];
};

/** Actions of the site: its settings, feedback, sharing, and the back office. */
const siteOfficeActions = ({ core, files, delivery, members, workers }: Parts): readonly BoundAction[] => {
  const { options, isDemo, vault } = core;
  const { storage, images, links } = files;
  const { applications, sessions, throttle } = members;
  const wakeOutbox = (): void => workers.outbox.wake();
  return [
    ...feedbackActions({ storage, throttle, images }),
    ...officeActions({ storage, vault, sessions, images, links, applications, wakeOutbox }),
    ...shareActions(throttle, delivery.channels, wakeOutbox),
    ...siteActions({
      appKey: options.appKey,
      restUrl: options.publicRestUrl,
      demoAccounts: isDemo ? DEMO_ACCOUNTS : [],
    }),
  ];
};
