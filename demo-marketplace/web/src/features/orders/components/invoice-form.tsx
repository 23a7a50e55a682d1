import { applyInvoice, InvoiceType, type InvoiceView } from '@lectern/marketplace-contract';
import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { useCall } from '../../../api/use-call.js';
import { Alert } from '../../../ui/alert.js';
import { SelectField, TextField } from '../../../ui/field.js';
import { Form } from '../../../ui/form.js';
import { SubmitButton } from '../../../ui/submit-button.js';

export interface InvoiceFormProps {
  readonly orderNo: string;
  readonly onDone: (invoice: InvoiceView) => void;
}

/** The form to request an invoice. The server validates the tax and carrier numbers by their check digits. */
export function InvoiceForm({ orderNo, onDone }: InvoiceFormProps): ReactElement {
  const t = useText();
  const { call, isBusy, problem, fields } = useCall(applyInvoice);
  const [type, setType] = useState<InvoiceType>(InvoiceType.Personal);
  const [title, setTitle] = useState('');
  const [number, setNumber] = useState('');
  const isCompany = type === InvoiceType.Company;
  const wrongNumber = isCompany ? fields['tax_no'] : fields['carrier'];
  const isFieldWrong = Object.keys(fields).length > 0;
  const send = async (): Promise<void> => {
    const made = await call({
      ...{ order_no: orderNo, type, title: title.trim() },
      ...(isCompany ? { tax_no: number.trim() } : { carrier: number.trim().toUpperCase() }),
    });
    if (made !== undefined) onDone(made);
  };
  return (
    <Form className="grid gap-5" onSubmit={send}>
      {problem !== undefined && !isFieldWrong && <Alert>{problem}</Alert>}
      <SelectField
        label={t('orders.invoice.type')}
        value={type}
        onChange={(event) => {
          setType(event.target.value === InvoiceType.Company ? InvoiceType.Company : InvoiceType.Personal);
          setNumber('');
        }}
      >
        {Object.values(InvoiceType).map((one) => (
          <option key={one} value={one}>
            {t(`orders.invoice.type.${one}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t(isCompany ? 'orders.invoice.company' : 'orders.invoice.name')}
        error={fields['title'] && t(`problem.${fields['title']}`)}
        maxLength={60}
        autoComplete={isCompany ? 'organization' : 'name'}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextField
        key={type}
        label={t(isCompany ? 'orders.invoice.taxNo' : 'orders.invoice.carrierOptional')}
        hint={t(isCompany ? 'orders.invoice.taxNoHint' : 'orders.invoice.carrierHint')}
        error={wrongNumber && t(wrongNumber === 'required' ? 'problem.required' : 'orders.invoice.numberWrong')}
        maxLength={isCompany ? 8 : 16}
        inputMode={isCompany ? 'numeric' : 'text'}
        autoComplete="off"
        value={number}
        onChange={(event) => setNumber(event.target.value)}
      />
      <p className="text-sm text-ink-soft">{t('orders.invoice.once')}</p>
      <SubmitButton isBusy={isBusy}>{t('orders.invoice.submit')}</SubmitButton>
    </Form>
  );
}
