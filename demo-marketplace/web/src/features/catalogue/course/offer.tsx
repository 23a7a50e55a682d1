import {
  type CourseInfo,
  type CrowdfundBrief,
  enrollFree,
  formatDate,
  REFUND_RULE,
} from '@lectern/marketplace-contract';
import { BadgeCheck, FileText, Infinity as Forever, Lock, Play, RotateCcw, TicketPercent, Users } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { listText } from '../../../lib/list-text.js';
import { formatMoney } from '../../../lib/money.js';
import { useCall } from '../../../api/use-call.js';
import { Alert } from '../../../ui/alert.js';
import { Button, LinkButton } from '../../../ui/button.js';
import { Card } from '../../../ui/card.js';
import { Spinner } from '../../../ui/spinner.js';
import { toastDone } from '../../../ui/toast.js';
import { CrowdfundBar } from '../components/crowdfund-bar.js';
import { Price } from '../components/price.js';
import { ProgressBar } from '../components/progress-bar.js';
import { configQuery } from '../../account/index.js';
import { useMemberOnly } from '../../session/index.js';
import { clockText } from '../lib/figures.js';
import { coursePath, payPath, PLAYING } from '../lib/paths.js';
import { priceOf } from '../lib/price-of.js';
import type { Outline } from './outline.js';

export interface OfferProps {
  readonly course: CourseInfo;
  readonly outline: Outline;
  readonly onEnrolled: () => void;
}

const WIDE = 'w-full';

/** Nothing will be made, or sold. */
const isOver = (state: CrowdfundBrief['state']): boolean => state === 'failed' || state === 'cancelled';

/** The price of a course and the buttons to buy it; for its owner, the link to continue learning. */
export function Offer({ course, outline, onEnrolled }: OfferProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  const units = outline.data?.flatMap((chapter) => chapter.units) ?? [];
  const preview = units.find((unit) => unit.preview && !unit.locked);
  const { crowdfund, progress } = course;
  const state = crowdfund?.state ?? 'published';
  const isOnSale = state === 'published' && !course.owned;
  return (
    <Card className="grid gap-5 shadow-card">
      {!course.owned && !isOver(state) && <Price size="large" {...priceOf(course)} />}
      {crowdfund !== null && state !== 'published' && <Crowdfund crowdfund={crowdfund} />}
      {progress !== null && (
        <div className="grid gap-1">
          <p className="font-medium">{t(progress.completed ? 'course.completed' : 'course.yours')}</p>
          <ProgressBar percent={progress.percent} label={t('progress.of', { title: course.title })} />
        </div>
      )}
      {isOnSale && course.seats_left !== null && course.seats_left > 0 && (
        <p className="flex items-center gap-2.5 font-medium text-amber">
          <Users aria-hidden className="size-4 shrink-0" />
          {t('course.seats.left', { count: course.seats_left })}
        </p>
      )}
      <div className="grid gap-3">
        <CourseCta course={course} firstUnitId={units[0]?.id ?? ''} onEnrolled={onEnrolled} />
        {!course.owned && preview !== undefined && (
          <LinkButton look="quiet" className={WIDE} to={coursePath(course.id, preview.id)} state={PLAYING}>
            <Play aria-hidden className="size-4" />
            {t('course.preview')}
          </LinkButton>
        )}
      </div>
      {isOnSale && course.price_cents > 0 && (
        <ul className="grid gap-2.5 text-sm text-ink-soft">
          {(crowdfund === null || crowdfund.state === 'published') && (
            <li className="flex gap-2.5">
              <RotateCcw aria-hidden className="mt-0.5 size-4 shrink-0" />
              {REFUND_RULE[locale]}
            </li>
          )}
          <PayHints />
          <li className="flex gap-2.5">
            <TicketPercent aria-hidden className="mt-0.5 size-4 shrink-0" />
            {t('course.hint.coupon')}
          </li>
          <li className="flex gap-2.5">
            <Forever aria-hidden className="mt-0.5 size-4 shrink-0" />
            {t('course.hint.forever')}
          </li>
          <li className="flex gap-2.5">
            <BadgeCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
            {t('course.hint.certificate')}
          </li>
        </ul>
      )}
    </Card>
  );
}

/** The payment channels and the invoice, for buyers who have not ordered yet. */
function PayHints(): ReactElement {
  const t = useText();
  const locale = useLocale();
  const { data } = useQuery(configQuery());
  const methods = (data?.pay_channels ?? []).map((code) => t(`course.pay.${code}`));
  return (
    <>
      {methods.length > 0 && (
        <li className="flex gap-2.5">
          <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t('course.hint.pay', { methods: listText(locale, methods, 'disjunction') })}
        </li>
      )}
      <li className="flex gap-2.5">
        <FileText aria-hidden className="mt-0.5 size-4 shrink-0" />
        {t('course.hint.invoice')}
      </li>
    </>
  );
}

