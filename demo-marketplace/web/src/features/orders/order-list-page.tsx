import { OrderTab } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../i18n/use-text.js';
import { withQuery } from '../../lib/query.js';
import { KeywordForm } from '../../ui/keyword-form.js';
import { Tabs } from '../../ui/tabs.js';
import { OrderList } from './components/order-list.js';
import { KEYWORD_MAX, ordersAskedBy } from './orders-queries.js';

/** The orders of a member; tab, search and page are kept in the address. */
export function OrderListPage(): ReactElement {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const { tab, keyword, page } = ordersAskedBy(search);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h1 className="text-2xl font-semibold sm:text-3xl">{t('route.myorder')}</h1>
      <KeywordForm
        keyword={keyword}
        label={t('orders.search')}
        action={t('orders.search.submit')}
        maxLength={KEYWORD_MAX}
        onSearch={(typed) => setSearch(withQuery(search, { keyword: typed, page: '' }))}
      />
      <Tabs
        label={t('route.myorder')}
        tabs={Object.values(OrderTab).map((id) => ({ id, label: t(`orders.tab.${id}`) }))}
        value={tab}
        onChange={(id) => setSearch(withQuery(search, { tab: id === OrderTab.All ? '' : id, page: '' }))}
      >
        <OrderList
          key={`${tab} ${page} ${keyword}`}
          tab={tab}
          keyword={keyword}
          page={page}
          hrefOf={(to) => `?${withQuery(search, { page: String(to) }).toString()}`}
        />
      </Tabs>
    </div>
  );
}
