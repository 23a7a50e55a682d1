import { OrderItemType } from '@lectern/marketplace-contract';
import { ShoppingBag } from 'lucide-react';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../i18n/use-text.js';
import { LinkButton } from '../../ui/button.js';
import { Empty } from '../../ui/empty.js';
import { Checkout } from './components/checkout.js';
import { OrderPayment } from './components/order-payment.js';

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
  const order = search.get('order');
  const course = search.get('course');
  if (order !== null) return <OrderPayment key={order} orderNo={order} />;
  if (course !== null) return <Checkout key={course} item={{ type: OrderItemType.Course, id: course }} />;
  return (
    <Empty icon={ShoppingBag} title={t('orders.nothing.title')} text={t('orders.nothing.text')}>
      <LinkButton to="/kecheng-online">{t('orders.toCourses')}</LinkButton>
      <LinkButton look="quiet" to="/myorder">
        {t('orders.toOrders')}
      </LinkButton>
    </Empty>
  );
}
