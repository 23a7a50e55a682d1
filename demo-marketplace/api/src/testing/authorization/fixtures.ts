import {
  applyRefund,
  cancelOrder,
  savePayoutAccount,
  withdraw,
  type OrderStatus,
  type UploadType,
} from '@lectern/marketplace-contract';
import { eq, sql } from 'drizzle-orm';
import { enroll } from '../../courses/index.js';
import type { MarketplaceApiOptions } from '../../index.js';
import {
  couponMembers,
  coupons,
  crowdfunds,
  type courses,
  media,
  members,
  providerApplications,
  refunds,
} from '../../db/schema/index.js';
import { courseIn, mentorIn, hasLearned } from '../courses.js';
import { attempt, giveMoney, givePayPassword, givePoints, orderIn, PAY_PASSWORD, payIn } from '../money.js';
import { World } from '../world.js';
import { ChangeCounter, type Changes } from './change-counter.js';

const DAY_MS = 86_400_000;
export const PRICE = 100_000;
/** More money than all tests together spend. */
const PLENTY = 100_000_000;
/** Tables that a refused call may change: attempts are counted. */
const UNCOUNTED = ['throttle'];

export interface Person {
  readonly id: number;
  readonly token: string;
  readonly email: string;
}

/** A request body that may be invalid. */
export type Body = Readonly<Record<string, unknown>>;

/** A world with two learners, two mentors, two staff members and a company, with everything the cases need. */
export class AuthorizationFixtures {
  private constructor(
    readonly world: World,
    readonly alice: Person,
    readonly bob: Person,
    readonly mia: Person,
    readonly max: Person,
    readonly office: readonly [Person, Person],
    readonly company: Person,
    /** A mentor without permission to manage courses. */
    readonly assistant: Person,
    private readonly counter: ChangeCounter,
  ) {}

  static async found(options: Partial<MarketplaceApiOptions> = {}): Promise<AuthorizationFixtures> {
    const world = await World.start(options);
    const learner = async (name: string): Promise<Person> => {
      const { token, email, member } = await world.member();
      const id = Number(member.id);
      await world.db.update(members).set({ name }).where(eq(members.id, id));
      await giveMoney(world, member.id, PLENTY);
      await givePoints(world, member.id, 1_000);
      await givePayPassword(world, id);
      return { id, token, email };
    };
    const mentor = async (): Promise<Person> => {
      const { id, token, email } = await mentorIn(world);
      await giveMoney(world, String(id), PLENTY);
      await givePayPassword(world, id);
      return { id, token, email };
    };
    const as = async (values: Partial<typeof members.$inferInsert>): Promise<Person> => {
      const { token, email, member } = await world.member();
      const id = Number(member.id);
      await world.db.update(members).set(values).where(eq(members.id, id));
      return { id, token, email };
    };
    return new AuthorizationFixtures(
      world,
      await learner('Alice of Tamsui'),
      await learner('Bob of Keelung'),
      await mentor(),
      await mentor(),
      [await as({ isStaff: true }), await as({ isStaff: true })],
      await as({ identity: 2 }),
      await as({ providerCheckStatus: 2, isHomework: true, currentType: 2 }),
      await ChangeCounter.install(world.db, world.schema, UNCOUNTED),
    );
  }

  get now(): number {
    return this.world.clock.now();
  }

  /** Number of changes of each table until now; a refused call must not change any. */
  async changes(): Promise<Changes> {
    await this.world.parts.idle();
    return this.counter.changes();
  }

  /** A course on sale with lessons, of Mia unless `values` names another mentor. */
  async course(values: Partial<typeof courses.$inferInsert> = {}) {
    const { id, unitIds } = await courseIn(this.world, { mentorId: this.mia.id, priceCents: PRICE, ...values });
    return { id, no: String(id), preview: String(unitIds[0]), lesson: String(unitIds[1]), unitIds };
  }

  /** A course that only its mentor can see. */
  draft(values: Partial<typeof courses.$inferInsert> = {}) {
    return this.course({ status: 'draft', publishedAt: null, ...values });
  }

  async learns({ id: memberId }: Person, courseId: number): Promise<void> {
    await this.world.db.transaction((tx) => enroll(tx, { memberId, courseId, source: 'free', now: this.now }));
    await hasLearned(this.world, memberId, courseId);
  }

  /** A course in which all of these people are enrolled. */
  async shared(...people: readonly Person[]) {
    const course = await this.course();
    for (const person of people) await this.learns(person, course.id);
    return course;
  }

