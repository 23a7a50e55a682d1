import type { FastifyInstance } from 'fastify';
import type { Clock } from '@lectern/kit/clock';
import type { Pool } from '../db/database.js';
import { isSigned, noticeOf, refundNoticeOf } from './card.js';
import type { PurchasableTypes } from '../purchasables/index.js';
import { handlePaymentNotice } from './payments.js';
import { handleRefundNotice } from './refund-sender.js';

const BODY_LIMIT_BYTES = 256 * 1024;

interface HookPorts {
  readonly db: Pool;
  readonly types: PurchasableTypes;
  readonly clock: Clock;
  readonly webhookSecret: string;
}

/**
 * Serves `POST /hook/pay/card`, the webhook of the card provider. It responds with 400 to events without a valid
 * signature and 200 to all events that are handled or repeated; any other status makes the provider send the event
 * again.
 */
export async function cardHook(app: FastifyInstance, { db, types, clock, webhookSecret }: HookPorts): Promise<void> {
  await app.register(async (scope) => {
    // The signature covers the raw bytes, so the body must not be parsed first.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/hook/pay/card', async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : '';
      const header = request.headers['stripe-signature'];
      const signature = typeof header === 'string' ? header : undefined;
      const now = clock.now();
      if (!isSigned(body, signature, webhookSecret, now)) return reply.code(400).send({ error: 'InvalidSignature' });
      const refund = refundNoticeOf(body);
      if (refund !== undefined)
        return reply.send({ outcome: await db.transaction((tx) => handleRefundNotice(tx, refund, now)) });
      const notice = noticeOf(body);
      const outcome =
        notice === undefined ? 'ignored' : await db.transaction((tx) => handlePaymentNotice(tx, types, notice, now));
      if (outcome === 'wrong-amount' || outcome === 'unknown') {
        request.log.error({ outcome, outNo: notice?.outNo }, 'a payment needs to be looked at');
      }
      return reply.send({ outcome });
    });
  });
}
