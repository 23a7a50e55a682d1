import { networkPort } from '../db/open-transaction.js';
import { cardProvider, devProvider, type PaymentProvider } from '../payments/index.js';
import type { Core } from './core.js';

/** Builds the payment providers: cards when configured, and in demo mode the mock provider, which moves no money. */
export function composePaymentProviders({ options: { card }, clock, isDemo }: Core): readonly PaymentProvider[] {
  const providers = [
    ...(card === undefined ? [] : [cardProvider(card, () => clock.now())]),
    ...(isDemo ? [devProvider] : []),
  ];
  return providers.map((provider) => networkPort('payment provider', provider, ['begin', 'refund', 'refundStatus']));
}
