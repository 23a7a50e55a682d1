import { WalletScope } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../i18n/use-text.js';
import { withQuery } from '../../lib/query.js';
import { Tabs } from '../../ui/tabs.js';
import { ALL, WITHDRAWAL_TABS, withdrawalsAskedBy } from './lib/asked.js';
import { WithdrawalList } from './components/withdrawal-list.js';

export const MentorWithdrawalsPage = (): ReactElement => <Withdrawals scope={WalletScope.Mentor} />;
export const UserWithdrawalsPage = (): ReactElement => <Withdrawals scope={WalletScope.User} />;

/** The withdrawals of a wallet; tab and page are kept in the address. */
function Withdrawals({ scope }: { readonly scope: WalletScope }): ReactElement {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const { status, page } = withdrawalsAskedBy(search);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h1 className="text-2xl font-semibold sm:text-3xl">{t('route.t_tixianjilu')}</h1>
      <Tabs
        label={t('route.t_tixianjilu')}
        tabs={WITHDRAWAL_TABS.map((id) => ({ id, label: t(`wallet.withdrawal.${id}`) }))}
        value={status}
        onChange={(id) => setSearch(withQuery(search, { status: id === ALL ? '' : id, page: '' }))}
      >
        <WithdrawalList
          key={`${status} ${page}`}
          scope={scope}
          status={status}
          page={page}
          hrefOf={(to) => `?${withQuery(search, { page: String(to) }).toString()}`}
        />
      </Tabs>
    </div>
  );
}
