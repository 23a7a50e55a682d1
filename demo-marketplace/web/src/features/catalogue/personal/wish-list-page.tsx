import { type listWishes, type ResponseOf } from '@lectern/marketplace-contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { formatMoney } from '../../../lib/money.js';
import { Badge } from '../../../ui/badge.js';
import { LinkButton } from '../../../ui/button.js';
import { withQuery } from '../../../lib/query.js';
import { Empty } from '../../../ui/empty.js';
import { Tabs } from '../../../ui/tabs.js';
import { Cover } from '../components/cover.js';
import { CrowdfundBar } from '../components/crowdfund-bar.js';
import { PagedList } from '../components/paged-list.js';
import { PageHead } from '../components/page-head.js';
import { Price } from '../components/price.js';
import { WishButton } from '../components/wish-button.js';
import { LiveWishes } from './live-wishes.js';
import { WISH_TABS, wishesAskedBy, wishTabOf } from './personal-queries.js';
import { coursePath, payPath } from '../lib/paths.js';
import { priceOf } from '../lib/price-of.js';
import { wishesQuery } from '../api/mentors.js';

type Wish = ResponseOf<typeof listWishes>['list'][number];

/** The wish list of a member; its tab and page are kept in the address. */
export function WishListPage(): ReactElement {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const tab = wishTabOf(search);
  const hrefOf = (page: number): string => `?${withQuery(search, { page: String(page) }).toString()}`;
  return (
    <div className="grid grid-cols-1 content-start gap-6">
      <PageHead title={t('route.myyuanwang')} text={t('wishes.text')} />
      <Tabs
        label={t('wishes.tabs')}
        tabs={WISH_TABS.map((id) => ({ id, label: t(`wishes.tab.${id}`) }))}
        value={tab}
        onChange={(id) => setSearch(withQuery(search, { tab: id === 'course' ? '' : id, page: '' }))}
      >
        {tab === 'live' ? (
          <LiveWishes search={search} hrefOf={hrefOf} />
        ) : (
          <CourseWishes search={search} hrefOf={hrefOf} />
        )}
      </Tabs>
    </div>
  );
}

function CourseWishes({
  search,
  hrefOf,
}: {
  readonly search: URLSearchParams;
  readonly hrefOf: (page: number) => string;
}): ReactElement {
  const t = useText();
  const result = useQuery({ ...wishesQuery(wishesAskedBy(search)), placeholderData: keepPreviousData });
  return (
    <PagedList
      result={result}
      keyOf={({ course }) => course.id}
      hrefOf={hrefOf}
      empty={
        <Empty icon={Heart} title={t('wishes.none')} text={t('wishes.none.text')}>
          <LinkButton to="/kecheng-online">{t('search.browse')}</LinkButton>
        </Empty>
      }
    >
      {(wish) => <Row wish={wish} onRemoved={() => void result.refetch()} />}
    </PagedList>
  );
}

function Row({ wish, onRemoved }: { readonly wish: Wish; readonly onRemoved: () => void }): ReactElement {
  const t = useText();
  const { course, price_then_cents: then, on_sale: isOnSale } = wish;
  const fallen = isOnSale ? then - course.price_cents : 0;
  const mayBuy = isOnSale && !course.owned && (course.crowdfund === null || course.crowdfund.state === 'funding');
  return (
    <article className="flex flex-col gap-4 rounded-2xl border border-line bg-surface p-4 sm:flex-row">
      <div className="w-full shrink-0 self-start overflow-hidden rounded-xl sm:w-52">
        <Cover id={course.id} title={course.title} picture={course.cover} />
      </div>
      <div className="flex min-w-0 grow flex-col gap-2">
        <div className="flex items-start justify-between gap-3">
          <h2 className="text-lg font-semibold">
            <Link to={coursePath(course.id)} className="underline-offset-4 hover:underline">
              {course.title}
            </Link>
          </h2>
          <WishButton id={course.id} title={course.title} isWished onChanged={onRemoved} />
        </div>
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
          {course.mentor.name}
          {!isOnSale && <Badge tone="warn">{t('wishes.offSale')}</Badge>}
          {course.owned && <Badge tone="good">{t('catalogue.owned')}</Badge>}
          {fallen > 0 && <Badge tone="good">{t('wishes.cheaper', { amount: formatMoney(fallen) })}</Badge>}
        </p>
        {course.crowdfund !== null && <CrowdfundBar crowdfund={course.crowdfund} />}
        <div className="mt-auto flex flex-wrap items-center justify-between gap-3">
          <Price {...priceOf(course)} />
          {mayBuy && (
            <LinkButton to={course.price_cents === 0 ? coursePath(course.id) : payPath(course.id)}>
              {t(
                course.crowdfund !== null ? 'course.pledge' : course.price_cents === 0 ? 'course.enroll' : 'course.buy',
              )}
            </LinkButton>
          )}
        </div>
      </div>
    </article>
  );
}
