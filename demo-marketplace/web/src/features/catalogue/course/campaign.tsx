import { type getCrowdfund, showBacker, type CourseInfo, type ResponseOf } from '@lectern/marketplace-contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { useCall } from '../../../api/use-call.js';
import { Avatar } from '../../../ui/avatar.js';
import { Button } from '../../../ui/button.js';
import { Failed } from '../../../ui/failed.js';
import { CheckField } from '../../../ui/field.js';
import { Section } from '../../../ui/section.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { toastError } from '../../../ui/toast.js';
import { Pictures } from '../components/pictures.js';
import { whenText } from '../lib/when.js';
import { backersQuery, campaignUpdatesQuery, crowdfundQuery } from '../api/crowdfund.js';

/** Its mentor alone has it. */
const CampaignAdmin = lazy(async () => ({ default: (await import('./campaign-admin.js')).CampaignAdmin }));

type Crowdfund = ResponseOf<typeof getCrowdfund>;

const STEP = 3;
const MOST = 50;
const FACES = 24;

export interface CampaignProps {
  readonly course: CourseInfo;
  /** Called when the campaign has ended, also if it had ended earlier. */
  readonly onChanged: () => void;
}

/** The campaign of a crowdfunded course: the updates of its mentor and its backers. */
export function Campaign({ course, onChanged }: CampaignProps): ReactElement | null {
  const t = useText();
  const result = useQuery(crowdfundQuery({ course_id: course.id }));
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  if (result.isPending) return <Skeleton className="h-48 w-full rounded-2xl" />;
  const changed = (): void => {
    void result.refetch();
    onChanged();
  };
  return (
    <Section title={t('campaign.title')}>
      {result.data.state === 'cancelled' && (
        <p className="rounded-xl bg-amber-tint px-4 py-3 text-amber">
          {t('campaign.cancelled', { reason: result.data.cancel_reason })}
        </p>
      )}
      <CampaignDetails campaign={result.data} courseId={course.id} onCancelled={changed} />
      <Backers campaign={result.data} courseId={course.id} onNamed={() => void result.refetch()} />
    </Section>
  );
}

interface CampaignDetailsProps {
  readonly campaign: Crowdfund;
  readonly courseId: string;
  readonly onCancelled: () => void;
}

function CampaignDetails({ campaign, courseId, onCancelled }: CampaignDetailsProps): ReactElement {
  const t = useText();
  const [now] = useState(Date.now);
  const [limit, setLimit] = useState(STEP);
  const result = useQuery({
    ...campaignUpdatesQuery({ course_id: courseId, page: 1, limit }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="grid gap-4">
      <h3 className="font-medium">{t('campaign.updates')}</h3>
      {campaign.mine && (
        <Suspense fallback={<Skeleton className="h-24 w-full" />}>
          <CampaignAdmin
            courseId={courseId}
            state={campaign.state}
            onWritten={() => void result.refetch()}
            onCancelled={onCancelled}
          />
        </Suspense>
      )}
      {result.isPending && <Skeleton className="h-24 w-full" />}
      {result.isLoadingError && <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />}
      {result.data !== undefined && result.data.total === 0 && (
        <p className="text-ink-soft">{t('campaign.updates.none')}</p>
      )}
      {result.data !== undefined && result.data.total > 0 && (
        <ol
          aria-busy={result.isPlaceholderData}
          className="grid gap-5 border-l-2 border-line pl-5 aria-busy:opacity-60"
        >
          {result.data.list.map((one) => (
            <li key={one.id} className="grid gap-1.5">
              <time dateTime={one.at} className="text-sm text-ink-soft">
                {whenText(one.at, now, t)}
              </time>
              <p className="max-w-prose break-words whitespace-pre-line">{one.content}</p>
              <Pictures images={one.images} />
            </li>
          ))}
        </ol>
      )}
      {result.data !== undefined && result.data.total > result.data.list.length && limit < MOST && (
        <Button look="quiet" onClick={() => setLimit(Math.min(MOST, limit + STEP * 3))}>
          {t('campaign.updates.more')}
        </Button>
      )}
    </div>
  );
}

interface BackersProps {
  readonly campaign: Crowdfund;
  readonly courseId: string;
  readonly onNamed: () => void;
}

function Backers({ campaign, courseId, onNamed }: BackersProps): ReactElement | null {
  const t = useText();
  const result = useQuery({
    ...backersQuery({ course_id: courseId, page: 1, limit: FACES }),
    placeholderData: keepPreviousData,
  });
  const { call, isBusy } = useCall(showBacker);
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  if (result.isPending) return <Skeleton className="h-16 w-full" />;
  const { list, total, anonymous } = result.data;
  if (total + anonymous === 0) return null;
  const name = async (on: boolean): Promise<void> => {
    if ((await call({ course_id: courseId, on })) === undefined) toastError(t('campaign.named.failed'));
    void result.refetch();
    onNamed();
  };
  const others = total + anonymous - list.length;
  return (
    <div className="grid gap-4 border-t border-line pt-5">
      <h3 className="font-medium">{t('crowdfund.backers', { count: total + anonymous })}</h3>
      <ul aria-busy={result.isPlaceholderData} className="flex flex-wrap gap-x-4 gap-y-2 empty:hidden">
        {list.map(({ member }) => (
          <li key={member.id} className="flex items-center gap-2">
            <Avatar name={member.name} picture={member.headimg} className="size-8 text-xs" />
            <span className="max-w-40 truncate text-sm">{member.name}</span>
          </li>
        ))}
      </ul>
      {others > 0 && list.length > 0 && (
        <p className="text-sm text-ink-soft">{t('campaign.others', { count: others })}</p>
      )}
      {campaign.named !== null && (
        <CheckField
          checked={campaign.named}
          aria-disabled={isBusy}
          onChange={(event) => void name(event.target.checked)}
        >
          {t('campaign.named')}
        </CheckField>
      )}
    </div>
  );
}
