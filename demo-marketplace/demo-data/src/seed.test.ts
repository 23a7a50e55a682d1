import {
  emailLogin,
  getCategoryTree,
  getCourse,
  getCourseStats,
  getHome,
  getMentor,
  getOutline,
  getPayPassword,
  getStudio,
  listAnnouncements,
  isIdCard,
  listAudit,
  listBackers,
  listBuyers,
  listCampaignUpdates,
  listCertificates,
  listCoupons,
  listCourses,
  listFeedback,
  listManagedCourses,
  listMembers,
  listMyCourses,
  listNotices,
  listOrders,
  listPaymentCases,
  listPoints,
  listReports,
  listReviews,
  listWaitingCourses,
  listWaitingMentors,
  listWallet,
  listWithdrawals,
  officeTodo,
  reviewCourse,
  search,
} from '@lectern/marketplace-contract';
import { count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { courses, crowdfunds, demoParts, members } from '@lectern/marketplace-api/seeding';
import { World, checkBooks } from '@lectern/marketplace-api/testing';
import { demoCourses } from './courses.js';
import { DEMO_PARTS, demoData } from './index.js';
import { demoPeople } from './members.js';

let world: World;
beforeAll(async () => {
  world = await World.start({ demoData, demoContent: true });
});
afterAll(() => world.close());

const ENGLISH = { headers: { 'accept-language': 'en' } };
const rowsOf = async (table: typeof courses | typeof members): Promise<number> =>
  (await world.db.select({ n: count() }).from(table))[0]?.n ?? 0;

test('a demo opens with a catalogue that is alive, in both languages', async () => {
  const chinese = (await world.call(getHome, {})).data;
  const english = (await world.call(getHome, {}, ENGLISH)).data;
  for (const home of [chinese, english]) {
    expect(home.hot).toHaveLength(8);
    expect(home.free).toHaveLength(4);
    expect(home.mentors).toHaveLength(6);
    expect(home.banners.length).toBeGreaterThan(2);
    expect(home.categories.every(({ courses: n, children }) => n > 0 && children.length > 0)).toBe(true);
    const id = home.mentors[0]?.id ?? '';
    expect((await world.call(getMentor, { id })).data.subjects.length).toBeGreaterThan(0);
    expect(home.stats).toMatchObject({ courses: 39, mentors: 12, learners: 186, reviews: 300 });
  }
  const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);
  expect(chinese.hot.every(({ title }) => isChinese(title))).toBe(true);
  expect(english.hot.some(({ title }) => isChinese(title))).toBe(false);
  expect(await rowsOf(courses)).toBe(44);
  expect(await rowsOf(members)).toBe(200);
});

test('courses were looked at and learned, and the office has decided', async () => {
  const logIn = async (email: string) => ({
    token: (await world.call(emailLogin, { email, password: 'Demo123!' })).data.token,
  });
  const mentor = await logIn('mentor@example.org');
  const tab = { tab: 'approved', limit: 50 } as const;
  const course = (await world.call(listManagedCourses, tab, mentor)).data.list.at(-1);
  const { data } = await world.call(getCourseStats, { id: course?.id ?? '' }, mentor);
  // Today has no views yet shortly after midnight in the mentor's time zone.
  expect(data.days.slice(0, -1).every(({ views }) => views > 0)).toBe(true);
  expect(data.units[0]?.started).toBe(data.started);
  expect(data.units.at(-1)?.done).toBe(data.completed);
  expect((await world.call(listAnnouncements, { id: course?.id ?? '' })).data.total).toBe(1);
  const log = await world.call(listAudit, { decisions_only: true }, await logIn('office@example.org'));
  expect(log.data.total).toBe(25);
  const told = log.data.list.map(({ at }) => at);
  expect(told).toEqual(told.toSorted().toReversed());
});

