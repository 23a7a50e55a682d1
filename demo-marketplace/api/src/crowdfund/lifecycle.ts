import { eq } from 'drizzle-orm';
import type { Tx } from '../db/database.js';
import { crowdfunds, type CrowdfundRow } from '../db/schema/index.js';
import { Lifecycle } from '../lifecycle/index.js';

/** Event of a campaign, which applies to all of its pledges. */
export type CampaignEvent =
  /** The campaign accepts pledges. */
  | 'open'
  /** The deadline has passed, and the target was reached. */
  | 'reach'
  /** The deadline has passed, and the target was missed. */
  | 'miss'
  /** The mentor cancels it, or the lessons are overdue: every pledge is refunded. */
  | 'cancel'
  /** The lessons are published. */
  | 'deliver';

/** Transitions of a campaign and its pledges. */
export const CAMPAIGN = new Lifecycle<CrowdfundRow['state'], CampaignEvent>({
  name: 'campaign',
  transitions: {
    draft: { open: 'funding' },
    funding: { reach: 'producing', miss: 'failed', cancel: 'cancelled' },
    producing: { deliver: 'published', cancel: 'cancelled' },
    published: {},
    failed: {},
    cancelled: {},
  },
});

/** Applies an event to a campaign. @throws {IllegalTransitionError} when the event is not legal in its state */
export async function moveCampaign(
  tx: Tx,
  courseId: number,
  event: CampaignEvent,
  change: Partial<Omit<CrowdfundRow, 'courseId' | 'state'>> = {},
): Promise<void> {
  const { state } = await lockCampaign(tx, courseId);
  const next = CAMPAIGN.next(state, event);
  await tx
    .update(crowdfunds)
    .set({ ...change, state: next })
    .where(eq(crowdfunds.courseId, courseId));
}

/** Reads a campaign and locks it until the transaction ends. @throws {Error} without such a campaign */
export async function lockCampaign(tx: Tx, courseId: number): Promise<CrowdfundRow> {
  const campaign = await findCampaign(tx, courseId);
  if (campaign === undefined) throw new Error(`there is no campaign of course ${courseId}`);
  return campaign;
}

/** Like {@link lockCampaign}, but undefined for a course without a campaign. */
export async function findCampaign(tx: Tx, courseId: number): Promise<CrowdfundRow | undefined> {
  const [campaign] = await tx.select().from(crowdfunds).where(eq(crowdfunds.courseId, courseId)).for('update');
  return campaign;
}
