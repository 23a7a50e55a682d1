import { exportBuyers, formatDateTime } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { Download, Megaphone, UsersRound } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useLocale, useText } from '../../i18n/use-text.js';
import { callApi } from '../../api/client.js';
import { failureText } from '../../api/failure-text.js';
import { withQuery } from '../../lib/query.js';
import { buyersQuery } from './api/mentor.js';
import { Button, LinkButton } from '../../ui/button.js';
import { Empty } from '../../ui/empty.js';
import { Failed } from '../../ui/failed.js';
import { ListSkeleton } from '../../ui/list-skeleton.js';
import { Pager } from '../../ui/pager.js';
import { toastError } from '../../ui/toast.js';
import { BuyerFilters } from './components/buyer-filters.js';
import { BuyerTable } from './components/buyer-table.js';
import { MentorSide } from './components/mentor-side.js';
import { MessageDialog, type Recipient } from './components/message-dialog.js';
import { buyerFilterOf, buyersAskedBy, type BuyerFilter } from './lib/asked.js';

/** The learners of the mentor's courses; filters and page are kept in the address. */
export function BuyersPage(): ReactElement {
  const t = useText();
  const [search] = useSearchParams();
  return (
    <div className="grid gap-6">
      <h1 className="text-2xl font-semibold sm:text-3xl">{t('route.t_mingdan')}</h1>
      <MentorSide>
        <Buyers key={search.toString()} />
      </MentorSide>
    </div>
  );
}

function Buyers(): ReactElement {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const asked = buyersAskedBy(search);
  const result = useQuery(buyersQuery(asked));
  const [to, setTo] = useState<Recipient>();
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  const buyers = result.data;
  const chosen = buyers?.courses.find(({ id }) => id === asked.course_id);
  const isFiltered = ['course', 'keyword', 'state', 'from', 'to'].some((name) => (search.get(name) ?? '') !== '');
  return (
    <>
      <BuyerFilters
        courses={buyers?.courses ?? []}
        value={search}
        onChange={(changes) => setSearch(withQuery(search, { ...changes, page: '' }))}
      />
      {result.isPending && <ListSkeleton rows={6} className="h-16" />}
      {buyers !== undefined &&
        (buyers.list.length === 0 ? (
          <Empty
            icon={UsersRound}
            title={t(isFiltered ? 'mentor.buyers.noMatch' : 'mentor.buyers.none')}
            text={t(isFiltered ? 'mentor.buyers.noMatch.text' : 'mentor.buyers.none.text')}
          >
            {isFiltered ? (
              <LinkButton look="quiet" to="/t_mingdan">
                {t('mentor.buyers.clear')}
              </LinkButton>
            ) : (
              <LinkButton to="/t_kecheng">{t('route.t_kecheng')}</LinkButton>
            )}
          </Empty>
        ) : (
          <>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <output className="text-ink-soft">{t('mentor.buyers.found', { count: buyers.total })}</output>
              <span className="flex flex-wrap gap-3">
                {chosen !== undefined && (
                  <Button look="quiet" onClick={() => setTo({ courseId: chosen.id, courseTitle: chosen.title })}>
                    <Megaphone aria-hidden className="size-5" />
                    {t('mentor.message.all')}
                  </Button>
                )}
                <Export filter={buyerFilterOf(search)} />
              </span>
            </div>
            <BuyerTable
              buyers={buyers.list}
              formatTime={(at) => formatDateTime(Date.parse(at))}
              onMessage={({ course, member }) => setTo({ courseId: course.id, courseTitle: course.title, member })}
            />
            <MessageDialog to={to} onClose={() => setTo(undefined)} />
            <Pager
              page={asked.page}
              pages={Math.ceil(buyers.total / asked.limit)}
              hrefOf={(to) => `?${withQuery(search, { page: String(to) }).toString()}`}
            />
          </>
        ))}
    </>
  );
}

/** The list as a file for spreadsheets. */
function Export({ filter }: { readonly filter: BuyerFilter }): ReactElement {
  const t = useText();
  const locale = useLocale();
  const [isBusy, setIsBusy] = useState(false);
  const save = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const { filename, csv } = await callApi(exportBuyers, filter, { locale });
      const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
      const link = document.createElement('a');
      link.href = url;
      link.download = filename;
      link.click();
      URL.revokeObjectURL(url);
    } catch (error) {
      toastError(failureText(error, t));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button look="quiet" disabled={isBusy} onClick={() => void save()}>
      <Download aria-hidden className="size-5" />
      {t('mentor.buyers.export')}
    </Button>
  );
}