test('crowdfunds stand at all stages', async () => {
  const rows = await world.db.select().from(crowdfunds);
  expect(rows.map(({ state }) => state).sort()).toEqual([
    'failed',
    'funding',
    'funding',
    'funding',
    'funding',
    'producing',
  ]);
  const { data } = await world.call(listCourses, { kind: 'crowdfund', sort: 'ending' });
  expect(data.list.map(({ crowdfund }) => [crowdfund?.percent, crowdfund?.days_left])).toEqual([
    [99, 2],
    [135, 9],
    [62, 16],
    [3, 27],
    [118, expect.any(Number)],
  ]);
});

test('campaigns have as many backers as they say, some by name, and news of how they go on', async () => {
  const { list } = (await world.call(listCourses, { kind: 'crowdfund' })).data;
  for (const { id, title, crowdfund } of list) {
    const { data: backers } = await world.call(listBackers, { course_id: id });
    expect([title, backers.total + backers.anonymous]).toEqual([title, crowdfund?.backers]);
    expect(backers.list.every(({ member }) => member.name !== '')).toBe(true);
    expect((await world.call(listCampaignUpdates, { course_id: id })).data.total).toBeGreaterThan(0);
  }
});

test('what costs more is longer: a minute costs about the same everywhere', async () => {
  const { data } = await world.call(listCourses, { kind: 'online', limit: 50 });
  const paid = data.list.filter(({ price_cents }) => price_cents > 0);
  expect(paid.length).toBeGreaterThan(25);
  for (const { title, price_cents, original_price_cents, seconds } of paid) {
    const perMinute = price_cents / 100 / (seconds / 60);
    expect([title, perMinute > 30 && perMinute < 60]).toEqual([title, true]);
    expect(original_price_cents).toBeGreaterThanOrEqual(price_cents);
  }
});

test('what cards count is what lists show', async () => {
  const { data } = await world.call(listCourses, { sort: 'rating', limit: 6 });
  for (const { id, ratings, rating } of data.list) {
    const { summary, total } = (await world.call(listReviews, { id })).data;
    expect([summary.ratings, summary.rating, total]).toEqual([ratings, rating, ratings]);
  }
});

test('its books are right, and something waits for everybody', async () => {
  await world.parts.idle();
  await checkBooks(world);
  const tokenOf = async (email: string) => (await world.call(emailLogin, { email, password: 'Demo123!' })).data.token;
  const office = await world.call(officeTodo, {}, { token: await tokenOf('office@example.org') });
  expect(Object.values(office.data).filter((n) => Number(n) > 0).length).toBeGreaterThanOrEqual(3);
  const mentor = (await world.call(getStudio, {}, { token: await tokenOf('mentor@example.org') })).data;
  expect(mentor.numbers).toMatchObject({ courses: 6, pending: 1 });
  expect(mentor.numbers.balance_cents).toBeGreaterThan(0);
  expect(mentor.numbers.frozen_cents).toBeGreaterThan(0);
});

