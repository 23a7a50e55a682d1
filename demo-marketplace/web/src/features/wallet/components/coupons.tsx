import { CouponTab, redeemCoupon } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { oneOf, pageOf, withQuery } from '../../../lib/query.js';
import { useActionForm } from '../../../lib/use-action-form.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { Empty } from '../../../ui/empty.js';
import { Failed } from '../../../ui/failed.js';
import { CONTROL, Field } from '../../../ui/field.js';
import { ListSkeleton } from '../../../ui/list-skeleton.js';
import { Pager } from '../../../ui/pager.js';
import { toastDone } from '../../../ui/toast.js';
import { CouponCard } from './coupon-card.js';
import { CouponCenter } from './coupon-center.js';
import { couponCenterQuery, couponsQuery } from '../api/coupons.js';

/** The coupons of a member, and ways to get more. */
export function Coupons(): ReactElement {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const state = oneOf(Object.values(CouponTab), search.get('state'), CouponTab.Usable);
  const page = pageOf(search);
  const center = useQuery(couponCenterQuery());
  // Counts the claimed coupons, because each reloads the list.
  const [taken, setTaken] = useState(0);
  const onTaken = (): void => {
    setTaken(taken + 1);
    void center.refetch();
  };
  return (
    <div className="grid gap-6">
      <RedeemForm onRedeemed={onTaken} />
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t('wallet.coupons.title')}</legend>
        {Object.values(CouponTab).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === state}
            className="inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-4 text-ink-soft hover:border-line-strong hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-tint aria-pressed:font-medium aria-pressed:text-ink"
            onClick={() =>
              setSearch(withQuery(search, { state: one === CouponTab.Usable ? '' : one, page: '' }), { replace: true })
            }
          >
            {t(`wallet.coupons.${one}`)}
          </button>
        ))}
      </fieldset>
      <CouponList
        key={`${state} ${page} ${taken}`}
        state={state}
        page={page}
        hrefOf={(to) => `?${withQuery(search, { page: String(to) }).toString()}`}
      />
      <CouponCenter offered={center.data ?? []} onTaken={onTaken} />
    </div>
  );
}

function RedeemForm({ onRedeemed }: { readonly onRedeemed: () => void }): ReactElement {
  const t = useText();
  const { form, problem, isBusy, onSubmit, errorOf } = useActionForm<typeof redeemCoupon, { code: string }>(
    redeemCoupon,
    { code: '' },
    () => {
      form.reset();
      toastDone(t('wallet.coupons.redeemed'));
      onRedeemed();
    },
  );
  return (
    <form noValidate onSubmit={onSubmit} className="grid max-w-xl gap-3">
      {problem !== undefined && <Alert>{problem}</Alert>}
      <Field label={t('wallet.coupons.code')} error={errorOf('code')}>
        {(ids) => (
          <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3">
            <input
              {...form.register('code')}
              {...ids}
              autoComplete="off"
              autoCapitalize="characters"
              aria-invalid={errorOf('code') !== undefined}
              className={CONTROL}
            />
            <Button type="submit" aria-disabled={isBusy}>
              {t('wallet.coupons.redeem')}
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}

interface CouponListProps {
  readonly state: CouponTab;
  readonly page: number;
  readonly hrefOf: (page: number) => string;
}

function CouponList({ state, page, hrefOf }: CouponListProps): ReactElement {
  const t = useText();
  const result = useQuery(couponsQuery({ tab: state, page }));
  if (result.isPending) return <ListSkeleton rows={2} className="h-40" />;
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  const { list, total, limit } = result.data;
  if (list.length === 0) {
    return <Empty icon={Ticket} title={t('wallet.coupons.empty')} text={t('wallet.coupons.emptyText')} />;
  }
  return (
    <div>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {list.map((coupon) => (
          <li key={coupon.id}>
            <CouponCard coupon={coupon} isOver={state !== CouponTab.Usable} />
          </li>
        ))}
      </ul>
      <Pager page={page} pages={Math.ceil(total / limit)} hrefOf={hrefOf} />
    </div>
  );
}
