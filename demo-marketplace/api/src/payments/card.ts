import { PayChannel } from '@lectern/marketplace-contract';
import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { isSame } from '../security/index.js';
import type { PaymentNotice, PaymentProvider, RefundNotice, RefundResult } from './ports.js';

/** Account at a card provider with Stripe's API: hosted checkout pages, signed webhooks. */
export interface CardOptions {
  /** Base URL of the API; `https://api.stripe.com` by default. */
  readonly apiUrl?: string | undefined;
  readonly secretKey: string;
  /** Secret that signs the provider's webhooks. */
  readonly webhookSecret: string;
  /** The platform's `fetch` by default. */
  readonly fetch?: typeof fetch | undefined;
}

export const CARD_API_URL = 'https://api.stripe.com';
const TIMEOUT_MS = 10_000;
const MINUTE_MS = 60_000;
/** Maximum age of a signed webhook, against replays. */
const TOLERANCE_MS = 5 * MINUTE_MS;
/** Minimum lifetime of a checkout page at the provider; the order's own deadline still applies. */
const SHORTEST_MS = 31 * MINUTE_MS;

const session = z.object({ url: z.url({ protocol: /^https?$/ }) });
const paidSession = z.object({ payment_intent: z.string() });
const refundFields = { id: z.string(), status: z.string(), failure_reason: z.nullish(z.string()) };
const refundObject = z.object(refundFields);
const refusal = z.object({ error: z.object({ type: z.string(), code: z.optional(z.string()), message: z.string() }) });

/** A request that the provider has rejected. */
class Refused extends Error {}

/** Refund statuses of Stripe; an unknown one counts as pending. */
const REFUND_STATES: Readonly<Record<string, RefundResult['state']>> = {
  succeeded: 'settled',
  failed: 'refused',
  canceled: 'refused',
};

const refundResult = ({ id, status, failure_reason }: z.infer<typeof refundObject>): RefundResult => ({
  state: REFUND_STATES[status] ?? 'pending',
  providerRef: id,
  failure: failure_reason ?? (status === 'canceled' ? status : undefined),
});

/** @throws {Refused} for a rejection, {Error} for failures that may be temporary */
async function accepted(response: Response): Promise<unknown> {
  if (response.ok) return response.json();
  const answer = refusal.safeParse(await response.json().catch(() => undefined));
  const isFinal = [400, 402, 404].includes(response.status) && answer.data?.error.type !== 'idempotency_error';
  if (!isFinal || answer.data === undefined) throw new Error(`the card provider answers ${response.status}`);
  const { code = '', message } = answer.data.error;
  throw new Refused(`${code} ${message}`.trim());
}

