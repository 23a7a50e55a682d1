import { OrderAction, type InvoiceView, type OrderView } from '@lectern/marketplace-contract';
import { Printer } from 'lucide-react';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { formatMoney } from '../../../lib/money.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Moment } from '../../../ui/moment.js';
import { Skeleton } from '../../../ui/skeleton.js';

const InvoiceForm = lazy(async () => ({ default: (await import('./invoice-form.js')).InvoiceForm }));

/** Requests or shows the invoice of an order; renders nothing if the order cannot have one. */
export function InvoiceButton({ order }: { readonly order: OrderView }): ReactElement | null {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const [made, setMade] = useState<InvoiceView>();
  const invoice = made ?? order.invoice;
  if (invoice === null && !order.actions.includes(OrderAction.Invoice)) return null;
  const title = t(invoice === null ? 'orders.invoice.ask' : 'orders.invoice');
  return (
    <>
      <Button look="quiet" onClick={() => setIsOpen(true)}>
        {title}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        {invoice === null ? (
          <Suspense fallback={<Skeleton className="h-72 rounded-xl" />}>
            <InvoiceForm orderNo={order.order_no} onDone={setMade} />
          </Suspense>
        ) : (
          <Invoice invoice={invoice} order={order} />
        )}
      </Dialog>
    </>
  );
}

function Invoice({ invoice, order }: { readonly invoice: InvoiceView; readonly order: OrderView }): ReactElement {
  const t = useText();
  const { no, title, tax_no, carrier, donation, amount_cents, tax_cents, issued_at, voided_at } = invoice;
  const rows = [
    { label: t('orders.invoice.no'), value: no },
    { label: t('orders.invoice.issued'), value: <Moment at={issued_at} /> },
    { label: t('orders.invoice.buyer'), value: title },
    { label: t('orders.invoice.taxNo'), value: tax_no },
    { label: t('orders.invoice.carrier'), value: carrier },
    { label: t('orders.invoice.donation'), value: donation },
    { label: t('orders.invoice.item'), value: order.item.title },
    { label: t('orders.invoice.order'), value: order.order_no },
    { label: t('orders.invoice.net'), value: formatMoney(amount_cents - tax_cents) },
    { label: t('orders.invoice.tax'), value: formatMoney(tax_cents) },
    { label: t('orders.invoice.sum'), value: formatMoney(amount_cents) },
  ];
  return (
    <div className="grid gap-5">
      {voided_at !== null && (
        <p className="rounded-xl bg-amber-tint px-4 py-3 text-amber">
          {t('orders.invoice.void')} <Moment at={voided_at} />
        </p>
      )}
      <dl className="grid divide-y divide-line">
        {rows
          .filter(({ value }) => value !== '')
          .map(({ label, value }) => (
            <div key={label} className="flex justify-between gap-x-4 py-2">
              <dt className="shrink-0 text-ink-soft">{label}</dt>
              <dd className="min-w-0 text-right font-medium break-words tabular-nums">{value}</dd>
            </div>
          ))}
      </dl>
      <Button look="quiet" className="print:hidden" onClick={() => window.print()}>
        <Printer aria-hidden className="size-5" />
        {t('orders.invoice.print')}
      </Button>
    </div>
  );
}
