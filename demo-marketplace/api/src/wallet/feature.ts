import type { Feature } from '../feature.js';
import { forgetPayoutAccounts, hasMoney } from './closing.js';
import { Businesses } from './businesses.js';
import { walletActions } from './actions.js';
import { payPasswordActions } from './pay-password-actions.js';
import { WALLET_NOTICES } from './notice-kinds.js';
import { RECHARGE_PURCHASABLE } from './recharge.js';

export const walletFeature = {
  keepsAccountOpen: hasMoney,
  forgetMember: forgetPayoutAccounts,
  purchasables: [RECHARGE_PURCHASABLE],
  notices: WALLET_NOTICES,
  actions: ({
    core: { db, vault },
    delivery: { channels },
    members: { codes, payPasswords, throttle },
    purchasables,
    workers,
  }) => [
    ...walletActions(vault, payPasswords, new Businesses(purchasables)),
    ...payPasswordActions({
      pool: db,
      payPasswords,
      codes,
      throttle,
      channels,
      wakeOutbox: () => workers.outbox.wake(),
    }),
  ],
} as const satisfies Feature;
