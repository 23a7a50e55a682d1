import { PayChannel, PaymentState } from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '@lectern/kit/clock';
import type { Pool } from '../db/database.js';
import { orders, payments, type OrderRow, type PaymentRow } from '../db/schema/index.js';
import { inLanguage } from '../http/language.js';
import { languageOf, type Language } from '../http/messages.js';
import { escapeHtml, page } from '../http/page.js';
import { enqueue, type JobHandler } from '../jobs/index.js';
import { moneyText } from '../messages/index.js';
import type { PurchasableTypes } from '../purchasables/index.js';
import { handlePaymentNotice } from './payments.js';
import { DEV_PAGE_TEXTS, WAYS, type Way } from './dev-page-texts.js';
import type { PaymentNotice, PaymentProvider, RefundResult } from './ports.js';

/** Kind of the job that sends a delayed notification of the development payment page. */
export const DEV_NOTICE_JOB = 'dev-payment-notice';
const PATH = '/dev/pay';
const MINUTE_MS = 60_000;

/** Provider reference of a payment whose card is closed before the refund. */
const CLOSED_CARD = 'dev-closed-card';

const devRefund = (key: string, paymentRef: string): RefundResult =>
  paymentRef === CLOSED_CARD
    ? { state: 'refused', providerRef: '', failure: 'expired_or_canceled_card' }
    : { state: 'settled', providerRef: `dev-${key}` };

/** The payment provider of demos and development: a local page with a button for each outcome. */
export const devProvider: PaymentProvider = {
  channel: PayChannel.Mock,
  begin: ({ outNo }) => Promise.resolve(`${PATH}/${outNo}`),
  refund: ({ key, paymentRef }) => Promise.resolve(devRefund(key, paymentRef)),
  refundStatus: (providerRef) => Promise.resolve({ state: 'settled', providerRef }),
};

const isWay = (text: string): text is Way => WAYS.some((way) => way === text);

type Found = { readonly order: OrderRow; readonly payment: PaymentRow };

/** Body of the page: the payment, and a button for each outcome unless the attempt has ended. */
function bodyOf({ order, payment }: Found, path: string, language: Language): string {
  const texts = DEV_PAGE_TEXTS[language];
  const facts = [
    [texts.item, inLanguage(language, order.titleZh, order.titleEn)],
    [texts.amount, moneyText(payment.amountCents)],
    [texts.order, order.orderNo],
  ].map(([name = '', value = '']) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`);
  const button = (way: Way): string =>
    `<form method="post" action="${escapeHtml(path)}/${way}">` +
    `<button${way === 'success' ? ' class="main"' : ''}>${escapeHtml(texts.ways[way])}</button></form>`;
  const [then, back] =
    payment.state === PaymentState.Created
      ? [WAYS.map(button).join(''), texts.back]
      : [`<p>${escapeHtml(texts.over[payment.state])}</p>`, texts.toOrder];
  const way = `<p><a href="/video-pay?order=${escapeHtml(order.orderNo)}">${escapeHtml(back)}</a></p>`;
  return `<dl class="card">${facts.join('')}</dl>${then}${way}`;
}

/** Sends a delayed notification. */
export const devNotice =
  (types: PurchasableTypes, clock: Clock): JobHandler =>
  async ({ outNo, hasSucceeded }, db) => {
    const notice = { outNo: String(outNo), hasSucceeded: hasSucceeded === true, providerRef: 'dev' };
    await handlePaymentNotice(db, types, notice, clock.now());
  };

interface DevPagePorts {
  readonly db: Pool;
  readonly types: PurchasableTypes;
  readonly clock: Clock;
}

/** Serves `GET /dev/pay/<attempt>` and its buttons; only the buyer knows the id of the attempt. */
export async function devPaymentPage(app: FastifyInstance, { db, types, clock }: DevPagePorts): Promise<void> {
  const handle = (notice: PaymentNotice) => db.transaction((tx) => handlePaymentNotice(tx, types, notice, clock.now()));
  const find = async (outNo: string) => {
    const [found] = await db
      .select({ payment: payments, order: orders })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(eq(payments.outNo, outNo));
    return found?.payment.channel === PayChannel.Mock ? found : undefined;
  };

  const noticeOf = (outNo: string, hasSucceeded = true): PaymentNotice => ({ outNo, hasSucceeded, providerRef: 'dev' });
  const notifyLater = (outNo: string, runAt: number, hasSucceeded = true) =>
    db.transaction((tx) => enqueue(tx, { kind: DEV_NOTICE_JOB, payload: { outNo, hasSucceeded }, runAt }));

  const go: Readonly<Record<Way, (outNo: string, expiresAt: number) => Promise<unknown>>> = {
    success: (outNo) => handle(noticeOf(outNo)),
    unrefundable: (outNo) => handle({ ...noticeOf(outNo), providerRef: CLOSED_CARD }),
    decline: (outNo) => handle(noticeOf(outNo, false)),
    delay: (outNo) => notifyLater(outNo, clock.now() + MINUTE_MS),
    duplicate: async (outNo) => {
      await handle(noticeOf(outNo));
      await handle(noticeOf(outNo));
    },
    disorder: async (outNo) => {
      await handle(noticeOf(outNo));
      await notifyLater(outNo, clock.now(), false);
    },
    late: (outNo, expiresAt) => notifyLater(outNo, Math.max(clock.now(), expiresAt) + MINUTE_MS),
  };

  await app.register(async (scope) => {
    // The forms have no body: the path names the button.
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
      done(null, {}),
    );
    scope.get<{ Params: { outNo: string } }>(`${PATH}/:outNo`, async (request, reply) => {
      const { outNo } = request.params;
      const found = await find(outNo);
      if (found === undefined) return reply.callNotFound();
      const lang = languageOf(request.headers['accept-language']);
      const { title, lead } = DEV_PAGE_TEXTS[lang];
      return page(reply, { title, lead, lang, body: bodyOf(found, `${PATH}/${outNo}`, lang), isNarrow: true });
    });
    scope.post<{ Params: { outNo: string; way: string } }>(`${PATH}/:outNo/:way`, async (request, reply) => {
      const { outNo, way } = request.params;
      const found = await find(outNo);
      if (found === undefined || !isWay(way)) return reply.callNotFound();
      await go[way](outNo, found.order.expiresAt);
      return reply.redirect(`/video-pay?order=${found.order.orderNo}`, 303);
    });
  });
}
