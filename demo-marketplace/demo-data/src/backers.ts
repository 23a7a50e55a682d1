import { feeOf, PAYMENT_WINDOW_MS, PLATFORM_FEE_PERCENT } from '@lectern/marketplace-contract';
import { and, eq, inArray } from 'drizzle-orm';
import {
  AccountKind,
  courseImages,
  courses,
  crowdfunds,
  crowdfundUpdates,
  enrollments,
  FEES,
  members,
  moneyOf,
  moving,
  notifyOfCampaign,
  orders,
  OUTSIDE,
  pledgesOf,
  stockOf,
  transfer,
  type Database,
  type LedgerTransaction,
  type Tx,
} from '@lectern/marketplace-api/seeding';
import { postAll } from './books.js';
import type { SeededCourse } from './courses.js';
import type { DemoPeople } from './members.js';
import type { SeededRandom } from './random.js';
import type { Happening } from './story.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const PART = 300;
const NUMBER_DIGITS = 10;
/** Share of the backers whose names are public. */
const NAMED_SHARE = 0.6;
/** Number of pledges to the demo's mentor for which a notification is written. */
const TOLD = 4;
/** Campaigns that the demo's learner backs. */
const MINE: readonly number[] = [37, 38];

/** Campaign updates by course, newest first; each contains both languages, since an update has a single text. */
const NEWS: Readonly<Record<number, readonly string[]>> = {
  34: [
    '只差最後一位！達標後，第一章會在兩週內先上線給大家試看。\nOne backer to go! Once we are there, chapter one opens to you within two weeks.',
    '示範專案完成了：一個會讀你的行事曆、也會說「我不確定」的助理。\nThe sample project is done: an assistant that reads your calendar, and says “I am not sure” when it is not.',
    '謝謝前五十位支持者。很多人問需不需要會寫程式：會一點 Python 就夠了。\nThanks to the first fifty. Many asked whether you must program: a little Python is enough.',
  ],
  35: [
    '探勘回來了，合歡北峰的日出點已經選好，行前清單下週公布。\nBack from scouting: the place for the sunrise is chosen, and the packing list comes next week.',
  ],
  36: [
    '達標了，謝謝！第一輪票選開始：請在問答區寫下你最想彈的歌。\nWe made it, thank you! The first vote is open: write the song you want most into the Q&A.',
    '錄音室訂好了，每首歌都會有慢速版和分手練習版。\nThe studio is booked. Every song gets a slow version, and one for each hand.',
  ],
  37: [
    '第三十個動畫完成，圓周角定理看一眼就懂。\nAnimation number thirty is done: the inscribed angle, understood at a glance.',
    '謝謝大家的建議，動畫會加上可以逐格播放的版本。\nThank you for asking: the animations will also play frame by frame.',
  ],
  38: [
    '二十個片段都選定了，正在錄製第七課。預計下個月分批上線。\nAll twenty scenes are chosen, and lesson seven is being recorded. They come online in parts next month.',
    '募資成功，謝謝五十九位支持者！製作進度會每週在這裡更新。\nFunded: thank you, all fifty-nine! You read here every week how it goes.',
  ],
  39: [
    '謝謝每一位支持者。這次沒有達標，款項已全數退還；我會帶著新的規劃再回來。\nThank you, every one of you. It was not enough this time, and you have all of your money back. I shall return with a new plan.',
  ],
};

/**
 * Seeds the backers of all campaigns with their pledges, as many as each campaign reports, in batches. Resolves with
 * the pledges of the demo's learner, which belong among their other orders.
 */
export async function seedBackers(
  db: Tx,
  { learners, learner }: DemoPeople,
  list: readonly SeededCourse[],
  random: SeededRandom,
  now: number,
): Promise<readonly Happening[]> {
  const isMine = ({ buyerId }: Pledge): boolean => buyerId === learner;
  const places = new Map(list.map(({ id }, place) => [id, place]));
  const campaigns = await db.select().from(crowdfunds).orderBy(crowdfunds.courseId);
  const titled = await db
    .select({
      ...{ id: courses.id, titleZh: courses.titleZh, titleEn: courses.titleEn, sellerId: courses.mentorId },
      cover: courseImages.key,
    })
    .from(courses)
    .leftJoin(courseImages, and(eq(courseImages.courseId, courses.id), eq(courseImages.sort, 0)))
    .where(
      inArray(
        courses.id,
        campaigns.map(({ courseId }) => courseId),
      ),
    );
  const pledges = campaigns.flatMap(({ courseId, state, reachedN, earlyPriceCents, startsAt, deadline }) => {
    const course = titled.find(({ id }) => id === courseId);
    if (course === undefined) return [];
    const { titleZh, titleEn, sellerId, cover } = course;
    const mine = MINE.includes(places.get(courseId) ?? 0) ? [learner] : [];
    const own = random.stream(titleZh);
    const backers = [...mine, ...own.some(learners, reachedN - mine.length)];
    return backers.map((buyerId): Pledge => {
      const paidAt = startsAt + Math.floor(own.next() * (Math.min(now, deadline) - startsAt));
      const orderNo =
        new Date(paidAt).toISOString().slice(0, 10).replaceAll('-', '') +
        String(own.between(0, 10 ** NUMBER_DIGITS - 1)).padStart(NUMBER_DIGITS, '0');
      const isFailed = state === 'failed';
      return {
        ...{ orderNo, buyerId, sellerId, titleZh, titleEn, paidAt, itemType: 'crowdfund' as const },
        ...{ amountCents: earlyPriceCents, payableCents: earlyPriceCents, channel: 'mock', state, deadline },
        ...{ courseId, itemId: courseId, cover: cover ?? '', stockKey: stockOf(courseId), oncePerBuyer: true },
        feeCents: feeOf(earlyPriceCents, PLATFORM_FEE_PERCENT),
        ...{ createdAt: paidAt - 3 * MINUTE_MS, expiresAt: paidAt - 3 * MINUTE_MS + PAYMENT_WINDOW_MS },
        status: isFailed ? ('refunded' as const) : ('paid' as const),
        closedAt: isFailed ? deadline : null,
        isNamed: own.next() < NAMED_SHARE,
      };
    });
  });
  pledges.sort((one, other) => one.paidAt - other.paidAt);
  const [mine, others] = [pledges.filter(isMine), pledges.filter((pledge) => !isMine(pledge))];
  await write(db, others);
  await seedNews(db, list, now);
  await tellPledges(db, pledges, { learner, mentor: list[0]?.mentorId ?? 0 });
  return mine.map((pledge) => ({ at: pledge.paidAt, run: () => write(db, [pledge]) }));
}

