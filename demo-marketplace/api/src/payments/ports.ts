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

/** A refund of one payment, as a provider is asked for it. */
export interface RefundRequest {
  /** Idempotency key: requested twice, it is paid out once. */
  readonly key: string;
  /** The provider's own name of the payment. */
  readonly paymentRef: string;
  /** Whole cents, at most what was paid. */
  readonly amountCents: number;
}

/** How a refund goes at its provider. `refused` is final: requested again, it would be refused again. */
export interface RefundResult {
  readonly state: 'pending' | 'settled' | 'refused';
  /** The provider's own name of the refund; empty when it was refused at once. */
  readonly providerRef: string;
  /** Why it was refused, in the provider's words. */
  readonly failure?: string | undefined;
}

/** A notice of a provider about a refund. */
export interface RefundNotice extends RefundResult {
  readonly key: string;
}

/** Somebody who takes money for us, elsewhere, and tells later how it went. */
export interface PaymentProvider {
  readonly channel: PayChannel;
  /** Resolves with where the buyer pays. @throws {Error} when the provider does not answer or refuses */
  begin(request: PaymentRequest): Promise<string>;
  /** Pays back to where a payment came from. @throws {Error} when the provider does not answer: request it again */
  refund(request: RefundRequest): Promise<RefundResult>;
  /** How a pending refund goes. @throws {Error} when the provider does not answer */
  refundStatus(providerRef: string): Promise<RefundResult>;
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
