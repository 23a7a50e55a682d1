import type { listLiveWishes, ResponseOf } from '@lectern/marketplace-contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CalendarDays, Heart } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { livePath } from '../../../lib/item-pages.js';
import { formatMoney } from '../../../lib/money.js';
import { Badge } from '../../../ui/badge.js';
import { LinkButton } from '../../../ui/button.js';
import { Empty } from '../../../ui/empty.js';
import { momentText } from '../../../lib/moment-text.js';
import { liveWishesQuery } from '../api/mentors.js';
import { Cover } from '../components/cover.js';
import { PagedList } from '../components/paged-list.js';
import { Price } from '../components/price.js';
import { WishButton } from '../components/wish-button.js';
import { liveWishesAskedBy } from './personal-queries.js';

type Wish = ResponseOf<typeof listLiveWishes>['list'][number];

/** Live classes and activities on the wish list. */
export function LiveWishes({
  search,
  hrefOf,
}: {
  readonly search: URLSearchParams;
  readonly hrefOf: (page: number) => string;
}): ReactElement {
  const t = useText();
  const result = useQuery({ ...liveWishesQuery(liveWishesAskedBy(search)), placeholderData: keepPreviousData });
  return (
    <PagedList
      result={result}
      keyOf={({ live }) => live.id}
      hrefOf={hrefOf}
      empty={
        <Empty icon={Heart} title={t('wishes.live.none')} text={t('wishes.live.none.text')}>
          <LinkButton to="/kecheng-live">{t('route.kecheng-live')}</LinkButton>
          <LinkButton look="quiet" to="/kecheng-huodong">
            {t('route.kecheng-huodong')}
          </LinkButton>
        </Empty>
      }
    >
      {(wish) => <Row wish={wish} onRemoved={() => void result.refetch()} />}
    </PagedList>
  );
}

function Row({ wish, onRemoved }: { readonly wish: Wish; readonly onRemoved: () => void }): ReactElement {
  const t = useText();
  const locale = useLocale();
  const { live, price_then_cents: then, on_sale: isOnSale } = wish;
  const fallen = isOnSale ? then - live.price_from_cents : 0;
  return (
    <article className="flex flex-col gap-4 rounded-2xl border border-line bg-surface p-4 sm:flex-row">
      <div className="w-full shrink-0 self-start overflow-hidden rounded-xl sm:w-52">
        <Cover id={live.id} title={live.title} picture={live.cover} />
      </div>
      <div className="flex min-w-0 grow flex-col gap-2">
        <div className="flex items-start justify-between gap-3">
          <h2 className="text-lg font-semibold">
            <Link to={livePath(live.id)} className="underline-offset-4 hover:underline">
              {live.title}
            </Link>
          </h2>
          <WishButton
            type={live.kind === 'class' ? 'live' : 'activity'}
            id={live.id}
            title={live.title}
            isWished
            onChanged={onRemoved}
          />
        </div>
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
          {live.host.name}
          <span className="inline-flex items-center gap-1.5">
            <CalendarDays aria-hidden className="size-4" />
            <time dateTime={live.start_at}>{momentText(locale, live.start_at)}</time>
          </span>
          {!isOnSale && <Badge tone="warn">{t('wishes.offSale')}</Badge>}
          {fallen > 0 && <Badge tone="good">{t('wishes.cheaper', { amount: formatMoney(fallen) })}</Badge>}
        </p>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-3">
          <Price cents={live.price_from_cents} originalCents={live.price_from_cents} />
        </div>
      </div>
    </article>
  );
}
