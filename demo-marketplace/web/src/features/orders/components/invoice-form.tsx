import {
  applyInvoice,
  FieldProblem,
  InvoiceType,
  isDonationCode,
  type InvoiceView,
} from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useWatch } from 'react-hook-form';
import { useText } from '../../../i18n/use-text.js';
import { useCallForm } from '../../../lib/use-action-form.js';
import { Alert } from '../../../ui/alert.js';
import { SelectField, TextField } from '../../../ui/field.js';
import { SubmitButton } from '../../../ui/submit-button.js';

export interface InvoiceFormProps {
  readonly orderNo: string;
  readonly onDone: (invoice: InvoiceView) => void;
}

/** A donated invoice is a personal one that a charity receives. */
const Kind = { ...InvoiceType, Donation: 'donation' } as const;
type Kind = (typeof Kind)[keyof typeof Kind];

interface Values {
  type: Kind;
  title: string;
  /** The tax number of a company, the carrier of a person, or the donation code of a charity. */
  number: string;
}

const NUMBERS = {
  [Kind.Personal]: { label: 'orders.invoice.carrierOptional', hint: 'orders.invoice.carrierHint', maxLength: 16 },
  [Kind.Company]: { label: 'orders.invoice.taxNo', hint: 'orders.invoice.taxNoHint', maxLength: 8 },
  [Kind.Donation]: { label: 'orders.invoice.donation', hint: 'orders.invoice.donationHint', maxLength: 7 },
} as const;

/** The number in the field of the action that takes it. */
function numberOf(type: Kind, number: string) {
  if (type === Kind.Company) return { tax_no: number };
  return type === Kind.Donation ? { donation: number } : { carrier: number.toUpperCase() };
}

/** The form to request an invoice. The server validates the tax and carrier numbers by their check digits. */
export function InvoiceForm({ orderNo, onDone }: InvoiceFormProps): ReactElement {
  const t = useText();
  const { form, problem, isBusy, onSubmit, errorOf } = useCallForm<typeof applyInvoice, Values>(applyInvoice, {
    defaultValues: { type: Kind.Personal, title: '', number: '' },
    // Without a code, the invoice would be an ordinary one.
    check: ({ type, number }) =>
      type === Kind.Donation && !isDonationCode(number.trim()) ? { number: t('orders.invoice.numberWrong') } : {},
    request: ({ type, title, number }) => ({
      ...{ order_no: orderNo, type: type === Kind.Donation ? Kind.Personal : type, title: title.trim() },
      ...numberOf(type, number.trim()),
    }),
    refused: (field, kind) => {
      if (field === 'title') return { title: t(`problem.${kind}`) };
      if (field !== 'tax_no' && field !== 'carrier' && field !== 'donation') return {};
      return { number: t(kind === FieldProblem.Required ? 'problem.required' : 'orders.invoice.numberWrong') };
    },
    onDone,
  });
  const type = useWatch({ control: form.control, name: 'type' });
  const isCompany = type === Kind.Company;
  const number = NUMBERS[type];
  return (
    <form noValidate className="grid gap-5" onSubmit={onSubmit}>
      {problem !== undefined && <Alert>{problem}</Alert>}
      <SelectField
        {...form.register('type', { onChange: () => form.resetField('number') })}
        label={t('orders.invoice.type')}
      >
        {Object.values(Kind).map((one) => (
          <option key={one} value={one}>
            {t(`orders.invoice.type.${one}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        {...form.register('title')}
        label={t(isCompany ? 'orders.invoice.company' : 'orders.invoice.name')}
        error={errorOf('title')}
        maxLength={60}
        autoComplete={isCompany ? 'organization' : 'name'}
      />
      <TextField
        key={type}
        {...form.register('number')}
        label={t(number.label)}
        hint={t(number.hint)}
        error={errorOf('number')}
        maxLength={number.maxLength}
        inputMode={type === Kind.Personal ? 'text' : 'numeric'}
        autoComplete="off"
      />
      <p className="text-sm text-ink-soft">{t('orders.invoice.once')}</p>
      <SubmitButton isBusy={isBusy}>{t('orders.invoice.submit')}</SubmitButton>
    </form>
  );
}
