import { networkPort } from '../db/open-transaction.js';
import { cardProvider, devProvider, type PaymentProvider } from '../payments/index.js';
import type { Core } from './core.js';

/** Builds the payment providers: cards where they are set up, and in a demo the one that moves no money. */
export function composePaymentProviders({ options: { card }, clock, isDemo }: Core): readonly PaymentProvider[] {
  const providers = [
    ...(card === undefined ? [] : [cardProvider(card, () => clock.now())]),
    ...(isDemo ? [devProvider] : []),
  ];
  return providers.map((provider) => networkPort('payment provider', provider, ['begin', 'refund', 'refundStatus']));
}
