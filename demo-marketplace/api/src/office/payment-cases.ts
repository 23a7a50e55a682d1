import { closePaymentCase, listPaymentCases } from '@lectern/marketplace-contract';
import { asc, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import { orders, paymentCases, payments } from '../db/schema/index.js';
import { audit } from '../http/audit.js';
import { onMemberCall, type BoundAction } from '../http/call.js';
import { inLanguage } from '../http/language.js';
import { closeCase, outcomesOf } from '../payments/index.js';
import { briefsOf } from './people.js';
import type { OfficePorts } from './ports.js';

/** Actions of payment cases: mismatched payments and failed money jobs. */
export const officePaymentActions = ({ storage, wakeOutbox }: OfficePorts): readonly BoundAction[] => [
  onMemberCall(listPaymentCases, async ({ state, page, limit }, { db, language }) => {
    const isOpen = state === 'open';
    const where = isOpen ? isNull(paymentCases.closedAt) : isNotNull(paymentCases.closedAt);
    const rows = await db
      .select({ row: paymentCases, expected: payments.amountCents, order: orders })
      .from(paymentCases)
      .leftJoin(payments, eq(payments.id, paymentCases.paymentId))
      .leftJoin(orders, eq(orders.orderNo, paymentCases.orderNo))
      .where(where)
      .orderBy(isOpen ? asc(paymentCases.id) : desc(paymentCases.id))
      .limit(limit)
      .offset((page - 1) * limit);
    const briefOf = await briefsOf(
      db,
      storage,
      rows.flatMap(({ order }) => (order === null ? [] : [order.buyerId])),
    );
    const list = rows.map(({ row, expected, order }) => ({
      id: String(row.id),
      ...{ kind: row.kind, note: row.note, outcome: row.outcome, reason: row.reason },
      member: order === null ? null : briefOf(order.buyerId),
      title: order === null ? '' : inLanguage(language, order.titleZh, order.titleEn),
      ...{ order_no: row.orderNo, provider_ref: row.providerRef, out_no: row.outNo },
      ...{ amount_cents: row.amountCents, expected_cents: expected },
      opened_at: isoOf(row.openedAt),
      closed_at: row.closedAt === null ? null : isoOf(row.closedAt),
      outcomes: isOpen ? outcomesOf(row) : [],
    }));
    return { list, total: await db.$count(paymentCases, where), page, limit };
  }),

  onMemberCall(closePaymentCase, async ({ id, outcome, reason }, call) => {
    const { db, caller, now } = call;
    const { orderNo, amountCents, kind } = await closeCase(db, {
      ...{ id: Number(id), outcome, reason, staffId: caller.member.id, now },
    });
    const details = { kind, outcome, reason, ...(orderNo !== '' && { order_no: orderNo }), amount_cents: amountCents };
    await audit(db, call, { action: 'payment-case-closed', target: `payment-case:${id}`, details });
    call.after(wakeOutbox);
    call.say('decided');
    return {};
  }),
];
