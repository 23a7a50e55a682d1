import { BUYER_STATES, exportBuyers, formatDateTime, type BuyerState } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { Download, Megaphone, UsersRound } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useLocale, useText } from '../../i18n/use-text.js';
import { callApi } from '../../api/client.js';
import { failureText } from '../../api/failure-text.js';
import { oneOf, pageOf, withQuery } from '../../lib/query.js';
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

const PAGE_SIZE = 20;
const ID = /^[1-9]\d{0,15}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

interface Query {
  readonly course_id?: string;
  readonly keyword?: string;
  readonly state: BuyerState;
  readonly from?: string;
  readonly to?: string;
}

/** Parses the filters in the address; invalid values are ignored. */
function queryOf(search: URLSearchParams): Query {
  const fit = (name: string, form: RegExp): string | undefined => {
    const value = search.get(name) ?? '';
    return form.test(value) ? value : undefined;
  };
  const course = fit('course', ID);
  const from = fit('from', DAY);
  const to = fit('to', DAY);
  const keyword = (search.get('keyword') ?? '').slice(0, 64);
  return {
    state: oneOf(BUYER_STATES, search.get('state'), 'all'),
    ...(course !== undefined && { course_id: course }),
    ...(keyword !== '' && { keyword }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

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
  const query = queryOf(search);
  const page = pageOf(search);
  const result = useQuery(buyersQuery({ ...query, page, limit: PAGE_SIZE }));
  const [to, setTo] = useState<Recipient>();
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  const buyers = result.data;
  const chosen = buyers?.courses.find(({ id }) => id === query.course_id);
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
                <Export query={query} />
              </span>
            </div>
            <BuyerTable
              buyers={buyers.list}
              formatTime={(at) => formatDateTime(Date.parse(at))}
              onMessage={({ course, member }) => setTo({ courseId: course.id, courseTitle: course.title, member })}
            />
            <MessageDialog to={to} onClose={() => setTo(undefined)} />
            <Pager
              page={page}
              pages={Math.ceil(buyers.total / PAGE_SIZE)}
              hrefOf={(to) => `?${withQuery(search, { page: String(to) }).toString()}`}
            />
          </>
        ))}
    </>
  );
}

/** The list as a file for spreadsheets. */
function Export({ query }: { readonly query: Query }): ReactElement {
  const t = useText();
  const locale = useLocale();
  const [isBusy, setIsBusy] = useState(false);
  const save = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const { filename, csv } = await callApi(exportBuyers, query, { locale });
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
