import {
  decideLiveRequest,
  deleteLive,
  deleteRoom,
  getLive,
  getManagedLive,
  listLives,
  listManagedLives,
  listRooms,
  listWaitingLives,
  officeTodo,
  pauseLive,
  previewOrder,
  recallLive,
  resumeLive,
  reviewLive,
  ROOMS_MAX,
  saveLive,
  saveRoom,
  submitLive,
  type LiveDocument,
} from '@lectern/marketplace-contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveDrafts, liveRooms, lives, liveSessions, media, members, ticketTypes } from '../db/schema/index.js';
import { mentorIn } from '../testing/courses.js';
import { documentAt, liveIn, packageAt, submittedLive } from '../testing/lives.js';
import { World } from '../testing/world.js';

let world: World;
let mentor: { readonly token: string; readonly id: number };
let staff: { readonly token: string };
beforeAll(async () => {
  world = await World.start();
  mentor = await mentorIn(world);
  const { token, member } = await world.member();
  await world.db
    .update(members)
    .set({ isStaff: true })
    .where(eq(members.id, Number(member.id)));
  staff = { token };
});
afterAll(() => world.close());

const DAY = 86_400_000;
const room = {
  ...{ name: '寫作教室', password: 'ab12', default_role: 'talker', mute_all: true, waiting: false, record: true },
} as const;

let images = 0;
async function image(ownerId = mentor.id): Promise<string> {
  const key = `image/20270115/live-${(images += 1)}.png`;
  const now = world.clock.now();
  const facts = { ownerId, key, type: 'image', mime: 'image/png', maxBytes: 1_000, createdAt: now } as const;
  await world.db.insert(media).values({ ...facts, size: 100, storedAt: now });
  return key;
}
const newRoom = async () => (await world.call(saveRoom, room, mentor)).data.id;
const complete = async (more: Partial<LiveDocument> = {}) =>
  documentAt(world.clock.now(), { cover: await image(), room_id: await newRoom(), ...more });

test('a room has a password of 4 to 8 characters or none, which is stored encrypted', async () => {
  const id = await newRoom();
  const short = await world.call(saveRoom, { ...room, password: 'abc' }, mentor);
  expect(short.data.errors).toEqual({ password: 'too-short' });
  const long = await world.call(saveRoom, { ...room, password: 'abcdefghi' }, mentor);
  expect(long.data.errors).toEqual({ password: 'too-long' });
  const [row] = await world.db
    .select()
    .from(liveRooms)
    .where(eq(liveRooms.id, Number(id)));
  expect(row?.passwordSealed).not.toContain('ab12');
  const listed = async () => (await world.call(listRooms, {}, mentor)).data.list.find((one) => one.id === id);
  expect(await listed()).toEqual({ id, ...room, lives: 0 });
  await world.call(saveRoom, { id, ...room, password: null }, mentor);
  expect((await listed())?.password).toBeNull();
});

test('a room that a class uses stays, also while the class is a draft', async () => {
  const id = await newRoom();
  const made = await world.call(saveLive, { version: 0, ...(await complete({ room_id: id })) }, mentor);
  expect((await world.call(deleteRoom, { id }, mentor)).data.reason).toBe('room-in-use');
  await world.call(deleteLive, { id: made.data.id }, mentor);
  expect((await world.call(deleteRoom, { id }, mentor)).code).toBe(1);
});

test('a mentor has a limited number of rooms', async () => {
  const other = await mentorIn(world);
  const answers = await Promise.all(Array.from({ length: ROOMS_MAX + 2 }, () => world.call(saveRoom, room, other)));
  expect(answers.filter(({ data }) => data.reason === 'room-limit')).toHaveLength(2);
});