  /** An order of Mia's course in the given status. */
  async order(person: Person, status: OrderStatus = 'pending'): Promise<string> {
    const { world } = this;
    const no = await orderIn(world, person.token, (await this.course()).id);
    if (status === 'pending') return no;
    if (status === 'cancelled') {
      await world.call(cancelOrder, { order_no: no }, person);
      return no;
    }
    const paid = await payIn(world, person.token, no);
    if (paid.code !== 1) throw new Error(`nothing was paid: ${JSON.stringify(paid)}`);
    if (status === 'paid') return no;
    const asked = { order_no: no, reason: 'Alice thinks better of it', client_token: attempt() };
    const refund = await world.call(applyRefund, asked, person);
    if (refund.code !== 1) throw new Error(`nothing was asked back: ${JSON.stringify(refund)}`);
    return no;
  }

  /** An open refund request. */
  async refund(person: Person): Promise<string> {
    await this.order(person, 'refunding');
    const [row] = await this.world.db.select({ id: sql<number>`max(${refunds.id})` }).from(refunds);
    return String(row?.id);
  }

  /** A claimed coupon of the member. */
  async coupon({ id: memberId }: Person): Promise<string> {
    const { db } = this.world;
    const facts = { titleZh: '折扣', kind: 'fixed', value: 1_000, total: 10, claimed: 1 } as const;
    const times = { startsAt: this.now, endsAt: this.now + DAY_MS, createdAt: this.now };
    const [made] = await db
      .insert(coupons)
      .values({ ...facts, ...times })
      .returning();
    const [mine] = await db
      .insert(couponMembers)
      .values({ couponId: made?.id ?? 0, memberId, claimedAt: this.now })
      .returning();
    return String(mine?.id);
  }

  /** A bank account. */
  async account(person: Person): Promise<string> {
    const account = { bank: 'Bank of Alice', holder: '王小明', no: '0123456789' };
    const { data } = await this.world.call(savePayoutAccount, account, person);
    return data.id;
  }

  async withdrawalOf(person: Person) {
    const facts = { scope: 'user', amount_cents: 100_000, pay_password: PAY_PASSWORD } as const;
    return { ...facts, account_id: await this.account(person) };
  }

  /** An open withdrawal. */
  async withdrawal(person: Person): Promise<string> {
    const wanted = { ...(await this.withdrawalOf(person)), client_token: attempt() };
    const { code, data } = await this.world.call(withdraw, wanted, person);
    if (code !== 1) throw new Error(`nothing was withdrawn: ${JSON.stringify(data)}`);
    return data.id;
  }

  /** An uploaded file. */
  async file({ id: ownerId }: Person, type: UploadType): Promise<string> {
    const mime = type === 'clip' || type === 'video' ? 'video/mp4' : 'image/png';
    const [, extension] = mime.split('/');
    const key = `${type}/20270115/${this.now}${attempt()}.${extension}`;
    const arrived = { size: 100, seconds: mime.startsWith('video') ? 60 : null, storedAt: this.now };
    const values = { ownerId, key, type, mime, maxBytes: 1_000, createdAt: this.now, ...arrived };
    await this.world.db.insert(media).values(values);
    return key;
  }

  /** An incomplete resumable upload. */
  async unfinished(person: Person): Promise<string> {
    const key = await this.file(person, 'video');
    const begun = { storedAt: null, size: null, uploadId: attempt(), uploadName: 'a.mp4', uploadSize: 100 };
    await this.world.db
      .update(media)
      .set({ ...begun, uploadAt: this.now })
      .where(eq(media.key, key));
    return key;
  }

  /** A running campaign of Mia; `values` can hide its course from others. */
  async campaign(values: Partial<typeof courses.$inferInsert> = {}) {
    const course = await this.course(values);
    const terms = { targetType: 'people', target: 2, earlyPriceCents: 60_000, state: 'funding' } as const;
    const times = { startsAt: this.now, deadline: this.now + 5 * DAY_MS, produceBy: this.now + 60 * DAY_MS };
    await this.world.db.insert(crowdfunds).values({ courseId: course.id, ...terms, ...times });
    return course;
  }

  /** A campaign with a pledge of the person. */
  async pledged(person: Person) {
    const course = await this.campaign();
    await payIn(this.world, person.token, await orderIn(this.world, person.token, course.id));
    return course;
  }

  /** Inserts one row into any table; resolves with its id. */
  async row(table: string, values: Readonly<Record<string, string | number | null>>): Promise<string> {
    const names = sql.join(
      Object.keys(values).map((name) => sql.identifier(name)),
      sql`, `,
    );
    const given = sql.join(
      Object.values(values).map((value) => sql`${value}`),
      sql`, `,
    );
    const into = sql`INSERT INTO ${sql.identifier(table)} (${names}) VALUES (${given}) RETURNING id`;
    const { rows } = await this.world.db.execute<{ id: string }>(into);
    return String(rows[0]?.id);
  }

  /** Resets a member to one without a mentor application. */
  async unapplied({ id }: Person): Promise<void> {
    const { db } = this.world;
    await db.delete(providerApplications).where(eq(providerApplications.memberId, id));
    await db.update(members).set({ providerCheckStatus: 0 }).where(eq(members.id, id));
  }
}
