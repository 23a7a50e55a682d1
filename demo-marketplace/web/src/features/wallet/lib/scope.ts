import { WalletScope } from '@lectern/marketplace-contract';
import type { RoutePath } from '../../../lib/site-map.js';

interface ScopePaths {
  readonly wallet: RoutePath;
  readonly statement: RoutePath;
  readonly records: RoutePath;
}

/** Where the screens of a wallet are: those of a member, and those of what a mentor earns. */
export const SCOPE_PATHS: Readonly<Record<WalletScope, ScopePaths>> = {
  [WalletScope.User]: { wallet: '/t_qianbao1', statement: '/t_qianbao1', records: '/t_tixianjilu1' },
  [WalletScope.Mentor]: { wallet: '/t_qianbao', statement: '/t_mingxi_all', records: '/t_tixianjilu' },
};
