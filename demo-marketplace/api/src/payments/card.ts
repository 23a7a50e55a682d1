import { PayChannel } from '@lectern/marketplace-contract';
import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { isSame } from '../security/index.js';
import type { PaymentNotice, PaymentProvider } from './ports.js';

/** An account at a card provider that speaks Stripe's API: hosted checkout pages, signed webhooks. */
export interface CardOptions {
  /** Where the API is: `https://api.stripe.com` unless given. */
  readonly apiUrl?: string | undefined;
  readonly secretKey: string;
  /** Signs what the provider tells. */
  readonly webhookSecret: string;
  /** `fetch` of the platform unless given. */
  readonly fetch?: typeof fetch | undefined;
}

export const CARD_API_URL = 'https://api.stripe.com';
const TIMEOUT_MS = 10_000;
const MINUTE_MS = 60_000;
/** How old a signed notice may be: an older one is somebody's copy. */
const TOLERANCE_MS = 5 * MINUTE_MS;
/** The provider keeps a page open no shorter; an order’s own time counts all the same. */
const SHORTEST_MS = 31 * MINUTE_MS;

const session = z.object({ url: z.url({ protocol: /^https?$/ }) });

/** Sends buyers to the provider's checkout page. */
export function cardProvider(
  { apiUrl = CARD_API_URL, secretKey, fetch: ask = fetch }: CardOptions,
  now: () => number,
): PaymentProvider {
  return {
    channel: PayChannel.Card,
    async begin({ outNo, amountCents, title, returnUrl, expiresAt }) {
      const until = Math.max(expiresAt, now() + SHORTEST_MS);
      const response = await ask(new URL('/v1/checkout/sessions', apiUrl), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${secretKey}`,
          'content-type': 'application/x-www-form-urlencoded',
          // Whatever is sent again opens no second page.
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

/** Whether the provider has signed that body, lately: `t=<seconds>,v1=<hex>`, perhaps with several of them. */
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

/** What the provider tells, in our words; undefined for what is none of our business. @throws {Error} for nonsense */
export function noticeOf(body: string): PaymentNotice | undefined {
  const given: unknown = JSON.parse(body);
  const { type } = event.parse(given);
  // Whatever else it tells of the account looks as it does.
  if (!SUCCESSES.has(type) && !FAILURES.has(type)) return undefined;
  const { data } = sessionEvent.parse(given);
  const { id: providerRef, client_reference_id: outNo, payment_status, amount_total, currency } = data.object;
  // Other pages of the same account name no attempt of ours.
  if (outNo == null) return undefined;
  if (FAILURES.has(type)) return { outNo, providerRef, hasSucceeded: false };
  // Completed, but the money is still on its way: another notice follows.
  if (payment_status !== 'paid') return undefined;
  // Of another currency no amount is right.
  const amountCents = currency === 'twd' ? (amount_total ?? -1) : -1;
  return { outNo, providerRef, hasSucceeded: true, amountCents };
}
