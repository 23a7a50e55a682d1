import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../i18n/use-text.js';
import { oneOf } from '../../lib/query.js';
import { Tabs } from '../../ui/tabs.js';
import { Balance } from './components/balance.js';
import { Coupons } from './components/coupons.js';
import { Points } from './components/points.js';

const TABS = ['balance', 'coupons', 'points'] as const;
const SCREENS = { balance: Balance, coupons: Coupons, points: Points } as const;

/** A learner's wallet: money, coupons and points; the tab is kept in the address. */
export function WalletPage(): ReactElement {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const tab = oneOf(TABS, search.get('tab'), 'balance');
  const Screen = SCREENS[tab];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h1 className="text-2xl font-semibold sm:text-3xl">{t('route.qianbao')}</h1>
      <Tabs
        label={t('wallet.tabs')}
        tabs={TABS.map((id) => ({ id, label: t(`wallet.tab.${id}`) }))}
        value={tab}
        onChange={(id) => setSearch(id === 'balance' ? {} : { tab: id })}
      >
        <Screen />
      </Tabs>
    </div>
  );
}