test('the back office finds something of every state', async () => {
  const logIn = async (email: string) => ({
    token: (await world.call(emailLogin, { email, password: 'Demo123!' })).data.token,
  });
  const office = await logIn('office@example.org');
  const todo = (await world.call(officeTodo, {}, office)).data;
  expect(todo).toEqual({
    mentors: 2,
    courses: 3,
    lives: 0,
    withdrawals: 1,
    refunds: 2,
    payments: 1,
    reports: 3,
    feedback: 2,
  });
  const waiting = (await world.call(listWaitingCourses, {}, office)).data.list;
  expect(waiting.map(({ is_update, is_crowdfund }) => [is_update, is_crowdfund])).toEqual([
    [false, true],
    [false, false],
    [true, false],
  ]);
  const reviewed = (await world.call(reviewCourse, { id: waiting[1]?.id ?? '' }, office)).data;
  const lessons = reviewed.course.chapters.flatMap(({ units }) => units);
  expect(new Set(lessons.map(({ type }) => type))).toEqual(new Set(['video', 'article', 'file', 'quiz']));
  for (const { media } of lessons.filter(({ media: key }) => key !== '')) {
    expect((await world.app.inject({ url: reviewed.videos[media] ?? '' })).statusCode).toBe(200);
  }
  expect(reviewed.course.todo).toEqual([]);
  expect(reviewed.category).toBe('數學與科學 › 統計');
  // Its length is set once it is approved.
  expect(reviewed.course.files[lessons[0]?.media ?? '']?.seconds).toBe(36);
  const tracks = reviewed.captions[lessons[0]?.media ?? ''] ?? [];
  expect(tracks.map(({ lang }) => lang)).toEqual(['en', 'zh']);
  for (const { url } of tracks) expect((await world.app.inject({ url })).body).toMatch(/^WEBVTT/);
  for (const { member, application } of (await world.call(listWaitingMentors, {}, office)).data.list) {
    expect(application.form.real_name).toBe(member.name);
    expect(isIdCard(application.form.id_card)).toBe(true);
  }
  for (const state of ['open', 'upheld', 'dismissed'] as const) {
    const { list } = (await world.call(listReports, { state }, office)).data;
    expect(list.every(({ target }) => target !== null && target.title !== '')).toBe(true);
    expect(list).not.toHaveLength(0);
  }
  const banned = (await world.call(listMembers, { filter: 'banned' }, office)).data.list;
  expect(banned.map(({ ban_reason }) => ban_reason !== '')).toEqual([true]);
  for (const state of ['open', 'closed'] as const) {
    expect((await world.call(listPaymentCases, { state }, office)).data.total).toBe(1);
  }

  const learner = await logIn('learner@example.org');
  const written = (await world.call(listFeedback, {}, learner)).data.list;
  expect(written.map(({ state }) => state)).toEqual(['open', 'upheld', 'answered']);
  const mentor = await logIn('mentor@example.org');
  const tabs = await Promise.all(
    (['draft', 'pending', 'refused'] as const).map(
      async (tab) => (await world.call(listManagedCourses, { tab }, mentor)).data.list,
    ),
  );
  expect(tabs.map((list) => list.length)).toEqual([1, 1, 1]);
  expect(tabs[2]?.[0]?.refuse_reason).not.toBe('');
});

test('the demo’s learner and mentor have something of every state', async () => {
  const [learner, mentor] = await Promise.all(
    ['learner@example.org', 'mentor@example.org'].map(async (email) => ({
      token: (await world.call(emailLogin, { email, password: 'Demo123!' })).data.token,
    })),
  );
  const { list } = (await world.call(listOrders, { tab: 'all', limit: 50 }, learner)).data;
  expect(new Set(list.map(({ status }) => status))).toEqual(
    new Set(['pending', 'cancelled', 'paid', 'refunding', 'refunded', 'settled']),
  );
  expect(list.map(({ created_at }) => created_at)).toEqual(
    list
      .map(({ created_at }) => created_at)
      .toSorted()
      .toReversed(),
  );
  for (const tab of ['usable', 'used', 'expired'] as const) {
    expect((await world.call(listCoupons, { tab }, learner)).data.list, tab).toHaveLength(1);
  }
  const { data: points } = await world.call(listPoints, { limit: 50 }, learner);
  expect(new Set(points.list.map(({ reason }) => reason)).size).toBe(3);
  const ends = async (scope: 'user' | 'mentor', who: typeof learner) => {
    const { data } = await world.call(listWithdrawals, { scope, limit: 50 }, who);
    return data.list.map(({ status }) => status);
  };
  expect(await ends('mentor', mentor)).toEqual(['applying', 'cancelled', 'success', 'failed', 'success']);
  expect(await ends('user', learner)).toEqual(['cancelled', 'success']);
  // The statement adds up line by line, newest first.
  const { data: wallet } = await world.call(listWallet, { scope: 'user', limit: 50 }, learner);
  const dates = wallet.list.map(({ at }) => at);
  expect(dates).toEqual(dates.toSorted().toReversed());
});

