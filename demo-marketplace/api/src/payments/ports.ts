import type { PayChannel } from '@lectern/marketplace-contract';

/** One attempt to pay, as a provider is told of it. */
export interface PaymentRequest {
  /** Names the attempt; the provider gives it back. */
  readonly outNo: string;
  readonly amountCents: number;
  readonly title: string;
  /** Where the buyer comes back to. */
  readonly returnUrl: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Somebody who takes money for us, elsewhere, and tells later how it went. */
export interface PaymentProvider {
  readonly channel: PayChannel;
  /** Resolves with where the buyer pays. @throws {Error} when the provider does not answer or refuses */
  begin(request: PaymentRequest): Promise<string>;
}

/** What a provider tells: perhaps late, twice, or in another order than it happened. */
export interface PaymentNotice {
  readonly outNo: string;
  readonly hasSucceeded: boolean;
  /** What was paid, where the provider says so. */
  readonly amountCents?: number | undefined;
  /** The provider's own name of it. */
  readonly providerRef: string;
}