async function write(db: Tx, pledges: readonly Pledge[]): Promise<void> {
  for (let from = 0; from < pledges.length; from += PART) {
    await db
      .insert(orders)
      .values(
        pledges
          .slice(from, from + PART)
          .map(({ courseId: _course, state: _state, deadline: _deadline, ...row }) => row),
      );
  }
  await postAll(db, [...pledges.map(pledgeOf), ...pledges.flatMap(endOf)]);
  const made = pledges.filter(({ state }) => state === 'producing');
  if (made.length === 0) return;
  await db.insert(enrollments).values(
    made.map(({ buyerId: memberId, courseId, orderNo, deadline: createdAt }) => ({
      ...{ memberId, courseId, orderNo, createdAt, source: 'crowdfund' as const },
    })),
  );
}

type Pledge = typeof orders.$inferInsert & {
  readonly feeCents: number;
  readonly titleEn: string;
  readonly courseId: number;
  readonly sellerId: number;
  readonly paidAt: number;
  readonly deadline: number;
  readonly state: string;
};

const pledgeOf = ({ orderNo, courseId, payableCents, paidAt }: Pledge): LedgerTransaction => ({
  ...{ business: 'pledge', businessId: orderNo, memo: '', at: paidAt },
  postings: transfer(OUTSIDE, pledgesOf(courseId), payableCents),
});

/** Outcome of a pledge after the end of its campaign. */
function endOf({ orderNo, courseId, buyerId, sellerId, payableCents, feeCents, deadline, state }: Pledge) {
  const facts = { businessId: orderNo, memo: '', at: deadline };
  const from = pledgesOf(courseId);
  if (state === 'failed') {
    return [{ ...facts, business: 'pledge-back', postings: transfer(from, moneyOf(buyerId), payableCents) }];
  }
  if (state !== 'producing') return [];
  const postings = moving([
    { account: from, amount: -payableCents },
    { account: moneyOf(sellerId, AccountKind.Frozen), amount: payableCents - feeCents },
    { account: FEES, amount: feeCents },
  ]);
  return [{ ...facts, business: 'pledge-settled', postings }];
}

async function seedNews(db: Database, list: readonly SeededCourse[], now: number): Promise<void> {
  const rows = Object.entries(NEWS).flatMap(([place, told]) => {
    const courseId = list[Number(place)]?.id;
    if (courseId === undefined) return [];
    // One a week, inserted in the order in which they are listed.
    return told
      .map((content, index) => ({ courseId, content, createdAt: now - (index * 7 + 1) * DAY_MS - 5 * HOUR_MS }))
      .toReversed();
  });
  await db.insert(crowdfundUpdates).values(rows);
}

interface Told {
  readonly learner: number;
  readonly mentor: number;
}

async function tellPledges(db: Tx, pledges: readonly Pledge[], { learner, mentor }: Told): Promise<void> {
  const paramsOf = ({ titleZh: zh, titleEn: en, payableCents: amount, courseId: id }: Pledge) => ({
    ...{ what: { zh, en }, amount, id },
  });
  for (const pledge of pledges.filter(({ buyerId }) => buyerId === learner)) {
    await notifyOfCampaign(db, { to: learner, kind: 'pledge-paid', params: paramsOf(pledge), now: pledge.paidAt });
    if (pledge.state !== 'producing') continue;
    await notifyOfCampaign(db, {
      to: learner,
      kind: 'pledge-succeeded',
      params: paramsOf(pledge),
      now: pledge.deadline,
    });
  }
  const received = pledges.filter(({ sellerId }) => sellerId === mentor).slice(-TOLD);
  if (received.length === 0) return;
  const people = await db
    .select({ id: members.id, name: members.name })
    .from(members)
    .where(
      inArray(
        members.id,
        received.map(({ buyerId }) => buyerId),
      ),
    );
  for (const pledge of received) {
    const name = people.find(({ id }) => id === pledge.buyerId)?.name ?? '';
    await notifyOfCampaign(db, {
      to: mentor,
      kind: 'pledge-received',
      params: { ...paramsOf(pledge), name },
      now: pledge.paidAt,
    });
  }
}
