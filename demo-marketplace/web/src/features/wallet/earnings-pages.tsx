import { WalletScope } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useText } from '../../i18n/use-text.js';
import { Earnings } from './components/earnings.js';

/** The earnings of a mentor. */
export function MentorWalletPage(): ReactElement {
  const t = useText();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h1 className="text-2xl font-semibold sm:text-3xl">{t('route.t_qianbao')}</h1>
      <Earnings scope={WalletScope.Mentor} />
    </div>
  );
}

/** The part of a member's wallet that can be withdrawn. */
export function UserEarningsPage(): ReactElement {
  const t = useText();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h1 className="text-2xl font-semibold sm:text-3xl">{t('route.t_qianbao1')}</h1>
      <Earnings scope={WalletScope.User} />
    </div>
  );
}
