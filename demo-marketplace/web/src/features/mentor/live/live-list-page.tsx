import { LIVE_TABS } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { failureText } from '../../../api/failure-text.js';
import { useText } from '../../../i18n/use-text.js';
import { withQuery } from '../../../lib/query.js';
import { LinkButton } from '../../../ui/button.js';
import { Empty } from '../../../ui/empty.js';
import { Failed } from '../../../ui/failed.js';
import { ListSkeleton } from '../../../ui/list-skeleton.js';
import { Pager } from '../../../ui/pager.js';
import { Tabs } from '../../../ui/tabs.js';
import { managedLivesQuery } from '../api/lives.js';
import { MentorSide } from '../components/mentor-side.js';
import { LIVES_PER_PAGE, managedLivesRequest, ROOMS_TAB, type ManagedLivesRequest } from './live-queries.js';
import { LiveRow } from './live-row.js';
import { RoomList } from './room-list.js';

const TABS = [...LIVE_TABS, ROOMS_TAB] as const;

/** The mentor's classes and activities by state; tab and page are kept in the address. */
export function LiveManagePage(): ReactElement {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const request = managedLivesRequest(search);
  const tab = search.get('tab') === ROOMS_TAB ? ROOMS_TAB : request.tab;
  return (
    <div className="grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold sm:text-3xl">{t('route.t_zhibo')}</h1>
        <LinkButton to="/t_zhibo_add">
          <Plus aria-hidden className="size-5" />
          {t('plan.new')}
        </LinkButton>
      </div>
      <MentorSide>
        <Tabs
          label={t('route.t_zhibo')}
          tabs={TABS.map((id) => ({ id, label: t(`plan.tab.${id}`) }))}
          value={tab}
          onChange={(id) => setSearch(withQuery(search, { tab: id === 'all' ? '' : id, page: '' }))}
        >
          {tab === ROOMS_TAB ? (
            <RoomList />
          ) : (
            <Lives
              key={JSON.stringify(request)}
              request={request}
              hrefOf={(to) => `?${withQuery(search, { page: String(to) }).toString()}`}
            />
          )}
        </Tabs>
      </MentorSide>
    </div>
  );
}

function Lives({
  request,
  hrefOf,
}: {
  readonly request: ManagedLivesRequest;
  readonly hrefOf: (page: number) => string;
}): ReactElement {
  const t = useText();
  const result = useQuery(managedLivesQuery(request));
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  if (result.isPending) return <ListSkeleton rows={4} className="h-36" />;
  const { list, total, page } = result.data;
  if (list.length === 0) {
    const isFirst = request.tab === 'all' && page === 1;
    return (
      <Empty
        icon={CalendarPlus}
        title={t(isFirst ? 'plan.first' : 'plan.noneHere')}
        text={t(isFirst ? 'plan.first.text' : 'plan.noneHere.text')}
      >
        {isFirst ? (
          <LinkButton to="/t_zhibo_add">{t('plan.new')}</LinkButton>
        ) : (
          <LinkButton look="quiet" to="/t_zhibo">
            {t('plan.showAll')}
          </LinkButton>
        )}
      </Empty>
    );
  }
  return (
    <>
      <ul className="grid gap-4">
        {list.map((live) => (
          <LiveRow key={live.id} live={live} onChanged={() => void result.refetch()} />
        ))}
      </ul>
      <Pager page={page} pages={Math.ceil(total / LIVES_PER_PAGE)} hrefOf={hrefOf} />
    </>
  );
}
