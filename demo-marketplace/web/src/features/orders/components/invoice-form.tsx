import { applyInvoice, FieldProblem, InvoiceType, type InvoiceView } from '@lectern/marketplace-contract';
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

interface Values {
  type: InvoiceType;
  title: string;
  /** The tax number of a company, or the carrier of a person. */
  number: string;
}

/** The form to request an invoice. The server validates the tax and carrier numbers by their check digits. */
export function InvoiceForm({ orderNo, onDone }: InvoiceFormProps): ReactElement {
  const t = useText();
  const { form, problem, isBusy, onSubmit, errorOf } = useCallForm<typeof applyInvoice, Values>(applyInvoice, {
    defaultValues: { type: InvoiceType.Personal, title: '', number: '' },
    request: ({ type, title, number }) => ({
      ...{ order_no: orderNo, type, title: title.trim() },
      ...(type === InvoiceType.Company ? { tax_no: number.trim() } : { carrier: number.trim().toUpperCase() }),
    }),
    refused: (field, kind) => {
      if (field === 'title') return { title: t(`problem.${kind}`) };
      if (field !== 'tax_no' && field !== 'carrier') return {};
      return { number: t(kind === FieldProblem.Required ? 'problem.required' : 'orders.invoice.numberWrong') };
    },
    onDone,
  });
  const type = useWatch({ control: form.control, name: 'type' });
  const isCompany = type === InvoiceType.Company;
  return (
    <form noValidate className="grid gap-5" onSubmit={onSubmit}>
      {problem !== undefined && <Alert>{problem}</Alert>}
      <SelectField
        {...form.register('type', { onChange: () => form.resetField('number') })}
        label={t('orders.invoice.type')}
      >
        {Object.values(InvoiceType).map((one) => (
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
        label={t(isCompany ? 'orders.invoice.taxNo' : 'orders.invoice.carrierOptional')}
        hint={t(isCompany ? 'orders.invoice.taxNoHint' : 'orders.invoice.carrierHint')}
        error={errorOf('number')}
        maxLength={isCompany ? 8 : 16}
        inputMode={isCompany ? 'numeric' : 'text'}
        autoComplete="off"
      />
      <p className="text-sm text-ink-soft">{t('orders.invoice.once')}</p>
      <SubmitButton isBusy={isBusy}>{t('orders.invoice.submit')}</SubmitButton>
    </form>
  );
}
