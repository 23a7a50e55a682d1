import { type Certificate, type UnfinishedCourse } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { Award, BookOpen } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useLocale, useText } from '../../i18n/use-text.js';
import { failureText } from '../../api/failure-text.js';
import { oneOf, withQuery } from '../../lib/query.js';
import { Badge } from '../../ui/badge.js';
import { LinkButton } from '../../ui/button.js';
import { Empty } from '../../ui/empty.js';
import { Failed } from '../../ui/failed.js';
import { PageSkeleton } from '../../ui/skeleton.js';
import { Tabs } from '../../ui/tabs.js';
import { HolderForm } from './components/holder-form.js';
import { CertificateArt } from './components/certificate-art.js';
import { titleOf, verifyPath } from './lib/certificate-texts.js';
import { certificatesQuery } from './api/certificates.js';

const BAR =
  'mt-2 h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-accent';

const TABS = ['earned', 'progress'] as const;

/** The certificates of a member, and the courses that lead to one. */
export function CertificatesPage(): ReactElement {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const tab = oneOf(TABS, search.get('tab'), 'earned');
  const result = useQuery(certificatesQuery());
  return (
    <div className="grid gap-6">
      <h1 className="text-2xl font-semibold sm:text-3xl">{t('route.myzhengshu')}</h1>
      {result.isPending && <PageSkeleton />}
      {result.isLoadingError && <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />}
      {result.data?.holder === '' && (result.data.earned.length > 0 || result.data.progress.length > 0) && (
        <HolderForm onNamed={() => void result.refetch()} />
      )}
      {result.data !== undefined && (
        <Tabs
          label={t('route.myzhengshu')}
          tabs={[
            { id: 'earned', label: t('certificate.tab.earned', { count: result.data.earned.length }) },
            { id: 'progress', label: t('certificate.tab.progress', { count: result.data.progress.length }) },
          ]}
          value={tab}
          onChange={(next) => setSearch(withQuery(search, { tab: next === 'earned' ? '' : next }), { replace: true })}
        >
          {tab === 'earned' ? <Earned list={result.data.earned} /> : <OnTheWay list={result.data.progress} />}
        </Tabs>
      )}
    </div>
  );
}

function Earned({ list }: { readonly list: readonly Certificate[] }): ReactElement {
  const t = useText();
  const locale = useLocale();
  if (list.length === 0) {
    return (
      <Empty icon={Award} title={t('certificate.none')} text={t('certificate.none.text')}>
        <LinkButton to="/mykecheng">{t('route.mykecheng')}</LinkButton>
      </Empty>
    );
  }
  return (
    <ul className="grid gap-6 sm:grid-cols-2">
      {list.map((one) => (
        <li key={one.id} className="relative grid content-start gap-3">
          <CertificateArt claims={one} verifyUrl={location.origin + verifyPath(one.no)} />
          <div className="flex flex-wrap items-center gap-2">
            <Link
              to={`/myzhengshu-info?id=${one.id}`}
              className="font-medium after:absolute after:inset-0 hover:underline"
            >
              {titleOf(one, locale)}
            </Link>
            {one.revoked && <Badge tone="bad">{t('certificate.revoked')}</Badge>}
          </div>
        </li>
      ))}
    </ul>
  );
}

function OnTheWay({ list }: { readonly list: readonly UnfinishedCourse[] }): ReactElement {
  const t = useText();
  const locale = useLocale();
  if (list.length === 0) {
    return (
      <Empty icon={BookOpen} title={t('certificate.noneOnTheWay')} text={t('certificate.noneOnTheWay.text')}>
        <LinkButton to="/kecheng-online">{t('route.kecheng-online')}</LinkButton>
      </Empty>
    );
  }
  return (
    <ul className="grid gap-4">
      {list.map((one) => {
        const title = titleOf(one, locale);
        return (
          <li
            key={one.course_id}
            className="flex flex-wrap items-center gap-4 rounded-2xl border border-line bg-surface p-5"
          >
            <div className="min-w-0 grow basis-64">
              <p className="font-medium break-words">{title}</p>
              <progress
                aria-label={t('certificate.progress', { course: title })}
                value={one.percent}
                max={100}
                className={BAR}
              />
              <p className="mt-1 text-sm text-ink-soft">
                {t('certificate.missing', { done: one.units_done, all: one.units, left: one.units - one.units_done })}
              </p>
            </div>
            <LinkButton look="quiet" to={`/video-info?id=${one.course_id}`}>
              {t(one.units_done === 0 ? 'certificate.begin' : 'certificate.goOn')}
            </LinkButton>
          </li>
        );
      })}
    </ul>
  );
}
