import { Identity, REFUND_DAYS } from '@lectern/marketplace-contract';
import { and, eq } from 'drizzle-orm';
import {
  applyForRefund,
  claim,
  closeUnpaid,
  coupons,
  decideRefund,
  expireOrder,
  invoices,
  moneyOf,
  moveTransfer,
  notifyAsOffice,
  orderOf,
  orders,
  OUTSIDE,
  payments,
  payOrder,
  placeOrder,
  redeem,
  refunds,
  refundTransfers,
  settleOrder,
  signInToday,
  type Database,
  type DemoPorts,
  type OrderRow,
  type Tx,
} from '@lectern/marketplace-api/seeding';
import type { SeededCourse } from './courses.js';
import type { DemoPeople } from './members.js';
import type { SeededRandom } from './random.js';
import type { Decided, Happening } from './story.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const SETTLED_AFTER_MS = REFUND_DAYS * DAY_MS;

/** Paid courses of the demo's mentor. */
const SOLD = [16, 17, 18] as const;
const SALES = 22;
const RECHARGE_CENTS = 500_000;
const TIMEZONE = 'Asia/Taipei';

type Wanted = Parameters<typeof placeOrder>[2]['wanted'];
type Types = DemoPorts['purchasables'];

interface Coupons {
  readonly percent: number;
  readonly past: number;
}

async function seedCoupons(db: Database, { mentors: [mentorId = 0] }: DemoPeople, own: number, now: number) {
  const valid = { total: 500, startsAt: now - 60 * DAY_MS, endsAt: now + 60 * DAY_MS, createdAt: now - 60 * DAY_MS };
  const [percent, , , past] = await db
    .insert(coupons)
    .values([
      { titleZh: '新學員九折', titleEn: '10% off for new learners', kind: 'percent', value: 10, ...valid },
      {
        ...{ titleZh: '滿 500 折 100', titleEn: 'NT$100 off from NT$500', kind: 'fixed', value: 10_000, ...valid },
        minCents: 50_000,
      },
      {
        ...{ titleZh: '歡迎禮 100 元', titleEn: 'A welcome of NT$100', kind: 'fixed', value: 10_000, ...valid },
        code: 'WELCOME100',
      },
      {
        ...{ titleZh: '雙十折 50 元', titleEn: 'NT$50 off for the holidays', kind: 'fixed', value: 5_000, ...valid },
        endsAt: now - 5 * DAY_MS,
      },
      {
        ...{
          titleZh: '老學員回饋 85 折',
          titleEn: '15% off for those who know me',
          kind: 'percent',
          value: 15,
          ...valid,
        },
        ...{ total: 30, itemType: 'course', itemId: own, issuerId: mentorId, startsAt: now - 10 * DAY_MS },
      },
    ])
    .returning({ id: coupons.id });
  return { percent: percent?.id ?? 0, past: past?.id ?? 0 } satisfies Coupons;
}

/** Places orders through the real functions, at past times. */
class Buyer {
  constructor(
    private readonly db: Tx,
    private readonly types: Types,
    private readonly id: number,
    private readonly now: number,
    private readonly log: Decided[] = [],
  ) {}

  #place(wanted: Wanted, now: number): Promise<OrderRow> {
    const buyer = { id: this.id, identity: Identity.Person };
    return placeOrder(this.db, this.types, { wanted, buyer, now });
  }

  /** Events of a purchase: its payment, and its settlement after the refund period. */
  buys(at: number, wanted: (at: number) => Promise<Wanted> | Wanted, isFromWallet = false): Happening[] {
    let orderNo = '';
    const isSettled = at + SETTLED_AFTER_MS < this.now;
    const source = isFromWallet ? moneyOf(this.id) : OUTSIDE;
    return [
      {
        at,
        run: async () => {
          const made = await this.#place(await wanted(at), at);
          orderNo = made.orderNo;
          const paying = { orderId: made.id, channel: isFromWallet ? 'balance' : 'mock', source, now: at };
          const refused = await payOrder(this.db, this.types, paying);
          if (refused !== undefined) throw new Error(`an order of the demo was not paid: ${refused}`);
          if (!isFromWallet) await writePayment(this.db, made, at);
        },
      },
      ...(isSettled ? [{ at: at + SETTLED_AFTER_MS, run: (then: number) => settleOrder(this.db, orderNo, then) }] : []),
    ];
  }

  /** Event of a refund request for an order of the course. */
  asksBack(at: number, courseId: number, reason: string): Happening {
    const run = async (): Promise<void> => {
      const orderNo = await this.#orderOf(courseId);
      await applyForRefund(this.db, this.types, { buyerId: this.id, orderNo, reason, images: [], now: at });
    };
    return { at, run };
  }

  getsBack(at: number, courseId: number): Happening {
    const run = async (): Promise<void> => {
      const order = await orderOf(this.db, this.id, await this.#orderOf(courseId));
      const [asked] = await this.db.select({ id: refunds.id }).from(refunds).where(eq(refunds.orderId, order.id));
      await decideRefund(this.db, this.types, { id: asked?.id ?? 0, pass: true, reason: '', now: at });
      const [transfer] = await this.db.select().from(refundTransfers).where(eq(refundTransfers.orderId, order.id));
      if (transfer !== undefined) {
        await moveTransfer(this.db, transfer.id, {
          event: 'settle',
          attempt: transfer.attempt,
          providerRef: 'dev',
          now: at,
        });
      }
      const what = { zh: order.titleZh, en: order.titleEn };
      await notifyAsOffice(this.db, {
        to: this.id,
        kind: 'refund-approved',
        params: { what, amount: order.payableCents },
        now: at,
      });
      this.log.push({ at, action: 'refund-approved', target: `refund:${asked?.id}`, memberId: this.id });
    };
    return { at, run };
  }

  /** Events of an order that is not paid. */
  leaves(at: number, wanted: Wanted, end: 'expired' | 'buyer' | 'open'): Happening[] {
    let orderNo = '';
    const order: Happening = {
      at,
      run: async () => void ({ orderNo } = await this.#place(wanted, at)),
    };
    if (end === 'open') return [order];
    const later = at + (end === 'expired' ? 31 : 6) * MINUTE_MS;
    const close = async (): Promise<void> => {
      if (end === 'expired') await expireOrder(this.db, orderNo, later);
      else await closeUnpaid(this.db, await orderOf(this.db, this.id, orderNo), end, later);
    };
    return [order, { at: later, run: close }];
  }

  async #orderOf(courseId: number): Promise<string> {
    const mine = and(eq(orders.buyerId, this.id), eq(orders.itemId, courseId));
    const [found] = await this.db.select({ orderNo: orders.orderNo }).from(orders).where(mine);
    if (found === undefined) throw new Error('an order of the demo is not there');
    return found.orderNo;
  }
}

