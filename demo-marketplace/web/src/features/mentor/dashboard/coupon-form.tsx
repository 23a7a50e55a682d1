import {
  COUPON_TITLE_MAX,
  CouponKind,
  COUPONS_TOTAL_MAX,
  FieldProblem,
  saveMentorCoupon,
  type MentorCoupon,
} from '@lectern/marketplace-contract';
import { useState, type ReactElement } from 'react';
import { useWatch } from 'react-hook-form';
import { useText, type Text } from '../../../i18n/use-text.js';
import { centsOf } from '../../../lib/money.js';
import { problemText } from '../../../lib/problem-text.js';
import type { Body } from '../../../api/use-call.js';
import { useCallForm } from '../../../lib/use-action-form.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { SelectField, TextField } from '../../../ui/field.js';
import { Section } from '../../../ui/section.js';
import { SubmitButton } from '../../../ui/submit-button.js';
import { toastDone } from '../../../ui/toast.js';
import { localTime, momentOf } from './local-time.js';

const WEEK_MS = 7 * 86_400_000;
const CENTS = 100;
/** Sent for input that is no number; the server refuses it. */
const NO_NUMBER = -1;

interface Values {
  title_zh: string;
  title_en: string;
  kind: CouponKind;
  value: string;
  min: string;
  total: string;
  code: string;
  starts: string;
  ends: string;
}

const startOf = (coupon: MentorCoupon | undefined, now: number): Values => ({
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

/** Fields of the form, where they differ from those of the request. */
const FIELDS: Readonly<Record<string, keyof Values>> = { min_cents: 'min', starts_at: 'starts', ends_at: 'ends' };

/** The request that saves a coupon, or changes the one that is given. */
const requestOf = (
  values: Values,
  courseId: string,
  coupon: MentorCoupon | undefined,
): Body<typeof saveMentorCoupon> => ({
  ...(coupon !== undefined && { id: coupon.id }),
  course_id: courseId,
  title_zh: values.title_zh,
  title_en: values.title_en,
  kind: values.kind,
  code: values.code,
  value: values.kind === CouponKind.Percent ? wholeOf(values.value) : (centsOf(values.value) ?? NO_NUMBER),
  min_cents: values.min.trim() === '' ? 0 : (centsOf(values.min) ?? NO_NUMBER),
  total: wholeOf(values.total),
  starts_at: momentOf(values.starts),
  ends_at: momentOf(values.ends),
});

/** The message for a field that the server refused. */
function messageOf(t: Text, name: keyof Values, kind: CouponKind, problem: FieldProblem): string {
  if (problem === FieldProblem.WholeDollars) return problemText(t, 'coupon', problem);
  if (name === 'value') return t(`mentor.coupon.value.${kind}.problem`);
  if (name === 'total') return t('mentor.coupon.total.problem', { max: COUPONS_TOTAL_MAX.toLocaleString('en') });
  if (name === 'ends') return t('mentor.coupon.ends.problem');
  // The message for `code` requires six digits, which coupon codes need not have.
  return problemText(t, 'coupon', problem);
}

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
  const [defaultValues] = useState(() => startOf(coupon, Date.now()));
  const { form, problem, isBusy, onSubmit, errorOf } = useCallForm<typeof saveMentorCoupon, Values>(saveMentorCoupon, {
    defaultValues,
    keepAs: `coupon ${courseId} ${coupon?.id ?? 'new'}`,
    request: (values) => requestOf(values, courseId, coupon),
    refused: (field, wrong, values) => {
      const name = FIELDS[field] ?? (field as keyof Values);
      return name in values ? { [name]: messageOf(t, name, values.kind, wrong) } : {};
    },
    onDone: () => {
      toastDone(t('mentor.saved'));
      onSaved();
    },
  });
  const shownKind = useWatch({ control: form.control, name: 'kind' });
  const field = (name: keyof Values) => ({ ...form.register(name), error: errorOf(name) });
  return (
    <Section title={t(coupon === undefined ? 'mentor.coupon.new' : 'mentor.coupon.edit')}>
      <form noValidate className="grid gap-5 sm:grid-cols-2" onSubmit={onSubmit}>
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
          label={t(shownKind === CouponKind.Percent ? 'mentor.coupon.value.percent' : 'mentor.coupon.value.fixed')}
          hint={shownKind === CouponKind.Percent ? t('mentor.coupon.value.percent.hint') : undefined}
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
      </form>
    </Section>
  );
}
