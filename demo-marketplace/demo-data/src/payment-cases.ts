import { paymentCases, type Database } from '@lectern/marketplace-api/seeding';
import type { Decided } from './story.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const REASON = '金流商確認是重複請款，已在對方後台退回。\nThe provider had charged twice; it was refunded there.';

const unknown = (reference: string, amountCents: number, openedAt: number) => ({
  ...{ kind: 'unknown-payment' as const, reference, providerRef: reference, outNo: '', amountCents, openedAt },
});

/** Seeds payments that match no order: one open case, and one that was resolved. */
export async function seedPaymentCases(db: Database, log: Decided[], now: number): Promise<void> {
  const closedAt = now - 12 * DAY_MS;
  const [closed] = await db
    .insert(paymentCases)
    .values([
      {
        ...unknown('demo-20481', 31_500, closedAt - 6 * HOUR_MS),
        ...{ closedAt, outcome: 'returned' as const, reason: REASON },
      },
      unknown('demo-20977', 26_000, now - 15 * HOUR_MS),
    ])
    .returning({ id: paymentCases.id });
  log.push({ at: closedAt, action: 'payment-case-closed', target: `payment-case:${closed?.id ?? 0}`, reason: REASON });
}