interface CourseCtaProps {
  readonly course: CourseInfo;
  readonly firstUnitId: string;
  readonly onEnrolled: () => void;
}

/** The call to action. */
function CourseCta({ course, firstUnitId, onEnrolled }: CourseCtaProps): ReactElement {
  const t = useText();
  const memberOnly = useMemberOnly();
  const { isBusy, problem, call } = useCall(enrollFree);
  const { crowdfund, progress } = course;

  if (course.mine) {
    return (
      <LinkButton className={WIDE} to={`/t_kecheng_add?id=${course.id}`}>
        {t('course.edit')}
      </LinkButton>
    );
  }
  if (course.owned) {
    const unitId = progress !== null && progress.unit_id !== '' ? progress.unit_id : firstUnitId;
    if (unitId === '') return <p className="text-ink-soft">{t('course.waiting')}</p>;
    const second = progress?.second ?? 0;
    return (
      <LinkButton size="large" className={WIDE} to={coursePath(course.id, unitId, second)} state={PLAYING}>
        <Play aria-hidden className="size-5" />
        {second > 0
          ? t('course.continue', { at: clockText(second) })
          : t((progress?.percent ?? 0) > 0 ? 'mine.continue' : 'course.start')}
      </LinkButton>
    );
  }
  if (course.backed && crowdfund?.state === 'funding') {
    return (
      <p className="flex gap-2.5 rounded-xl bg-accent-tint px-4 py-3 text-accent-strong">
        <BadgeCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
        {t('course.backed')}
      </p>
    );
  }
  if (crowdfund?.state === 'funding') {
    return (
      <LinkButton size="large" className={WIDE} to={payPath(course.id)}>
        {t('course.pledge')}
      </LinkButton>
    );
  }
  if (crowdfund !== null && crowdfund.state !== 'published') {
    return (
      <p className="text-ink-soft">{t(`course.crowdfund.${crowdfund.state === 'producing' ? 'producing' : 'over'}`)}</p>
    );
  }
  if (course.seats_left === 0) {
    return (
      <p className="rounded-xl bg-sunken px-4 py-3 text-center font-medium text-ink-soft">{t('course.soldOut')}</p>
    );
  }
  if (course.price_cents > 0) {
    return (
      <LinkButton size="large" className={WIDE} to={payPath(course.id)}>
        {t('course.buy')}
      </LinkButton>
    );
  }
  const enroll = async (): Promise<void> => {
    if ((await call({ id: course.id })) === undefined) return;
    toastDone(t('course.enrolled'));
    onEnrolled();
  };
  return (
    <>
      {problem !== undefined && <Alert>{problem}</Alert>}
      <Button size="large" className={WIDE} aria-disabled={isBusy} onClick={() => memberOnly(() => void enroll())}>
        {isBusy && <Spinner />}
        {t('course.enroll')}
      </Button>
    </>
  );
}

function Crowdfund({ crowdfund }: { readonly crowdfund: CrowdfundBrief }): ReactElement {
  const t = useText();
  // The remaining time is the one at the time the page was opened.
  const [now] = useState(Date.now);
  const amount = (value: number): string =>
    crowdfund.target_type === 'amount' ? formatMoney(value) : t('crowdfund.people', { count: value });
  const date = (at: string): string => formatDate(Date.parse(at));
  return (
    <div className="grid gap-3 rounded-xl bg-sunken/60 p-4">
      <p>
        <strong className="text-xl font-semibold tabular-nums">{amount(crowdfund.reached)}</strong>{' '}
        <span className="text-ink-soft">{t('crowdfund.of', { target: amount(crowdfund.target) })}</span>
      </p>
      <CrowdfundBar crowdfund={crowdfund} />
      <dl className="grid grid-cols-2 gap-2 text-sm">
        <div>
          <dt className="text-ink-soft">
            {t(Date.parse(crowdfund.deadline) < now ? 'crowdfund.deadline.past' : 'crowdfund.deadline')}
          </dt>
          <dd className="font-medium">{date(crowdfund.deadline)}</dd>
        </div>
        {!isOver(crowdfund.state) && (
          <div>
            <dt className="text-ink-soft">{t('crowdfund.produceBy')}</dt>
            <dd className="font-medium">{date(crowdfund.produce_by)}</dd>
          </div>
        )}
      </dl>
      {(crowdfund.state === 'funding' || crowdfund.state === 'producing') && (
        <p className="flex gap-2.5 text-sm text-ink-soft">
          <RotateCcw aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t(crowdfund.state === 'funding' ? 'crowdfund.policy' : 'crowdfund.policy.producing')}
        </p>
      )}
    </div>
  );
}
