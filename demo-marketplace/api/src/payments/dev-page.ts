import { PayChannel } from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.js';
import type { Database } from '../db/database.js';
import { orders, payments } from '../db/schema/index.js';
import { escapeHtml, page } from '../http/page.js';
import { enqueue, type JobHandler } from '../jobs/index.js';
import { hear } from './desk.js';
import type { PaymentNotice, PaymentProvider } from './ports.js';

/** Kind of the job that tells what the development page was told to tell later. */
export const DEV_NOTICE_JOB = 'dev-payment-notice';
const PATH = '/dev/pay';
const MINUTE_MS = 60_000;
const CENTS = 100;

/** The provider of demos and development: a page of our own with a button for each way it can go. */
export const devProvider: PaymentProvider = {
  channel: PayChannel.Mock,
  begin: ({ outNo }) => Promise.resolve(`${PATH}/${outNo}`),
};

/** What its buttons do. */
const WAYS = {
  success: 'Pay · 付款成功',
  decline: 'Decline · 拒絕付款',
  delay: 'Pay, told a minute later · 付款，一分鐘後才通知',
  duplicate: 'Pay, told twice · 付款，通知兩次',
  disorder: 'Pay, a failure told afterwards · 付款後又通知失敗',
  late: 'Pay, told after the order’s time · 逾時才通知付款',
} as const;
type Way = keyof typeof WAYS;
const isWay = (text: string): text is Way => Object.hasOwn(WAYS, text);

/** Tells what was to be told later. */
export const devNotice =
  (clock: Clock): JobHandler =>
  async ({ outNo, hasSucceeded }, db) => {
    const notice = { outNo: String(outNo), hasSucceeded: hasSucceeded === true, providerRef: 'dev' };
    await hear(db, notice, clock.now());
  };

/** `GET /dev/pay/<attempt>` and its buttons; the attempt's name is known to its buyer alone. */
export async function devPaymentPage(app: FastifyInstance, db: Database, clock: Clock): Promise<void> {
  const find = async (outNo: string) => {
    const [found] = await db
      .select({ payment: payments, order: orders })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(eq(payments.outNo, outNo));
    return found?.payment.channel === PayChannel.Mock ? found : undefined;
  };

  const tell = (outNo: string, hasSucceeded = true): PaymentNotice => ({ outNo, hasSucceeded, providerRef: 'dev' });
  const tellLater = (outNo: string, runAt: number, hasSucceeded = true) =>
    enqueue(db, { kind: DEV_NOTICE_JOB, payload: { outNo, hasSucceeded }, runAt });

  const go: Readonly<Record<Way, (outNo: string, expiresAt: number) => Promise<unknown>>> = {
    success: (outNo) => hear(db, tell(outNo), clock.now()),
    decline: (outNo) => hear(db, tell(outNo, false), clock.now()),
    delay: (outNo) => tellLater(outNo, clock.now() + MINUTE_MS),
    duplicate: async (outNo) => {
      await hear(db, tell(outNo), clock.now());
      await hear(db, tell(outNo), clock.now());
    },
    disorder: async (outNo) => {
      await hear(db, tell(outNo), clock.now());
      await tellLater(outNo, clock.now(), false);
    },
    late: (outNo, expiresAt) => tellLater(outNo, Math.max(clock.now(), expiresAt) + MINUTE_MS),
  };

  await app.register(async (scope) => {
    // Its forms are empty: the button is in the address.
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
      done(null, {}),
    );
    scope.get<{ Params: { outNo: string } }>(`${PATH}/:outNo`, async (request, reply) => {
      const found = await find(request.params.outNo);
      if (found === undefined) return reply.callNotFound();
      const { order, payment } = found;
      const buttons = Object.entries(WAYS).map(
        ([way, label]) =>
          `<form method="post" action="${PATH}/${escapeHtml(payment.outNo)}/${way}"><p><button>${escapeHtml(label)}</button></p></form>`,
      );
      const back = `<p><a href="/video-pay?order=${order.orderNo}">Back without paying · 不付款，返回</a></p>`;
      const isOpen = payment.state === 'created';
      return page(reply, {
        title: 'Development payment · 開發用付款頁',
        lead: `${order.titleZh} · ${order.titleEn} · NT$${(payment.amountCents / CENTS).toFixed(2)} · ${order.orderNo}`,
        body: `${isOpen ? buttons.join('') : `<p>This attempt is over: ${payment.state}.</p>`}${back}`,
      });
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