test('a class is planned, handed in, not passed with a reason, handed in again, approved and public', async () => {
  const document = await complete();
  const made = await world.call(saveLive, { version: 0, ...document, packages: [], timeline: [] }, mentor);
  const { id } = made.data;
  expect(made.data.todo).toEqual(['timeline', 'packages']);
  expect((await world.call(submitLive, { id }, mentor)).data.reason).toBe('live-incomplete');

  const saved = await world.call(saveLive, { id, version: 1, ...document }, mentor);
  expect(saved.data).toMatchObject({ version: 2, todo: [] });
  const waiting = (await world.call(officeTodo, {}, staff)).data.lives;
  expect((await world.call(submitLive, { id }, mentor)).data.status).toBe('pending');
  expect((await world.call(officeTodo, {}, staff)).data.lives).toBe(waiting + 1);
  // It is locked while it is checked.
  expect((await world.call(saveLive, { id, version: 2, ...document }, mentor)).data.reason).toBe('state-changed');
  const listed = (await world.call(listWaitingLives, {}, staff)).data.list.find((one) => one.id === id);
  expect(listed).toMatchObject({ kind: 'class', title: '直播寫作課', mentor: { id: String(mentor.id) } });
  const review = await world.call(reviewLive, { id }, staff);
  expect(review.data.live.document).toEqual(document);

  const unexplained = await world.call(decideLiveRequest, { id, pass: false }, staff);
  expect(unexplained.data.errors).toEqual({ reason: 'required' });
  await world.call(decideLiveRequest, { id, pass: false, reason: '請補充大綱' }, staff);
  const refused = (await world.call(getManagedLive, { id }, mentor)).data;
  expect(refused).toMatchObject({ status: 'refused', refuse_reason: '請補充大綱' });
  expect((await world.call(getLive, { id }, mentor)).data.reason).toBe('not-found');

  await world.call(saveLive, { id, version: 2, ...document, title: { zh: '新標題', en: '' } }, mentor);
  await world.call(submitLive, { id }, mentor);
  expect((await world.call(decideLiveRequest, { id, pass: true }, staff)).code).toBe(1);
  expect((await world.call(decideLiveRequest, { id, pass: true }, staff)).data.reason).toBe('state-changed');

  const info = (await world.call(getLive, { id }, {})).data;
  expect(info).toMatchObject({ title: '新標題', has_password: true, mine: false, refund_policy: 'flexible' });
  expect(info.timeline).toMatchObject([{ title: '第一場', state: 'scheduled' }]);
  expect(info.packages).toMatchObject([{ name: '一般票', price_cents: 10_000, left: 30, sale: 'open' }]);
  expect(info.packages[0]?.session_ids).toEqual([info.timeline[0]?.id]);
  const cards = (await world.call(listLives, { kind: 'class' }, {})).data.list;
  expect(cards.find((card) => card.id === id)).toMatchObject({ price_from_cents: 10_000, seats_left: 30 });
  // The title and times that were approved cannot change under those who buy tickets.
  expect((await world.call(saveLive, { id, version: 3, ...document }, mentor)).data.reason).toBe('state-changed');
  const kept = (await world.call(getManagedLive, { id }, mentor)).data;
  const { ref: _ref, ...session } = document.timeline[0]!;
  expect(kept.document.timeline).toEqual([{ ...session, ref: info.timeline[0]?.id }]);
  expect(kept.document.packages).toEqual([{ ...document.packages[0], sessions: [info.timeline[0]?.id] }]);
});

test('what was handed in can be taken back, and a save of an older version is refused', async () => {
  const document = await complete();
  const { id } = (await world.call(saveLive, { version: 0, ...document }, mentor)).data;
  await world.call(submitLive, { id }, mentor);
  expect((await world.call(recallLive, { id }, mentor)).data.status).toBe('draft');
  const changed = { ...document, title: { zh: '第二版', en: '' } };
  expect((await world.call(saveLive, { id, version: 1, ...changed }, mentor)).data.version).toBe(2);
  // A save whose response was lost comes again.
  expect((await world.call(saveLive, { id, version: 1, ...changed }, mentor)).data.version).toBe(2);
  expect((await world.call(saveLive, { id, version: 1, ...document }, mentor)).data.reason).toBe('version-stale');
});

test('a paused class sells nothing and is not listed, and continues', async () => {
  const { id, no, types } = await liveIn(world, mentor.id);
  const { token } = await world.member();
  const item = { type: 'ticket', id: no, sku: String(types[0]) };
  expect((await world.call(pauseLive, { id: no }, mentor)).data.status).toBe('paused');
  expect((await world.call(getLive, { id: no }, {})).data.reason).toBe('not-found');
  expect((await world.call(getLive, { id: no }, mentor)).data.packages).toMatchObject([{ sale: 'over' }]);
  expect((await world.call(previewOrder, { item }, { token })).data.reason).toBe('sale-over');
  const listed = async () =>
    (await world.call(listLives, { kind: 'class', limit: 50 }, {})).data.list.some((card) => card.id === no);
  expect(await listed()).toBe(false);
  await world.call(resumeLive, { id: no }, mentor);
  expect(await listed()).toBe(true);
  expect((await world.call(pauseLive, { id: String(id) }, staff)).data.reason).toBe('wrong-role');
});

test('a class whose times pass while it waits is not approved', async () => {
  const id = await submittedLive(world, mentor.id);
  await world.db
    .update(liveDrafts)
    .set({ document: documentAt(world.clock.now() - 20 * DAY, { room_id: await newRoom() }) })
    .where(eq(liveDrafts.liveId, id));
  const answer = await world.call(decideLiveRequest, { id: String(id), pass: true }, staff);
  expect(answer.data.reason).toBe('live-incomplete');
  const [live] = await world.db.select().from(lives).where(eq(lives.id, id));
  expect(live?.status).toBe('pending');
});

