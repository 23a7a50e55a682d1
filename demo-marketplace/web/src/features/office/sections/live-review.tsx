import { decideLiveRequest, type LiveDocument, type reviewLive, type ResponseOf } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link, useNavigate } from 'react-router';
import { failureText } from '../../../api/failure-text.js';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { formatMoney } from '../../../lib/money.js';
import { Failed } from '../../../ui/failed.js';
import { Section } from '../../../ui/section.js';
import { PageSkeleton } from '../../../ui/skeleton.js';
import { momentText } from '../../../lib/moment-text.js';
import { sessionTime } from '../../../lib/session-time.js';
import { reviewLiveQuery } from '../api/office.js';
import { PROSE } from '../components/course-outline.js';
import { Decision } from '../components/decision.js';
import { DescriptionList } from '../components/description-list.js';
import { Person } from '../components/person.js';
import { officeLink } from '../lib/sections.js';
import { verdicts } from '../lib/verdict.js';

export interface LiveReviewProps {
  readonly id: string;
  readonly onDecided: () => void;
}

/** All that was submitted of a class or activity, and the decision on it. */
export function LiveReview({ id, onDecided }: LiveReviewProps): ReactElement {
  const t = useText();
  const navigate = useNavigate();
  const result = useQuery(reviewLiveQuery({ id }));
  const done = (): void => {
    onDecided();
    void navigate(officeLink('lives'));
  };
  return (
    <div className="grid grid-cols-1 gap-6">
      <Link
        to={officeLink('lives')}
        className="inline-flex min-h-11 items-center gap-2 justify-self-start rounded-lg font-medium text-accent"
      >
        <ArrowLeft aria-hidden className="size-5" />
        {t('office.lives.back')}
      </Link>
      {result.isPending && <PageSkeleton />}
      {result.isLoadingError && <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />}
      {result.data !== undefined && <Reviewed reviewed={result.data} onDone={done} />}
    </div>
  );
}

interface Both {
  readonly zh: string;
  readonly en: string;
}

const both = ({ zh, en }: Both): string => [zh, en].filter(Boolean).join('\n');

function Reviewed({
  reviewed: { live, mentor },
  onDone,
}: {
  readonly reviewed: ResponseOf<typeof reviewLive>;
  readonly onDone: () => void;
}): ReactElement {
  const t = useText();
  const isEnglish = useLocale() === 'en';
  const { document } = live;
  const { zh, en } = document.title;
  const title = isEnglish ? en || zh : zh || en;
  return (
    <>
      <Section title={title}>
        <Person member={mentor} />
        {live.cover_url !== '' && (
          <img
            src={live.cover_url}
            alt={t('office.lives.cover')}
            className="h-40 justify-self-start rounded-xl bg-sunken object-cover"
          />
        )}
        <Facts document={document} />
      </Section>
      <Section title={t('live.about')}>
        {[document.intro.zh, document.intro.en].filter(Boolean).map((html) => (
          // The server sanitises the HTML.
          // oxlint-disable-next-line react/no-danger
          <div key={html} className={PROSE} dangerouslySetInnerHTML={{ __html: html }} />
        ))}
      </Section>
      <Sessions document={document} />
      <Tickets document={document} />
      {live.status === 'pending' ? (
        <div className="sticky bottom-0 -mx-4 border-t border-line bg-paper px-4 py-4 sm:mx-0 sm:rounded-t-2xl">
          <Decision action={decideLiveRequest} onDone={onDone} choices={verdicts(t, 'lives', live.id, { title })} />
        </div>
      ) : (
        <p className="text-ink-soft">{t('office.lives.notWaiting')}</p>
      )}
    </>
  );
}

interface DocumentProps {
  readonly document: LiveDocument;
}

function Facts({ document }: DocumentProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  const moment = (at: string | null): string => (at === null ? '–' : momentText(locale, at));
  const announced = [document.broadcast_start, document.broadcast_end].map(moment).join(' – ');
  return (
    <DescriptionList
      facts={[
        { label: t('office.lives.title'), value: both(document.title) },
        { label: t('office.lives.kind'), value: t(`live.kind.${document.kind}`) },
        { label: t('office.lives.mode'), value: t(`live.mode.${document.mode}`) },
        { label: t('office.lives.venue'), value: document.venue },
        { label: t('office.lives.map'), value: document.map_link },
        { label: t('office.lives.announced'), value: announced },
        { label: t('office.lives.policy'), value: t(`live.policy.${document.refund_policy}`) },
      ]}
    />
  );
}

function Sessions({ document: { timeline } }: DocumentProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  return (
    <Section title={t('live.timeline')}>
      <ul className="grid gap-3">
        {timeline.map(({ ref, title, start_at, end_at }) => (
          <li key={ref}>
            <p className="font-medium break-words whitespace-pre-line">{both(title)}</p>
            <p className="text-sm text-ink-soft">
              {start_at === null || end_at === null ? '–' : sessionTime(locale, { start_at, end_at })}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Tickets({ document: { timeline, packages } }: DocumentProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  const moment = (at: string | null): string => (at === null ? '–' : momentText(locale, at));
  const isEnglish = locale === 'en';
  return (
    <Section title={t('live.tickets')}>
      {packages.map((one, index) => (
        <DescriptionList
          // Two types may have the same name.
          key={`${index} ${one.name.zh}`}
          facts={[
            { label: t('office.lives.ticket'), value: both(one.name) },
            { label: t('office.courses.price'), value: formatMoney(one.price_cents) },
            { label: t('office.courses.originalPrice'), value: formatMoney(one.original_price_cents) },
            {
              label: t('office.lives.early'),
              value:
                one.early_price_cents === null
                  ? ''
                  : `${formatMoney(one.early_price_cents)} – ${moment(one.early_until)}`,
            },
            { label: t('office.lives.quantity'), value: one.quantity },
            { label: t('office.lives.limit'), value: one.limit_per_member },
            { label: t('office.lives.sale'), value: [one.sale_start, one.sale_end].map(moment).join(' – ') },
            { label: t('office.lives.use'), value: [one.use_from ?? '–', one.use_until ?? '–'].join(' – ') },
            {
              label: t('live.timeline'),
              value: timeline
                .filter(({ ref }) => one.sessions.includes(ref))
                .map(({ title: { zh, en } }) => (isEnglish ? en || zh : zh || en))
                .join('\n'),
            },
          ]}
        />
      ))}
    </Section>
  );
}
