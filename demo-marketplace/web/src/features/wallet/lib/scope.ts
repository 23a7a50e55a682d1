import { WalletScope } from '@lectern/marketplace-contract';
import type { RoutePath } from '../../../lib/site-map.js';

interface ScopePaths {
  readonly wallet: RoutePath;
  readonly statement: RoutePath;
  readonly records: RoutePath;
}

/** Paths of the screens of a wallet: of a member's own, and of a mentor's earnings. */
export const SCOPE_PATHS: Readonly<Record<WalletScope, ScopePaths>> = {
  [WalletScope.User]: { wallet: '/t_qianbao1', statement: '/t_qianbao1', records: '/t_tixianjilu1' },
  [WalletScope.Mentor]: { wallet: '/t_qianbao', statement: '/t_mingxi_all', records: '/t_tixianjilu' },
};
