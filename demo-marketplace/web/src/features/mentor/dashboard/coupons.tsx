import { CouponKind, formatDateTime, stopMentorCoupon, type MentorCoupon } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { Plus, TicketPercent } from 'lucide-react';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { formatMoney } from '../../../lib/money.js';
import { withQuery } from '../../../lib/query.js';
import { mentorCouponsQuery } from '../api/courses.js';
import { couponsAskedBy } from '../lib/asked.js';
import { Badge } from '../../../ui/badge.js';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Empty } from '../../../ui/empty.js';
import { Failed } from '../../../ui/failed.js';
import { ListSkeleton } from '../../../ui/list-skeleton.js';
import { Pager } from '../../../ui/pager.js';

/** Rarely opened, and large with the library of forms. */
const CouponForm = lazy(async () => ({ default: (await import('./coupon-form.js')).CouponForm }));
const TONES = { coming: 'warn', running: 'good', ended: 'plain', stopped: 'plain' } as const;

/** The coupons that a mentor gives for a course. */
export function Coupons({ courseId }: { readonly courseId: string }): ReactElement {
  const t = useText();
  const [search] = useSearchParams();
  const asked = couponsAskedBy(search, courseId);
  const result = useQuery(mentorCouponsQuery(asked));
  const [editing, setEditing] = useState<MentorCoupon | 'new'>();
  const [stopping, setStopping] = useState<string>();
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  if (editing !== undefined) {
    return (
      <Suspense fallback={<ListSkeleton rows={1} className="h-96" />}>
        <CouponForm
          courseId={courseId}
          coupon={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
          onSaved={() => {
            setEditing(undefined);
            void result.refetch();
          }}
        />
      </Suspense>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-prose text-pretty text-ink-soft">{t('mentor.coupon.text')}</p>
        <Button onClick={() => setEditing('new')}>
          <Plus aria-hidden className="size-5" />
          {t('mentor.coupon.new')}
        </Button>
      </div>
      {result.isPending && <ListSkeleton rows={3} className="h-28" />}
      {result.data?.list.length === 0 && (
        <Empty icon={TicketPercent} title={t('mentor.coupon.none')} text={t('mentor.coupon.none.text')} />
      )}
      {result.data !== undefined && result.data.list.length > 0 && (
        <>
          <ul aria-label={t('mentor.dashboard.coupons')} className="grid gap-4">
            {result.data.list.map((coupon) => (
              <CouponRow
                key={coupon.id}
                coupon={coupon}
                onEdit={() => setEditing(coupon)}
                onStop={() => setStopping(coupon.id)}
              />
            ))}
          </ul>
          <Pager
            page={asked.page}
            pages={Math.ceil(result.data.total / asked.limit)}
            hrefOf={(to) => `?${withQuery(search, { page: String(to) }).toString()}`}
          />
        </>
      )}
      <ConfirmDialog
        title={t('mentor.coupon.stop.title')}
        text={t('mentor.coupon.stop.text')}
        action={stopMentorCoupon}
        body={stopping === undefined ? undefined : { id: stopping }}
        confirm={t('mentor.coupon.stop')}
        keep={t('mentor.cancel')}
        onClose={() => setStopping(undefined)}
        onDone={() => {
          setStopping(undefined);
          void result.refetch();
        }}
      />
    </div>
  );
}

function CouponRow({
  coupon,
  onEdit,
  onStop,
}: {
  readonly coupon: MentorCoupon;
  readonly onEdit: () => void;
  readonly onStop: () => void;
}): ReactElement {
  const t = useText();
  const { state, kind, value, min_cents: min, claimed, used, total, code, title_zh: zh, title_en: en } = coupon;
  const off =
    kind === CouponKind.Percent
      ? t('mentor.coupon.percent', { percent: value })
      : t('mentor.coupon.off', { amount: formatMoney(value) });
  const isGiven = state === 'coming' || state === 'running';
  return (
    <li className="grid gap-3 rounded-2xl border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <span className="min-w-0">
          <span className="block text-lg font-semibold">{off}</span>
          <span className="block break-words">{en === '' ? zh : `${zh} / ${en}`}</span>
        </span>
        <Badge tone={TONES[state]}>{t(`mentor.coupon.state.${state}`)}</Badge>
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-soft tabular-nums">
        <li>{t('mentor.coupon.given', { claimed, total })}</li>
        <li>{t('mentor.coupon.used', { count: used })}</li>
        {min > 0 && <li>{t('mentor.coupon.min', { amount: formatMoney(min) })}</li>}
        <li>{code === '' ? t('mentor.coupon.open') : t('mentor.coupon.withCode', { code })}</li>
        <li>
          <span className="whitespace-nowrap">{formatDateTime(Date.parse(coupon.starts_at))}</span>
          {' – '}
          <span className="whitespace-nowrap">{formatDateTime(Date.parse(coupon.ends_at))}</span>
        </li>
      </ul>
      {isGiven && (
        <div className="flex flex-wrap gap-2">
          {claimed === 0 && (
            <Button look="quiet" onClick={onEdit}>
              {t('mentor.courses.edit')}
            </Button>
          )}
          <Button look="quiet" onClick={onStop}>
            {t('mentor.coupon.stop')}
          </Button>
        </div>
      )}
    </li>
  );
}