/** Creates a payment provider that sends buyers to a hosted checkout page. */
export function cardProvider(
  { apiUrl = CARD_API_URL, secretKey, fetch: ask = fetch }: CardOptions,
  now: () => number,
): PaymentProvider {
  const authorization = `Bearer ${secretKey}`;
  const get = async (path: string): Promise<unknown> =>
    accepted(await ask(new URL(path, apiUrl), { headers: { authorization }, signal: AbortSignal.timeout(TIMEOUT_MS) }));
  return {
    channel: PayChannel.Card,
    async refund({ key, paymentRef, amountCents }) {
      try {
        // Webhooks of payments identify the checkout session, not the payment.
        const { payment_intent } = paidSession.parse(
          await get(`/v1/checkout/sessions/${encodeURIComponent(paymentRef)}`),
        );
        const response = await ask(new URL('/v1/refunds', apiUrl), {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': key },
          body: new URLSearchParams({ payment_intent, amount: String(amountCents), 'metadata[refund]': key }),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        return refundResult(refundObject.parse(await accepted(response)));
      } catch (error) {
        if (error instanceof Refused) return { state: 'refused', providerRef: '', failure: error.message };
        throw error;
      }
    },
    refundStatus: async (providerRef) =>
      refundResult(refundObject.parse(await get(`/v1/refunds/${encodeURIComponent(providerRef)}`))),
    async begin({ outNo, amountCents, title, returnUrl, expiresAt }) {
      const until = Math.max(expiresAt, now() + SHORTEST_MS);
      const response = await ask(new URL('/v1/checkout/sessions', apiUrl), {
        method: 'POST',
        headers: {
          authorization,
          'content-type': 'application/x-www-form-urlencoded',
          // A repeated request does not open a second checkout page.
          'idempotency-key': outNo,
        },
        body: new URLSearchParams({
          mode: 'payment',
          client_reference_id: outNo,
          success_url: returnUrl,
          cancel_url: returnUrl,
          expires_at: String(Math.floor(until / 1000)),
          'line_items[0][quantity]': '1',
          'line_items[0][price_data][currency]': 'twd',
          'line_items[0][price_data][unit_amount]': String(amountCents),
          'line_items[0][price_data][product_data][name]': title,
        }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`the card provider answers ${response.status}`);
      return session.parse(await response.json()).url;
    },
  };
}

/**
 * True when the provider has signed the body recently. The header has the form `t=<seconds>,v1=<hex>`, possibly with
 * several signatures.
 */
export function isSigned(body: string, header: string | undefined, secret: string, now: number): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('=', 2));
  const at = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(at) || Math.abs(now - Number(at) * 1000) > TOLERANCE_MS) return false;
  const expected = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return parts.some(([name, given = '']) => name === 'v1' && isSame(expected, given));
}

const event = z.object({ type: z.string() });
const sessionEvent = z.object({
  data: z.object({
    object: z.object({
      id: z.string().check(z.maxLength(200)),
      client_reference_id: z.nullish(z.string().check(z.maxLength(100))),
      payment_status: z.optional(z.string()),
      amount_total: z.nullish(z.int()),
      currency: z.nullish(z.string()),
    }),
  }),
});

const SUCCESSES = new Set(['checkout.session.completed', 'checkout.session.async_payment_succeeded']);
const FAILURES = new Set(['checkout.session.async_payment_failed', 'checkout.session.expired']);

/** Parses a webhook event about a payment; undefined for irrelevant events. @throws {Error} when it is malformed */
export function noticeOf(body: string): PaymentNotice | undefined {
  const given: unknown = JSON.parse(body);
  const { type } = event.parse(given);
  // Other event types of the account may have any form.
  if (!SUCCESSES.has(type) && !FAILURES.has(type)) return undefined;
  const { data } = sessionEvent.parse(given);
  const { id: providerRef, client_reference_id: outNo, payment_status, amount_total, currency } = data.object;
  // Other checkout pages of the same account carry no attempt of ours.
  if (outNo == null) return undefined;
  if (FAILURES.has(type)) return { outNo, providerRef, hasSucceeded: false };
  // The checkout is complete but the payment is pending: another event follows.
  if (payment_status !== 'paid') return undefined;
  // An amount in another currency never matches.
  const amountCents = currency === 'twd' ? (amount_total ?? -1) : -1;
  return { outNo, providerRef, hasSucceeded: true, amountCents };
}

const refundEvent = z.object({
  data: z.object({
    object: z.object({ ...refundFields, metadata: z.nullish(z.object({ refund: z.optional(z.string()) })) }),
  }),
});
const REFUND_EVENTS = new Set(['refund.updated', 'refund.failed', 'charge.refund.updated']);

/** Parses a webhook event about a refund; undefined for other events. @throws {Error} when it is malformed */
export function refundNoticeOf(body: string): RefundNotice | undefined {
  const given: unknown = JSON.parse(body);
  if (!REFUND_EVENTS.has(event.parse(given).type)) return undefined;
  const { metadata, ...refund } = refundEvent.parse(given).data.object;
  return metadata?.refund === undefined ? undefined : { key: metadata.refund, ...refundResult(refund) };
}
