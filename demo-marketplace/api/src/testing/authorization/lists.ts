import {
  addFeedback,
  createOrder,
  emailLogin,
  exportData,
  exportWallet,
  getApplication,
  getMemberInfo,
  getProfile,
  getStudio,
  listBuyers,
  listCertificates,
  listCoupons,
  listFeedback,
  listFollows,
  listManagedCourses,
  listLiveWishes,
  listManagedLives,
  listMyCourses,
  listMyTickets,
  listNotices,
  listOrders,
  listPayoutAccounts,
  listPoints,
  listRooms,
  listSessions,
  listWallet,
  listWishes,
  listWithdrawals,
  saveApplication,
  saveMentorProfile,
  toggleFollow,
  toggleWish,
  updateProfile,
  type AnyAction,
  type RequestOf,
} from '@lectern/marketplace-contract';
import { liveIn, roomIn, submittedLive } from '../lives.js';
import { attempt, payIn } from '../money.js';
import { PASSWORD } from '../world.js';
import type { Case } from './case.js';
import { certificate, form, notice } from './learners.js';
import type { Body, Person, AuthorizationFixtures } from './fixtures.js';

/** An action that lists the caller's own resources. */
export interface List extends Pick<Case, 'action' | 'owner'> {
  readonly body: Body;
  /** Creates a resource for the owner; resolves with text that the owner finds in the response. */
  readonly make: (fixtures: AuthorizationFixtures, owner: Person) => Promise<string>;
}

const listFor =
  (owner: Case['owner']) =>
  <A extends AnyAction>(action: A, body: RequestOf<A>, make: List['make']): List => ({
    ...{ action, owner, make },
    body: body as Body,
  });
const learners = listFor('learner');
const mentors = listFor('mentor');

let names = 0;
/** Returns a text that occurs nowhere else. */
const unique = (): string => `only-hers-${(names += 1)}`;

/** A course with a unique title, and an action of its owner on it. */
const titled =
  (
    then: (fixtures: AuthorizationFixtures, owner: Person, course: { id: number; no: string }) => Promise<unknown>,
  ): List['make'] =>
  async (fixtures, owner) => {
    const title = unique();
    await then(fixtures, owner, await fixtures.course({ titleZh: title, titleEn: title }));
    return title;
  };

const ordering = titled(({ world }, owner, { no: id }) =>
  world.call(createOrder, { item: { type: 'course', id }, points: 100, client_token: attempt() }, owner),
);

/** Actions that list the caller's own resources. */
export const LISTS: readonly List[] = [
  learners(getMemberInfo, {}, async (_town, { id }) => `"id":"${id}"`),
  learners(getProfile, {}, async (fixtures, owner) => {
    const intro = unique();
    await fixtures.world.call(updateProfile, { intro }, owner);
    return intro;
  }),
  learners(listSessions, {}, async ({ world }, { email }) => {
    const agent = unique();
    await world.call(emailLogin, { email, password: PASSWORD }, { headers: { 'user-agent': agent } });
    return agent;
  }),
  learners(listNotices, {}, async (fixtures, owner) => `"${await notice(fixtures, owner)}"`),
  learners(listFeedback, {}, async ({ world }, owner) => {
    const content = unique();
    await world.call(addFeedback, { type: 'other', content }, owner);
    return content;
  }),
  learners(listOrders, {}, ordering),
  learners(listOrders, { keyword: 'only-hers' }, ordering),
  learners(listPoints, {}, ordering),
  learners(listWallet, { scope: 'user' }, async (fixtures, owner) => fixtures.order(owner, 'paid')),
  learners(exportWallet, { scope: 'user' }, async (fixtures, owner) => fixtures.order(owner, 'paid')),
  learners(exportData, { password: PASSWORD }, async ({ world }, owner) => {
    const content = unique();
    await world.call(addFeedback, { type: 'other', content }, owner);
    return content;
  }),
  learners(listPayoutAccounts, {}, async (fixtures, owner) => `"${await fixtures.account(owner)}"`),
  learners(listWithdrawals, { scope: 'user' }, async (fixtures, owner) => `"${await fixtures.withdrawal(owner)}"`),
  learners(listCoupons, {}, async (fixtures, owner) => `"${await fixtures.coupon(owner)}"`),
  learners(
    listMyCourses,
    { tab: 'learning' },
    titled((fixtures, owner, { id }) => fixtures.learns(owner, id)),
  ),
  learners(
    listWishes,
    { type: 'course' },
    titled(({ world }, owner, { no: id }) => world.call(toggleWish, { type: 'course', id, on: true }, owner)),
  ),
  learners(listFollows, { dir: 'following' }, async ({ world, mia }, owner) => {
    await world.call(toggleFollow, { type: 'member', id: String(mia.id), on: true }, owner);
    return `"id":"${mia.id}"`;
  }),
  learners(listCertificates, {}, async (fixtures, owner) => `"id":"${await certificate(fixtures, owner)}"`),
  learners(getApplication, {}, async (fixtures, owner) => {
    await fixtures.unapplied(owner);
    const real_name = unique();
    await fixtures.world.call(saveApplication, form({ real_name }), owner);
    return real_name;
  }),

  mentors(getStudio, {}, async (fixtures, owner) => {
    const intro = unique();
    const profile = { intro, subjects: ['數學'], education: [], experience: [], clip: '' };
    await fixtures.world.call(saveMentorProfile, profile, owner);
    return intro;
  }),
  mentors(
    listManagedCourses,
    {},
    titled(async () => undefined),
  ),
  mentors(
    listManagedCourses,
    { keyword: 'only-hers' },
    titled(async () => undefined),
  ),
  mentors(
    listBuyers,
    {},
    titled((fixtures, _owner, { id }) => fixtures.learns(fixtures.alice, id)),
  ),
  mentors(listWallet, { scope: 'mentor' }, async (fixtures) => fixtures.order(fixtures.alice, 'paid')),

  learners(listMyTickets, { page: 1, limit: 20 }, async ({ world, mia }, owner) => {
    const title = unique();
    const live = await liveIn(world, mia.id, { title: { zh: title, en: title } });
    const item = { type: 'ticket' as const, id: live.no, sku: String(live.types[0]) };
    const made = await world.call(createOrder, { item, client_token: attempt() }, owner);
    await payIn(world, owner.token, made.data.order_no);
    return title;
  }),
  learners(listLiveWishes, {}, async ({ world, mia }, owner) => {
    const title = unique();
    const { no: id } = await liveIn(world, mia.id, { title: { zh: title, en: title } });
    await world.call(toggleWish, { type: 'live', id, on: true }, owner);
    return title;
  }),
  mentors(listRooms, {}, async ({ world }, { id }) => `"id":"${await roomIn(world, id)}"`),
  mentors(listManagedLives, { page: 1, limit: 20 }, async ({ world }, { id }) => {
    const title = unique();
    await submittedLive(world, id, { title: { zh: title, en: title } });
    return title;
  }),
];