/**
 * Seeds coupons, sales, recharges and refunds of the last weeks, with an order in every state for the demo's learner.
 */
export async function seedMarket(
  db: Tx,
  types: Types,
  people: DemoPeople,
  list: readonly SeededCourse[],
  random: SeededRandom,
  log: Decided[],
  now: number,
): Promise<readonly Happening[]> {
  const { learner, learners } = people;
  const idAt = (at: number): number => list[at]?.id ?? 0;
  const item = (at: number): Wanted => ({ item: { type: 'course', id: String(idAt(at)) } });
  const given = await seedCoupons(db, people, idAt(SOLD[0]), now);
  const ago = (days: number): number => now - days * DAY_MS;
  const me = new Buyer(db, types, learner, now, log);
  const checkIn = (days: number): Happening => ({
    at: ago(days) + HOUR_MS,
    run: async (at) => void (await signInToday(db, { id: learner, timezone: TIMEZONE }, at)),
  });
  const discounted = async (at: number): Promise<Wanted> => ({
    ...item(16),
    coupon_id: String((await claim(db, types, { id: given.percent, memberId: learner, now: at })).id),
  });
  const mine: Happening[] = [
    ...me.buys(ago(40), () => ({ item: { type: 'recharge', amount_cents: RECHARGE_CENTS } })),
    ...me.buys(ago(24), discounted, true),
    { at: ago(20), run: async (at) => void (await claim(db, types, { id: given.past, memberId: learner, now: at })) },
    ...me.buys(ago(15), () => item(1)),
    {
      at: ago(15) + HOUR_MS,
      run: async (at) => {
        const [bought] = await db
          .select({ id: orders.id })
          .from(orders)
          .where(and(eq(orders.buyerId, learner), eq(orders.itemId, idAt(1))));
        const issued = { orderId: bought?.id ?? 0, type: 'personal' as const, title: '林小雨', issuedAt: at };
        await db.insert(invoices).values({ ...issued, carrier: '/AB12CD+' });
      },
    },
    ...me.leaves(ago(11), item(24), 'expired'),
    ...me.leaves(ago(8), item(27), 'buyer'),
    ...me.buys(ago(6), () => item(13)),
    me.asksBack(ago(5), idAt(13), '我以為是中級課程，內容對我來說太難了。'),
    me.getsBack(ago(4), idAt(13)),
    ...[4, 3, 2, 1].map(checkIn),
    ...me.buys(ago(3), () => item(11)),
    ...me.buys(ago(2), () => ({ ...item(22), points: 500 }), true),
    me.asksBack(ago(1), idAt(22), '和另一門課的內容重複了。'),
    {
      at: ago(1) + HOUR_MS,
      run: async (at) => void (await redeem(db, types, { code: 'WELCOME100', memberId: learner, now: at })),
    },
    ...me.leaves(now - 4 * MINUTE_MS, item(28), 'open'),
  ];
  const sales = random.some(learners, SALES).flatMap((buyerId, index) => {
    // From nine weeks ago to this morning.
    const at = now - Math.floor(((SALES - index) * 63 * DAY_MS) / SALES) + 2 * DAY_MS;
    const course = SOLD[index % SOLD.length] ?? SOLD[0];
    const buyer = new Buyer(db, types, buyerId, now);
    const wantsBack =
      index === SALES - 2 ? [buyer.asksBack(now - 5 * HOUR_MS, idAt(course), '買錯課程了，想換成另一門。')] : [];
    return [...buyer.buys(at, () => item(course)), ...wantsBack];
  });
  return [...mine, ...sales];
}

/** Inserts the provider payment of an order, so that a refund can go back through the provider. */
const writePayment = (db: Database, { id: orderId, orderNo, payableCents }: OrderRow, at: number): Promise<unknown> =>
  db.insert(payments).values({
    ...{ orderId, channel: 'mock', outNo: `demo-${orderNo}`, amountCents: payableCents, state: 'succeeded' },
    ...{ providerRef: 'dev', createdAt: at, decidedAt: at },
  });
