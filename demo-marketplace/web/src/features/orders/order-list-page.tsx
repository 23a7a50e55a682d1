import { OrderTab } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../i18n/use-text.js';
import { oneOf, pageOf, withQuery } from '../../lib/query.js';
import { KeywordForm } from '../../ui/keyword-form.js';
import { Tabs } from '../../ui/tabs.js';
import { OrderList } from './components/order-list.js';

const KEYWORD_MAX = 60;

/** The orders of a member; tab, search and page are kept in the address. */
export function OrderListPage(): ReactElement {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const tab = oneOf(Object.values(OrderTab), search.get('tab'), OrderTab.All);
  const keyword = (search.get('keyword') ?? '').slice(0, KEYWORD_MAX);
  const page = pageOf(search);
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
