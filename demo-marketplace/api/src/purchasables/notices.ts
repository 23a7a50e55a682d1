import { eq } from 'drizzle-orm';
import type { Database } from '../db/database.js';
import { members, type OrderRow } from '../db/schema/index.js';
import type { Named } from '../messages/index.js';

/** Title of an order in both languages. */
export const nameOf = ({ titleZh: zh, titleEn: en }: Pick<OrderRow, 'titleZh' | 'titleEn'>): Named => ({ zh, en });

/** Name of a buyer, for the seller. */
async function buyerNameOf(db: Database, { buyerId }: Pick<OrderRow, 'buyerId'>): Promise<string> {
  const [buyer] = await db.select({ name: members.name }).from(members).where(eq(members.id, buyerId));
  return buyer?.name ?? '';
}

/** Particulars of a sale, for notices to its seller. */
export async function saleOf(db: Database, order: OrderRow) {
  const { itemId, payableCents: amount } = order;
  return { what: nameOf(order), amount, name: await buyerNameOf(db, order), id: itemId ?? 0 };
}
