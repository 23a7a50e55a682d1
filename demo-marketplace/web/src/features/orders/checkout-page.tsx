import { ShoppingBag } from 'lucide-react';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../i18n/use-text.js';
import { LinkButton } from '../../ui/button.js';
import { Empty } from '../../ui/empty.js';
import { Checkout } from './components/checkout.js';
import { OrderPayment } from './components/order-payment.js';
import { checkoutAskedBy } from './lib/checkout-asked.js';

/** Orders and pays: `?course=` begins, a pledge too, `?order=` is an order that there is already. */
export function CheckoutPage(): ReactElement {
  const t = useText();
  const [search] = useSearchParams();
  return (
    <div className="mx-auto grid w-full max-w-5xl gap-6 pt-6 lg:pt-10">
      <h1 className="text-2xl font-semibold sm:text-3xl">{t('route.video-pay')}</h1>
      <Ordered search={search} />
    </div>
  );
}

function Ordered({ search }: { readonly search: URLSearchParams }): ReactElement {
  const t = useText();
  const asked = checkoutAskedBy(search);
  if (asked !== undefined) {
    return 'item' in asked ? (
      <Checkout key={asked.item.id} item={asked.item} />
    ) : (
      <OrderPayment key={asked.orderNo} orderNo={asked.orderNo} />
    );
  }
  return (
    <Empty icon={ShoppingBag} title={t('orders.nothing.title')} text={t('orders.nothing.text')}>
      <LinkButton to="/kecheng-online">{t('orders.toCourses')}</LinkButton>
      <LinkButton look="quiet" to="/myorder">
        {t('orders.toOrders')}
      </LinkButton>
    </Empty>
  );
}
