import {
  COUPON_TITLE_MAX,
  CouponKind,
  COUPONS_TOTAL_MAX,
  FieldProblem,
  saveMentorCoupon,
  type MentorCoupon,
} from '@lectern/marketplace-contract';
import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { centsOf } from '../../../lib/money.js';
import { problemText } from '../../../lib/problem-text.js';
import { useCall } from '../../../api/use-call.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { SelectField, TextField } from '../../../ui/field.js';
import { Form } from '../../../ui/form.js';
import { Section } from '../../../ui/section.js';
import { SubmitButton } from '../../../ui/submit-button.js';
import { toastDone } from '../../../ui/toast.js';
import { localTime, momentOf } from './local-time.js';

const WEEK_MS = 7 * 86_400_000;
const CENTS = 100;
/** Sent for input that is no number; the server refuses it. */
const NO_NUMBER = -1;

const startOf = (coupon: MentorCoupon | undefined, now: number) => ({
  title_zh: coupon?.title_zh ?? '',
  title_en: coupon?.title_en ?? '',
  kind: coupon?.kind ?? CouponKind.Percent,
  value: coupon === undefined ? '' : String(coupon.kind === CouponKind.Percent ? coupon.value : coupon.value / CENTS),
  min: coupon === undefined || coupon.min_cents === 0 ? '' : String(coupon.min_cents / CENTS),
  total: String(coupon?.total ?? ''),
  code: coupon?.code ?? '',
  starts: localTime(coupon === undefined ? now : Date.parse(coupon.starts_at)),
  ends: localTime(coupon === undefined ? now + WEEK_MS : Date.parse(coupon.ends_at)),
});

const wholeOf = (text: string): number => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : NO_NUMBER);

/** Names of the server's fields, where they differ from those of the form. */
const FIELDS = { min: 'min_cents', starts: 'starts_at', ends: 'ends_at' } as const;

/** Creates a coupon, or changes one that nobody has claimed yet. */
export function CouponForm({
  courseId,
  coupon,
  onClose,
  onSaved,
}: {
  readonly courseId: string;
  readonly coupon: MentorCoupon | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}): ReactElement {
  const t = useText();
  const [form, setForm] = useState(() => startOf(coupon, Date.now()));
  const { isBusy, problem, fields, call } = useCall(saveMentorCoupon);
  type Name = keyof typeof form;
  const errorOf = (name: Name): string | undefined => {
    const field = name in FIELDS ? FIELDS[name as keyof typeof FIELDS] : name;
    const wrong = fields[field];
    if (wrong === undefined) return undefined;
    if (wrong === FieldProblem.WholeDollars) return problemText(t, 'coupon', wrong);
    if (name === 'value') return t(`mentor.coupon.value.${form.kind}.problem`);
    if (name === 'total') return t('mentor.coupon.total.problem', { max: COUPONS_TOTAL_MAX.toLocaleString('en') });
    if (name === 'ends') return t('mentor.coupon.ends.problem');
    // The message for `code` requires six digits, which coupon codes need not have.
    return problemText(t, 'coupon', wrong);
  };
  const field = (name: Name) => ({
    value: form[name],
    error: errorOf(name),
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setForm((current) => ({ ...current, [name]: event.target.value })),
  });
  const save = async (): Promise<void> => {
    const isPercent = form.kind === CouponKind.Percent;
    const saved = await call({
      ...(coupon !== undefined && { id: coupon.id }),
      ...{ course_id: courseId, title_zh: form.title_zh, title_en: form.title_en, kind: form.kind, code: form.code },
      value: isPercent ? wholeOf(form.value) : (centsOf(form.value) ?? NO_NUMBER),
      min_cents: form.min.trim() === '' ? 0 : (centsOf(form.min) ?? NO_NUMBER),
      total: wholeOf(form.total),
      starts_at: momentOf(form.starts),
      ends_at: momentOf(form.ends),
    });
    if (saved === undefined) return;
    toastDone(t('mentor.saved'));
    onSaved();
  };
  return (
    <Section title={t(coupon === undefined ? 'mentor.coupon.new' : 'mentor.coupon.edit')}>
      <Form className="grid gap-5 sm:grid-cols-2" onSubmit={save}>
        {problem !== undefined && (
          <div className="sm:col-span-2">
            <Alert>{problem}</Alert>
          </div>
        )}
        <TextField label={t('mentor.coupon.title.zh')} maxLength={COUPON_TITLE_MAX} {...field('title_zh')} />
        <TextField
          label={t('mentor.coupon.title.en')}
          hint={t('mentor.coupon.title.en.hint')}
          maxLength={COUPON_TITLE_MAX}
          {...field('title_en')}
        />
        <SelectField label={t('mentor.coupon.kind')} {...field('kind')}>
          <option value={CouponKind.Percent}>{t('mentor.coupon.kind.percent')}</option>
          <option value={CouponKind.Fixed}>{t('mentor.coupon.kind.fixed')}</option>
        </SelectField>
        <TextField
          label={t(form.kind === CouponKind.Percent ? 'mentor.coupon.value.percent' : 'mentor.coupon.value.fixed')}
          hint={form.kind === CouponKind.Percent ? t('mentor.coupon.value.percent.hint') : undefined}
          inputMode="decimal"
          {...field('value')}
        />
        <TextField
          label={t('mentor.coupon.minimum')}
          hint={t('mentor.coupon.minimum.hint')}
          inputMode="decimal"
          {...field('min')}
        />
        <TextField label={t('mentor.coupon.total')} inputMode="numeric" {...field('total')} />
        <TextField label={t('mentor.coupon.starts')} type="datetime-local" {...field('starts')} />
        <TextField label={t('mentor.coupon.ends')} type="datetime-local" {...field('ends')} />
        <div className="sm:col-span-2">
          <TextField
            label={t('mentor.coupon.code')}
            hint={t('mentor.coupon.code.hint')}
            autoCapitalize="characters"
            autoComplete="off"
            maxLength={20}
            {...field('code')}
          />
        </div>
        <div className="grid gap-3 sm:col-span-2 sm:grid-cols-2">
          <Button look="quiet" onClick={onClose}>
            {t('mentor.cancel')}
          </Button>
          <SubmitButton isBusy={isBusy}>{t('mentor.save')}</SubmitButton>
        </div>
      </Form>
    </Section>
  );
}
