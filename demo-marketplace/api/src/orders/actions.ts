import {
  applyRefund,
  cancelOrder,
  applyInvoice,
  cancelRefund,
  createOrder,
  deleteOrder,
  FailureReason,
  FieldProblem,
  getOrder,
  getOrderStatus,
  Identity,
  listOrders,
  OrderStatus,
  OrderTab,
  previewOrder,
  previewRefund,
  UploadType,
} from '@lectern/marketplace-contract';
import { and, count, desc, eq, gt, inArray, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { isoOf } from '@lectern/kit/clock';
import { orders } from '../db/schema/index.js';
import { onMemberCall, type BoundAction, type MemberCall } from '../http/call.js';
import { ApiFailure, badField } from '../http/failure.js';
import { inLanguage } from '../http/language.js';
import type { Buyer, PurchasableTypes } from '../purchasables/index.js';
import type { Storage } from '../upload/index.js';
import { issueInvoice } from './invoices.js';
import { closeUnpaid, isPayable, orderOf, placeOrder } from './orders.js';
import { quote } from './quote.js';
import { applyForRefund, refundUntil, withdrawRefundRequest } from './refunds.js';
import { refundPartsOf } from './refund-transfers.js';
import { lineOf, statusOf, viewsOf } from './view.js';

/** Condition of a tab. As in {@link statusOf}, an expired order counts as cancelled even before the job cancels it. */
function inTab(tab: OrderTab, now: number): SQL | undefined {
  const isOpen = and(eq(orders.status, OrderStatus.Pending), gt(orders.expiresAt, now));
  const isOver = and(eq(orders.status, OrderStatus.Pending), lte(orders.expiresAt, now));
  switch (tab) {
    case OrderTab.All:
      return undefined;
    case OrderTab.Pending:
      return isOpen;
    case OrderTab.Paid:
      return inArray(orders.status, [OrderStatus.Paid, OrderStatus.Settled]);
    case OrderTab.Refund:
      return inArray(orders.status, [OrderStatus.Refunding, OrderStatus.Refunded]);
    case OrderTab.Closed:
      return or(eq(orders.status, OrderStatus.Cancelled), isOver);
  }
}

/** Escapes `%` and `_` in a LIKE pattern. */
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

function matching(keyword: string): SQL | undefined {
  if (keyword === '') return undefined;
  const pattern = containing(keyword);
  return sql`(${orders.titleZh} ILIKE ${pattern} OR ${orders.titleEn} ILIKE ${pattern} OR ${orders.orderNo} LIKE ${pattern})`;
}

const buyerOf = ({ caller: { member } }: MemberCall): Buyer => ({
  id: member.id,
  identity: member.identity === Identity.Person ? Identity.Person : Identity.Enterprise,
});

/** Actions of orders: `/api/Order/*`. */
export const orderActions = (storage: Storage, types: PurchasableTypes): readonly BoundAction[] => [
  onMemberCall(previewOrder, async (wanted, call) => {
    const { db, now, language } = call;
    const quoted = await quote(db, types, { wanted, buyer: buyerOf(call), now });
    return {
      item: lineOf(quoted, { storage, language }),
      list_cents: Math.max(quoted.listCents ?? 0, quoted.amountCents),
      amount_cents: quoted.amountCents,
      coupon_off_cents: quoted.couponOffCents,
      point_off_cents: quoted.pointOffCents,
      payable_cents: quoted.payableCents,
      coupons: quoted.offers.map(({ id, coupon, offCents, problem }) => ({
        id: String(id),
        title: inLanguage(language, coupon.titleZh, coupon.titleEn),
        off_cents: offCents,
        ends_at: isoOf(coupon.endsAt),
        problem,
      })),
      points: quoted.points,
      point_max: quoted.pointMax,
    };
  }),

  onMemberCall(createOrder, async (wanted, call) => {
    const order = await placeOrder(call.db, types, { wanted, buyer: buyerOf(call), now: call.now });
    call.say(order.status === OrderStatus.Pending ? 'ordered' : 'paid');
    return {
      order_no: order.orderNo,
      status: order.status,
      payable_cents: order.payableCents,
      expires_at: isoOf(order.expiresAt),
      server_time: isoOf(call.now),
    };
  }),

  onMemberCall(getOrderStatus, async ({ order_no }, { db, caller, now }) => {
    const order = await orderOf(db, caller.member.id, order_no);
    return {
      status: statusOf(order, now),
      expires_at: isoOf(order.expiresAt),
      server_time: isoOf(now),
      paid_at: order.paidAt === null ? null : isoOf(order.paidAt),
    };
  }),

  onMemberCall(getOrder, async ({ order_no }, { db, caller, now, language }) => {
    const order = await orderOf(db, caller.member.id, order_no);
    const [view] = await viewsOf({ db, types, storage, language, now }, [order]);
    if (view === undefined) throw new ApiFailure(FailureReason.NotFound);
    return { ...view, server_time: isoOf(now) };
  }),

  onMemberCall(listOrders, async ({ tab, keyword, page, limit }, { db, caller, now, language }) => {
    const mine = and(eq(orders.buyerId, caller.member.id), isNull(orders.hiddenAt));
    const wanted = and(mine, inTab(tab, now), matching(keyword));
    const [counted] = await db.select({ n: count() }).from(orders).where(wanted);
    const rows = await db
      .select()
      .from(orders)
      .where(wanted)
      .orderBy(desc(orders.id))
      .limit(limit)
      .offset((page - 1) * limit);
    const list = await viewsOf({ db, types, storage, language, now }, rows);
    return { list, total: counted?.n ?? 0, page, limit, server_time: isoOf(now) };
  }),

  onMemberCall(cancelOrder, async ({ order_no, reason }, call) => {
    await call.db.transaction(async (db) => {
      const order = await orderOf(db, call.caller.member.id, order_no);
      const isOpen = isPayable(order, call.now) && (await closeUnpaid(db, order, reason || 'buyer', call.now));
      if (!isOpen) throw new ApiFailure(FailureReason.StateChanged);
    });
    call.say('orderCancelled');
    return {};
  }),

  onMemberCall(deleteOrder, async ({ order_no }, { db, caller, now }) => {
    const order = await orderOf(db, caller.member.id, order_no);
    const status = statusOf(order, now);
    const isOver = status === OrderStatus.Cancelled || status === OrderStatus.Refunded;
    if (!isOver) throw new ApiFailure(FailureReason.StateChanged);
    await db.update(orders).set({ hiddenAt: now }).where(eq(orders.id, order.id));
    return {};
  }),

  onMemberCall(applyInvoice, async ({ order_no, type, title, tax_no: taxNo, carrier, donation }, call) => {
    const { db, caller, now } = call;
    const order = await orderOf(db, caller.member.id, order_no);
    const wanted = { type, title, taxNo, carrier, donation };
    const made = await issueInvoice(db, types, { order, wanted, now });
    call.say('invoiceIssued');
    return made;
  }),

  onMemberCall(previewRefund, async ({ order_no }, { db, caller, now }) => {
    const order = await orderOf(db, caller.member.id, order_no);
    const until = refundUntil(types, order);
    if (until === undefined) throw new ApiFailure(FailureReason.StateChanged);
    if (now >= until) throw new ApiFailure(FailureReason.RefundOver);
    const { provider, wallet, points } = await refundPartsOf(db, order);
    const parts = { provider_cents: provider, wallet_cents: wallet, points };
    const { days } = types.of(order).refund;
    return { refundable_cents: order.payableCents, ...parts, fee_cents: 0, days, until: isoOf(until) };
  }),

  onMemberCall(applyRefund, async ({ order_no, reason, images }, call) => {
    const { db, now, caller } = call;
    const buyerId = caller.member.id;
    for (const key of images) {
      if (!(await storage.has(db, key, buyerId, UploadType.Document))) throw badField('images', FieldProblem.Unknown);
    }
    await applyForRefund(db, types, { buyerId, orderNo: order_no, reason, images, now });
    call.say('refundAsked');
    return {};
  }),

  onMemberCall(cancelRefund, async ({ order_no }, call) => {
    await call.db.transaction((db) => withdrawRefundRequest(db, call.caller.member.id, order_no, call.now));
    call.say('refundTakenBack');
    return {};
  }),
];
