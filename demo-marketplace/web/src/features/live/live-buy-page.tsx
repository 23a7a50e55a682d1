import { OrderItemType, SaleState, type LiveInfo, type TicketType } from '@lectern/marketplace-contract';
import { Ticket } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useText } from '../../i18n/use-text.js';
import { livePath } from '../../lib/item-pages.js';
import { formatMoney } from '../../lib/money.js';
import { withQuery } from '../../lib/query.js';
import { LinkButton } from '../../ui/button.js';
import { Empty } from '../../ui/empty.js';
import { SelectField } from '../../ui/field.js';
import { Section } from '../../ui/section.js';
import { Checkout } from '../orders/index.js';
import { LiveLoaded } from './components/live-loaded.js';
import { TicketFacts } from './components/ticket-types.js';

/** Orders tickets, `?id=&type=&quantity=`: type and number first, then the checkout of every order. */
export function LiveBuyPage(): ReactElement {
  const t = useText();
  return (
    <LiveLoaded title={t('route.live-buy')}>
      {(live) => (
        <div className="mx-auto grid w-full max-w-5xl gap-6 pt-6 lg:pt-10">
          <h1 className="text-2xl font-semibold sm:text-3xl">{t('route.live-buy')}</h1>
          <p>
            <Link to={livePath(live.id)} className="font-medium underline underline-offset-4">
              {live.title}
            </Link>
          </p>
          <Choice live={live} />
        </div>
      )}
    </LiveLoaded>
  );
}

/** Largest number that can be asked for in one order. */
const mostOf = ({ left, limit_per_member }: TicketType): number => Math.max(1, Math.min(left, limit_per_member));

function Choice({ live }: { readonly live: LiveInfo }): ReactElement {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const open = live.packages.filter(({ sale }) => sale === SaleState.Open);
  const [chosenId, setChosenId] = useState(search.get('type'));
  const type = open.find(({ id }) => id === chosenId) ?? open[0];
  const wanted = Number(search.get('quantity'));
  if (type === undefined) {
    return (
      <Empty icon={Ticket} title={t('live.noTickets')} text={t('live.noTickets.text')}>
        <LinkButton to={livePath(live.id)}>{t('live.back')}</LinkButton>
      </Empty>
    );
  }
  const most = mostOf(type);
  const quantity = Number.isInteger(wanted) && wanted >= 1 ? Math.min(wanted, most) : 1;
  const choose = (changes: { readonly type?: string; readonly quantity?: string }): void => {
    if (changes.type !== undefined) setChosenId(changes.type);
    setSearch((now) => withQuery(now, changes), { replace: true });
  };
  return (
    <>
      <Section title={t('live.choose')}>
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
          <SelectField
            label={t('live.choose.type')}
            value={type.id}
            onChange={(event) => choose({ type: event.target.value, quantity: '' })}
          >
            {open.map(({ id, name, price_cents }) => (
              <option key={id} value={id}>
                {t('live.choose.option', {
                  name,
                  price: price_cents === 0 ? t('catalogue.free') : formatMoney(price_cents),
                })}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('live.choose.quantity')}
            value={quantity}
            onChange={(event) => choose({ quantity: event.target.value })}
          >
            {Array.from({ length: most }, (_, index) => (
              <option key={index + 1} value={index + 1}>
                {index + 1}
              </option>
            ))}
          </SelectField>
        </div>
        <TicketFacts live={live} type={type} />
      </Section>
      <Checkout
        key={`${type.id} ${quantity}`}
        item={{ type: OrderItemType.Ticket, id: live.id, sku: type.id, quantity }}
      />
    </>
  );
}
