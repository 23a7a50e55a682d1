import type { PayChannel } from '@lectern/marketplace-contract';

/** A payment attempt, as it is requested from a provider. */
export interface PaymentRequest {
  /** Identifies the attempt; the provider returns it in notifications. */
  readonly outNo: string;
  readonly amountCents: number;
  readonly title: string;
  /** Address to which the buyer returns. */
  readonly returnUrl: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** A refund of one payment, as it is requested from a provider. */
export interface RefundRequest {
  /** Idempotency key: the refund is paid out once, however often it is requested. */
  readonly key: string;
  /** The provider's reference of the payment. */
  readonly paymentRef: string;
  /** Whole cents, at most the amount of the payment. */
  readonly amountCents: number;
}

/** State of a refund at its provider. `refused` is final: the same request would be refused again. */
export interface RefundResult {
  readonly state: 'pending' | 'settled' | 'refused';
  /** The provider's reference of the refund; empty when it was refused immediately. */
  readonly providerRef: string;
  /** The provider's reason for a refusal. */
  readonly failure?: string | undefined;
}

/** Notification of a provider about a refund. */
export interface RefundNotice extends RefundResult {
  readonly key: string;
}

/** An external payment service that reports the outcome later. */
export interface PaymentProvider {
  readonly channel: PayChannel;
  /**
   * Starts an attempt; resolves with the address of the payment page. @throws {Error} when the provider does not
   * respond or refuses
   */
  begin(request: PaymentRequest): Promise<string>;
  /** Refunds a payment to its source. @throws {Error} when the provider does not respond: request it again */
  refund(request: RefundRequest): Promise<RefundResult>;
  /** Resolves with the state of a pending refund. @throws {Error} when the provider does not respond */
  refundStatus(providerRef: string): Promise<RefundResult>;
}

/** Notification of a provider about a payment. It may come late, repeatedly, or out of order. */
export interface PaymentNotice {
  readonly outNo: string;
  readonly hasSucceeded: boolean;
  /** Amount received in cents, when the provider reports it; negative for another currency. */
  readonly amountCents?: number | undefined;
  /** The provider's reference of the payment. */
  readonly providerRef: string;
}
