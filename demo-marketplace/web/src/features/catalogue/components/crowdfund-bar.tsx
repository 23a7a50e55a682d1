import { DAYS_LEFT_PAST, type CrowdfundBrief } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import type { MessageId } from '../../../i18n/messages.js';
import { useText, type Text } from '../../../i18n/use-text.js';
import { Meter } from '../../../ui/meter.js';

/** The badge of a crowdfunded course; undefined once the course is on regular sale. */
export function campaignTag(crowdfund: CrowdfundBrief | null): MessageId | undefined {
  const state = crowdfund?.state ?? 'published';
  if (state === 'published') return undefined;
  if (state === 'producing') return 'crowdfund.tag.producing';
  return state === 'failed' || state === 'cancelled' ? 'crowdfund.tag.over' : 'crowdfund.tag';
}

/** The remaining time of a crowdfund, or its final state. */
export function timeLeftText({ state, days_left: days }: CrowdfundBrief, t: Text): string {
  if (state === 'producing') return t('crowdfund.producing');
  if (state === 'failed' || state === 'cancelled') return t(`crowdfund.${state}`);
  if (days === DAYS_LEFT_PAST) return t('crowdfund.ended');
  return days === 0 ? t('crowdfund.lastHours') : t('crowdfund.daysLeft', { days });
}

/** The progress of a crowdfund. */
export function CrowdfundBar({ crowdfund }: { readonly crowdfund: CrowdfundBrief }): ReactElement {
  const t = useText();
  const { percent, backers } = crowdfund;
  return (
    <div>
      <Meter label={t('crowdfund.progress')} percent={percent} tone={percent >= 100 ? 'accent' : 'amber'} />
      <p className="mt-1.5 flex flex-wrap justify-between gap-x-3 text-sm text-ink-soft">
        <span>
          <strong className="font-semibold text-ink tabular-nums">{percent}%</strong>{' '}
          {t('crowdfund.backers', { count: backers })}
        </span>
        <span>{timeLeftText(crowdfund, t)}</span>
      </p>
    </div>
  );
}