test('its learner and its mentor have been here for long, and can set a payment password', async () => {
  for (const email of ['learner@example.org', 'mentor@example.org']) {
    const { token, member } = (await world.call(emailLogin, { email, password: 'Demo123!' })).data;
    expect((await world.call(getPayPassword, {}, { token })).data).toMatchObject({ ways: [{ channel: 'email' }] });
    const [row] = await world.db.select().from(members).where(eq(members.name, member.name));
    expect(row!.createdAt).toBeLessThan(world.clock.now() - 90 * 86_400_000);
  }
});

test('whoever bought from the demo’s mentor has paid an order, and the statement has it in its place', async () => {
  const { token } = (await world.call(emailLogin, { email: 'mentor@example.org', password: 'Demo123!' })).data;
  let sold = 0;
  for (let page = 1, total = Infinity; (page - 1) * 50 < total; page += 1) {
    const { data } = await world.call(listBuyers, { page, limit: 50 }, { token });
    ({ total } = data);
    for (const { source, order_no, amount_cents } of data.list) {
      expect([source, order_no !== '', amount_cents > 0]).toEqual([source, source !== 'free', source !== 'free']);
      sold += source === 'order' ? 1 : 0;
    }
  }
  expect(sold).toBeGreaterThan(200);
  const { data: wallet } = await world.call(listWallet, { scope: 'mentor', limit: 50 }, { token });
  const dates = wallet.list.map(({ at }) => at);
  expect(dates).toEqual(dates.toSorted().toReversed());
  const [newest, before] = wallet.list;
  expect(newest!.balance_after_cents - newest!.amount_cents).toBe(before!.balance_after_cents);
  const { income } = (await world.call(getStudio, {}, { token })).data;
  expect(income.slice(-2).every(({ sales }) => sales > 0)).toBe(true);
});

test('a mentor whose course fits no category has one to choose, which the home page leaves out', async () => {
  const tree = (await world.call(getCategoryTree, { kind: 'course' })).data;
  expect(tree.at(-1)).toMatchObject({ name: '其他', courses: 0 });
  expect((await world.call(getHome, {})).data.categories.map(({ name }) => name)).not.toContain('其他');
});

test('courses are found by both their names', async () => {
  for (const query of ['數學', 'python', '日語', 'piano']) {
    expect((await world.call(search, { query })).data.counts.course).toBeGreaterThan(0);
  }
});

test('the demo’s learner is in the middle of something, and has finished something', async () => {
  const { token } = (await world.call(emailLogin, { email: 'learner@example.org', password: 'Demo123!' })).data;
  const home = (await world.call(getHome, {}, { token })).data;
  expect(home.continue).toHaveLength(4);
  const [first] = home.continue;
  const outline = (await world.call(getOutline, { id: first?.course.id ?? '' }, { token })).data;
  const units = outline.flatMap((chapter) => chapter.units);
  expect(units.filter(({ done }) => done)).toHaveLength(units.length / 2);
  expect(units.find(({ done }) => !done)?.id).toBe(first?.unit_id);
  const tab = async (name: 'finished' | 'crowdfunding') =>
    (await world.call(listMyCourses, { tab: name }, { token })).data.total;
  expect([await tab('finished'), await tab('crowdfunding')]).toEqual([1, 2]);
  expect((await world.call(listCertificates, { tab: 'earned' }, { token })).code).toBe(1);
});