test('HTML that could run is removed, and the address of a map leads to the web', async () => {
  const intro = { zh: '<p onclick="x()">好<script>x()</script></p>', en: '' };
  const { id } = (await world.call(saveLive, { version: 0, ...(await complete({ intro })) }, mentor)).data;
  expect((await world.call(getManagedLive, { id }, mentor)).data.document.intro.zh).toBe('<p>好</p>');
  const bad = await complete({ map_link: 'javascript:alert(1)' });
  expect((await world.call(saveLive, { version: 0, ...bad }, mentor)).data.errors).toEqual({ map_link: 'malformed' });
});

test('the original price is not below the price', async () => {
  const packages = [packageAt(world.clock.now(), { original_price_cents: 9_900 })];
  const answer = await world.call(saveLive, { version: 0, ...(await complete({ packages })) }, mentor);
  expect(answer.data.errors).toEqual({ 'packages.0.original_price_cents': 'out-of-range' });
});

test('prices of tickets are in whole dollars', async () => {
  const packages = [packageAt(world.clock.now(), { price_cents: 9_950, early_price_cents: 5_001 })];
  const answer = await world.call(saveLive, { version: 0, ...(await complete({ packages })) }, mentor);
  expect(answer.data.errors).toEqual({
    'packages.0.price_cents': 'whole-dollars',
    'packages.0.early_price_cents': 'whole-dollars',
  });
});

test('the database refuses a usable date before the sale, and more tickets sold than exist', async () => {
  const { types } = await liveIn(world, mentor.id);
  const change = (values: Record<string, unknown>) =>
    world.db.update(ticketTypes).set(values).where(eq(ticketTypes.id, types[0]!));
  await expect(change({ useFrom: '2020-01-01' })).rejects.toThrow();
  await expect(change({ sold: 31 })).rejects.toThrow();
  await expect(change({ sold: sql`-1` })).rejects.toThrow();
});

test('the mentor’s list shows drafts and approved ones, by tab and kind', async () => {
  const other = await mentorIn(world);
  const draft = await world.call(saveLive, { version: 0, ...documentAt(world.clock.now(), { cover: '' }) }, other);
  const { no } = await liveIn(world, other.id, { kind: 'activity', mode: 'offline', venue: '台北' });
  const list = async (more: object) =>
    (await world.call(listManagedLives, more, other)).data.list.map(({ id, status }) => [id, status]);
  expect(await list({})).toEqual(
    expect.arrayContaining([
      [no, 'approved'],
      [draft.data.id, 'draft'],
    ]),
  );
  expect(await list({ tab: 'draft' })).toEqual([[draft.data.id, 'draft']]);
  expect(await list({ kind: 'activity' })).toEqual([[no, 'approved']]);
  const [card] = (await world.call(listManagedLives, { kind: 'activity' }, other)).data.list;
  expect(card).toMatchObject({ sessions: 1, quantity: 30, sold: 0, is_over: false });

  // A class without a session left is not on sale any more, whatever its state.
  await world.db
    .update(liveSessions)
    .set({ state: 'ended' })
    .where(eq(liveSessions.liveId, Number(no)));
  expect(await list({ tab: 'ended' })).toEqual([[no, 'approved']]);
  expect(await list({ tab: 'approved' })).toEqual([]);
  const [over] = (await world.call(listManagedLives, { kind: 'activity' }, other)).data.list;
  expect(over?.is_over).toBe(true);
});

test('a list is filtered by mode, day and price, and sorted', async () => {
  const host = await mentorIn(world);
  const now = world.clock.now();
  await world.db.update(members).set({ name: '林老師獨家' }).where(eq(members.id, host.id));
  const offline = { kind: 'activity', mode: 'offline', venue: '高雄' } as const;
  const free = packageAt(now, { price_cents: 0, original_price_cents: 0 });
  const cheap = await liveIn(world, host.id, { ...offline, packages: [free] });
  const dear = await liveIn(world, host.id, { kind: 'activity', packages: [packageAt(now)] });
  const find = async (more: object) => {
    const asked = { kind: 'activity', keyword: '林老師獨家', ...more } as const;
    const { list, total } = (await world.call(listLives, asked, {})).data;
    expect(total).toBe(list.length);
    return list.map(({ id }) => id);
  };
  expect(await find({ sort: 'price_up' })).toEqual([cheap.no, dear.no]);
  expect(await find({ sort: 'price_down' })).toEqual([dear.no, cheap.no]);
  expect(await find({ mode: 'offline' })).toEqual([cheap.no]);
  expect(await find({ price_min: 1 })).toEqual([dear.no]);
  expect(await find({ date_from: '2027-01-25', date_to: '2027-01-25' })).toHaveLength(2);
  expect(await find({ date_from: '2027-01-26' })).toEqual([]);
  expect(await find({ available: true })).toHaveLength(2);
  expect(await find({ keyword: '沒有這個' })).toEqual([]);
});