test('its people were told what happened, in its order; what is long ago is read, and nobody got mail', async () => {
  for (const [email, kinds] of [
    ['learner@example.org', ['order-paid', 'recharge-paid', 'certificate-issued']],
    ['mentor@example.org', ['order-sold', 'refund-asked', 'review-added', 'question-asked']],
  ] as const) {
    const { data: session } = await world.call(emailLogin, { email, password: 'Demo123!' });
    const { list } = (await world.call(listNotices, { limit: 50 }, { token: session.token })).data;
    expect(list.map(({ kind }) => kind)).toEqual(expect.arrayContaining([...kinds]));
    expect(list.map(({ at }) => at)).toEqual(
      list
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(list.some(({ is_read }) => is_read)).toBe(true);
    expect(session.member.new_num).toBeGreaterThan(0);
  }
  expect(await world.inbox()).toEqual([]);
});

test('the first steps are a free course with every kind of unit', async () => {
  const { data } = await world.call(search, { query: 'Getting started with Lectern' });
  const id = data.courses[0]?.id ?? '';
  const info = (await world.call(getCourse, { id }, ENGLISH)).data;
  expect(info).toMatchObject({
    title: 'Getting started with Lectern',
    price_cents: 0,
    units: 4,
    captions: ['zh', 'en'],
  });
  expect((await world.call(listCourses, { captions: 'en' })).data.total).toBe(39);
  const outline = (await world.call(getOutline, { id })).data;
  expect(outline.flatMap(({ units }) => units.map(({ type, preview }) => [type, preview]))).toEqual([
    ['video', true],
    ['article', false],
    ['file', false],
    ['quiz', false],
  ]);
});

test('every picture is there, the same each time, and nothing else is', async () => {
  const { data } = await world.call(listCourses, { limit: 50 });
  const addresses = data.list.flatMap(({ cover, mentor }) => [cover, mentor.headimg]);
  for (const url of new Set(addresses)) {
    const answer = await world.app.inject({ url });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(answer.body).toBe((await world.app.inject({ url })).body);
  }
  for (const url of ['/files/demo/cover/1-constructor.svg', '/files/demo/cover/x.svg', '/files/demo/avatar/1.png']) {
    expect((await world.app.inject({ url })).statusCode).toBe(404);
  }
});

test('production does not start on the database of a demo, with its invented people and money', async () => {
  await expect(World.start({ isDemo: false, databaseSchema: world.schema })).rejects.toThrow(
    'Give production a database of its own: another DATA_DIR, MARKETPLACE_DATABASE_URL or MARKETPLACE_SCHEMA',
  );
});

test('a demo of before its parts were recorded is not filled again, and gets what is new', async () => {
  const before = [await rowsOf(courses), await rowsOf(members)];
  await world.db.delete(demoParts);
  const again = await World.start({ demoData, demoContent: true, databaseSchema: world.schema });
  await again.close();
  const recorded = await world.db.select({ name: demoParts.name }).from(demoParts);
  expect(recorded.map(({ name }) => name).toSorted()).toEqual(DEMO_PARTS.map(({ name }) => name));
  expect([await rowsOf(courses), await rowsOf(members)]).toEqual(before);
});

test('people and courses of the demo are found again by their pictures and titles', async () => {
  const { mentors, learners } = await demoPeople(world.db);
  expect([new Set(mentors).size, new Set(learners).size]).toEqual([12, 185]);
  const list = await demoCourses(world.db);
  expect(list).toHaveLength(40);
  expect(list.every(({ unitIds }) => unitIds.length >= 4)).toBe(true);
  const [first, second] = list;
  await world.db.update(courses).set({ titleZh: '改了名的課程' }).where(eq(courses.id, first!.id));
  await world.db.update(members).set({ headimgKey: 'mine.png' }).where(eq(members.id, learners[0]!));
  expect((await demoCourses(world.db))[0]).toEqual(second);
  expect((await demoPeople(world.db)).learners).toEqual(learners.slice(1));
});

test('what is there is left alone, and a site that is no demo stays empty', async () => {
  const again = await World.start();
  expect((await again.call(getHome, {})).data.stats.courses).toBe(0);
  await again.close();
  const quiet = await World.start({ demoData, isDemo: false, demoContent: true });
  expect((await quiet.call(getHome, {})).data.stats.courses).toBe(0);
  await quiet.close();
});
