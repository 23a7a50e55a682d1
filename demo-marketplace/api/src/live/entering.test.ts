import {
  cancelSession,
  enterSession,
  EntryRefusal,
  FailureReason,
  getLive,
  getSession,
  listRemoved,
  pauseLive,
  readmitMember,
  rescheduleSession,
  saveRoom,
  ResultCode,
  SessionState,
} from '@lectern/marketplace-contract';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { attendance, chatAccounts, lives, liveSessions, orders, tickets } from '../db/schema/index.js';
import type { RoomEvent } from '../rtc/index.js';
import { mentorIn } from '../testing/courses.js';
import { documentAt, liveIn, packageAt } from '../testing/lives.js';
import { attempt } from '../testing/money.js';
import { buyerIn, buyTickets } from '../testing/tickets.js';
import { World } from '../testing/world.js';
import { returnTickets } from './refunds.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const iso = (at: number): string => new Date(at).toISOString();

let world: World;
let mentor: { readonly token: string; readonly id: number };
let learner: { readonly token: string; readonly id: number };

beforeAll(async () => {
  world = await World.start();
  mentor = await mentorIn(world);
  learner = await buyerIn(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.rooms.isAway = false;
  world.rooms.grants.length = 0;
});

type Live = Awaited<ReturnType<typeof liveIn>>;

/** A class whose only session starts in an hour and takes one, with a ticket of the learner. */
async function soldClass(): Promise<Live & { readonly session_id: string }> {
  const now = world.clock.now();
  const [first] = documentAt(now).timeline;
  const live = await liveIn(world, mentor.id, {
    timeline: [{ ...first!, start_at: iso(now + HOUR), end_at: iso(now + 2 * HOUR) }],
    packages: [packageAt(now, { sale_end: iso(now + HOUR) })],
    broadcast_end: iso(now + HOUR / 2),
  });
  await buyTickets(world, learner, live);
  return { ...live, session_id: String(live.sessions[0]) };
}
const roomOf = async ({ sessions }: Live) => {
  const [row] = await world.db.select().from(liveSessions).where(eq(liveSessions.id, sessions[0]!));
  return `class-${row!.id}-${row!.startAt}`;
};
const enter = ({ token }: { readonly token: string }, { session_id }: { readonly session_id: string }) =>
  world.call(enterSession, { session_id }, { token });
const look = ({ token }: { readonly token: string }, { session_id }: { readonly session_id: string }) =>
  world.call(getSession, { session_id }, { token });
const usernameOf = async (id: number) => {
  const [row] = await world.db.select().from(chatAccounts).where(eq(chatAccounts.memberId, id));
  return row!.username;
};
const stateOf = async (live: Live) =>
  (await world.call(getLive, { id: live.no }, { token: learner.token })).data.timeline[0]?.state;

let visits = 0;
/** Events of the conference of a class that is open, as the conference server reports them. */
async function eventsOf(live: Live & { readonly session_id: string }) {
  await enter(learner, live);
  const { id } = world.rooms.rooms.get(await roomOf(live))!;
  const send = (type: string, data: RoomEvent['data'] = {}) =>
    world.parts.handleRoomEvent({ ...{ type, data, createdAt: world.clock.now(), conference: { id } } });
  return {
    joins: async (id: number, memId = `member-${(visits += 1)}`) => {
      await send('member.joined', { memId, memName: `lectern#demo_${await usernameOf(id)}`, nickName: '' });
      return memId;
    },
    leaves: (memId: string, reason = 0) => send('member.left', { memId, memName: '', reason }),
    removes: (memId: string) => send('member.left', { memId, memName: '', reason: 2, removedBy: 'the host' }),
    appoints: async (id: number, role: number) =>
      send('member.role', { memId: '', memName: `lectern#demo_${await usernameOf(id)}`, role, formerRole: 3 }),
    ends: () => send('conference.ended'),
    send,
  };
}
const visitsOf = (live: Live) =>
  world.db.select().from(attendance).where(eq(attendance.sessionId, live.sessions[0]!)).orderBy(attendance.joinedAt);

test('the room opens fifteen minutes before the start, for the mentor and holders of tickets only', async () => {
  const live = await soldClass();
  const stranger = await world.member();
  expect(await enter(learner, live)).toMatchObject({
    code: ResultCode.Conflict,
    data: { reason: FailureReason.TooEarly },
  });
  expect((await enter(mentor, live)).data.reason).toBe(FailureReason.TooEarly);
  expect((await look(mentor, live)).data).toMatchObject({ refusal: EntryRefusal.TooEarly, mine: true });
  world.clock.advance(45 * MINUTE);
  expect(await enter(stranger, live)).toMatchObject({
    code: ResultCode.Forbidden,
    data: { reason: FailureReason.TicketRequired },
  });
  expect(world.rooms.rooms.size).toBe(0);
  expect((await look(stranger, live)).data.refusal).toBe(EntryRefusal.TicketRequired);
  expect((await look(learner, live)).data).toMatchObject({
    ...{ live: { id: live.no, host: { id: String(mentor.id) } }, mine: false, refusal: null, asks_password: false },
    ...{ opens_at: iso(world.clock.now()), closes_at: iso(world.clock.now() + (15 + 60 + 15) * MINUTE) },
  });
  await world.call(pauseLive, { id: live.no }, { token: mentor.token });
  expect((await look(stranger, live)).code).toBe(ResultCode.NotFound);
  expect((await look(learner, live)).data.refusal).toBeNull();

  const entered = (await enter(learner, live)).data;
  const room = await roomOf(live);
  const username = await usernameOf(learner.id);
  expect(entered).toMatchObject({
    ...{ room, grant: 'grant-1', password: '' },
    user: { memName: `lectern#demo_${username}`, token: `token of ${username}` },
  });
  expect(world.rooms.rooms.get(room)).toMatchObject({
    owner: await usernameOf(mentor.id),
    merge: false,
    isMuted: false,
  });
  expect(world.rooms.rooms.get(room)).not.toHaveProperty('password');
  expect(world.rooms.grants).toMatchObject([{ user: username, room, role: 'audience' }]);

  expect((await enter(mentor, live)).data).toMatchObject({ room, password: '' });
  expect(world.rooms.grants[1]).toMatchObject({ user: await usernameOf(mentor.id), role: 'admin' });
});

test('a room is opened as its mentor has set it, and its password is asked besides the grant', async () => {
  const live = await soldClass();
  const [row] = await world.db.select({ roomId: lives.roomId }).from(lives).where(eq(lives.id, live.id));
  const settings = { default_role: 'talker', mute_all: true, waiting: false, record: true } as const;
  const room = { id: String(row?.roomId), name: '教室', password: 'sesame12', ...settings };
  expect((await world.call(saveRoom, room, { token: mentor.token })).code).toBe(ResultCode.Ok);
  world.clock.advance(50 * MINUTE);
  expect((await look(learner, live)).data.asks_password).toBe(true);
  expect((await look(mentor, live)).data.asks_password).toBe(false);
  expect((await enter(learner, live)).data.password).toBe('');
  expect((await enter(mentor, live)).data.password).toBe(room.password);
  expect(world.rooms.grants[0]).toMatchObject({ role: 'talker', expiresIn: (10 + 60 + 15) * 60 });
  expect(world.rooms.rooms.get(await roomOf(live))).toMatchObject({
    ...{ password: room.password, merge: true, isMuted: true, closesAt: world.clock.now() + (10 + 60 + 15) * MINUTE },
  });
});

test('nobody enters after the end, nor a class that was cancelled, moved away or returned', async () => {
  const [ended, cancelled, moved, returned] = [
    await soldClass(),
    await soldClass(),
    await soldClass(),
    await soldClass(),
  ];
  world.clock.advance(50 * MINUTE);
  await enter(learner, cancelled);
  await enter(learner, moved);
  const rooms = [await roomOf(cancelled), await roomOf(moved)];
  expect(rooms.every((room) => world.rooms.rooms.has(room))).toBe(true);
  const reason = 'A typhoon';
  const token = mentor.token;
  await world.call(cancelSession, { session_id: cancelled.session_id, reason, client_token: attempt() }, { token });
  const later = world.clock.now() + 3 * HOUR;
  const times = { start_at: iso(later), end_at: iso(later + HOUR) };
  const done = await world.call(rescheduleSession, { session_id: moved.session_id, ...times, reason }, { token });
  expect(done.code).toBe(ResultCode.Ok);
  await world.parts.idle();
  // Whoever waits in them is sent out.
  expect(rooms.some((room) => world.rooms.rooms.has(room))).toBe(false);
  expect((await enter(learner, cancelled)).data.reason).toBe(FailureReason.SessionOver);
  expect((await enter(mentor, cancelled)).data.reason).toBe(FailureReason.SessionOver);
  expect((await enter(learner, moved)).data.reason).toBe(FailureReason.TooEarly);

  await world.db.update(tickets).set({ state: 'refunded' }).where(eq(tickets.liveId, returned.id));
  expect((await enter(learner, returned)).data.reason).toBe(FailureReason.TicketRequired);

  world.clock.advance(75 * MINUTE);
  await world.parts.idle();
  expect((await enter(learner, ended)).data.reason).toBe(FailureReason.SessionOver);
  expect((await enter(mentor, ended)).data.reason).toBe(FailureReason.SessionOver);
});

test('a class starts when its mentor enters, and each visit is recorded once', async () => {
  const live = await soldClass();
  world.clock.advance(50 * MINUTE);
  const room = await eventsOf(live);
  const since = world.clock.now();
  const first = await room.joins(learner.id);
  expect(await stateOf(live)).toBe(SessionState.Open);
  world.clock.advance(10 * MINUTE);
  const teaching = await room.joins(mentor.id);
  expect(await stateOf(live)).toBe(SessionState.Live);
  // The same event comes again after a restart.
  const memName = `lectern#demo_${await usernameOf(learner.id)}`;
  const conference = { id: world.rooms.rooms.get(await roomOf(live))!.id };
  const again = { type: 'member.joined', createdAt: since, conference, data: { memId: first, memName } };
  await world.parts.handleRoomEvent(again);
  await room.send('member.joined', { memId: 'guest', memName: 'lectern#demo_guest-1', nickName: '' });
  world.clock.advance(20 * MINUTE);
  const left = world.clock.now();
  await room.leaves(first);
  world.clock.advance(MINUTE);
  await room.leaves(first);
  await room.joins(learner.id);
  world.clock.advance(20 * MINUTE);
  await room.ends();
  const seen = await visitsOf(live);
  expect(seen.map(({ memberId, leftAt }) => [memberId, leftAt])).toEqual([
    [learner.id, left],
    [mentor.id, world.clock.now()],
    [learner.id, world.clock.now()],
  ]);
  expect(seen.map(({ conferenceMember }) => conferenceMember)).toContain(teaching);
  world.clock.advance(20 * MINUTE);
  await world.parts.idle();
  const [session] = await world.db.select().from(liveSessions).where(eq(liveSessions.id, live.sessions[0]!));
  expect(session).toMatchObject({ state: 'ended', wasHeld: true });
});

test('events of conferences that were not opened for a class, and of other kinds, are passed over', async () => {
  const live = await soldClass();
  world.clock.advance(50 * MINUTE);
  const before = await world.db.$count(attendance);
  const data = { memId: '1', memName: `lectern#demo_${await usernameOf(learner.id)}` };
  // Anybody may open a conference under any name, before a class opens its own.
  const conference = { id: 'conference', roomName: await roomOf(live) };
  await world.parts.handleRoomEvent({ type: 'member.joined', createdAt: world.clock.now(), conference, data });
  await (await eventsOf(live)).send('recording.complete', { id: 'RF1' });
  expect(await world.db.$count(attendance)).toBe(before);
});

test('a member whom the mentor removed stays out until the mentor admits them again', async () => {
  const live = await soldClass();
  world.clock.advance(50 * MINUTE);
  const room = await eventsOf(live);
  await room.removes(await room.joins(learner.id));
  expect(await enter(learner, live)).toMatchObject({
    code: ResultCode.Forbidden,
    data: { reason: FailureReason.RemovedFromClass },
  });
  const { session_id } = live;
  const other = await mentorIn(world);
  expect((await world.call(listRemoved, { session_id }, { token: other.token })).code).toBe(ResultCode.NotFound);
  expect((await world.call(listRemoved, { session_id }, { token: mentor.token })).data.list).toMatchObject([
    { id: String(learner.id) },
  ]);
  const member_id = String(learner.id);
  expect((await world.call(readmitMember, { session_id, member_id }, { token: other.token })).code).toBe(
    ResultCode.NotFound,
  );
  expect((await enter(learner, live)).code).toBe(ResultCode.Forbidden);
  await world.call(readmitMember, { session_id, member_id }, { token: mentor.token });
  expect((await world.call(listRemoved, { session_id }, { token: mentor.token })).data.list).toEqual([]);
  expect((await enter(learner, live)).code).toBe(ResultCode.Ok);
});

test('while the conference server is away nobody enters, and afterwards everybody can', async () => {
  const live = await soldClass();
  world.clock.advance(50 * MINUTE);
  world.rooms.isAway = true;
  expect((await enter(learner, live)).data.reason).toBe(FailureReason.RtcUnavailable);
  world.rooms.isAway = false;
  expect((await enter(learner, live)).code).toBe(ResultCode.Ok);
});

test('a member who comes back under the same id is there again, and a former end that comes again ends nothing', async () => {
  const live = await soldClass();
  world.clock.advance(55 * MINUTE);
  const room = await eventsOf(live);
  const joined = world.clock.now();
  const memId = await room.joins(mentor.id);
  world.clock.advance(10 * MINUTE);
  const left = world.clock.now();
  const event = { conference: { id: world.rooms.rooms.get(await roomOf(live))!.id }, createdAt: left };
  const leaving = { ...event, type: 'member.left', data: { memId, memName: '', reason: 4 } };
  await world.parts.handleRoomEvent(leaving);
  world.clock.advance(MINUTE);
  await room.joins(mentor.id, memId);
  await world.parts.handleRoomEvent(leaving);
  const back = world.clock.now();
  world.clock.advance(30 * MINUTE);
  await room.removes(memId);
  expect((await visitsOf(live)).map(({ joinedAt, leftAt, wasRemoved }) => [joinedAt, leftAt, wasRemoved])).toEqual([
    [joined, left, false],
    [back, world.clock.now(), true],
  ]);
});

test('a member whom the server sent out, and not the mentor, may come back', async () => {
  const live = await soldClass();
  world.clock.advance(50 * MINUTE);
  const room = await eventsOf(live);
  await room.leaves(await room.joins(learner.id), 2);
  expect((await enter(learner, live)).code).toBe(ResultCode.Ok);
});

test('a role that was decided in the room holds when the member comes back', async () => {
  const live = await soldClass();
  world.clock.advance(50 * MINUTE);
  const room = await eventsOf(live);
  await room.appoints(learner.id, 3);
  await enter(learner, live);
  await room.appoints(learner.id, 1);
  await enter(learner, live);
  expect(world.rooms.grants.map(({ role }) => role)).toEqual(['audience', 'talker', 'audience']);
});

test('the password of a class that is open stays as it was opened', async () => {
  const live = await soldClass();
  world.clock.advance(50 * MINUTE);
  await enter(learner, live);
  const [row] = await world.db.select({ roomId: lives.roomId }).from(lives).where(eq(lives.id, live.id));
  const settings = { default_role: 'audience', mute_all: false, waiting: false, record: false } as const;
  const room = { id: String(row?.roomId), name: '教室', password: 'sesame12', ...settings };
  await world.call(saveRoom, room, { token: mentor.token });
  expect((await look(learner, live)).data.asks_password).toBe(false);
  expect((await enter(mentor, live)).data.password).toBe('');
  // Ended and opened again, the class has the new one.
  world.rooms.rooms.delete(await roomOf(live));
  world.clock.advance(1_000);
  expect((await enter(mentor, live)).data.password).toBe('sesame12');
  expect((await look(learner, live)).data.asks_password).toBe(true);
});

test('a class that was moved after its room was open is opened at its new time by whoever comes first', async () => {
  const live = await soldClass();
  world.clock.advance(50 * MINUTE);
  await enter(learner, live);
  const later = world.clock.now() + 3 * HOUR;
  const times = { start_at: iso(later), end_at: iso(later + HOUR) };
  await world.call(
    rescheduleSession,
    { session_id: live.session_id, ...times, reason: 'Ill' },
    { token: mentor.token },
  );
  await world.parts.idle();
  world.clock.advance(3 * HOUR - 5 * MINUTE);
  expect((await enter(learner, live)).data.room).toBe(await roomOf(live));
});

test('a class that its mentor has ended is opened again by the mentor alone', async () => {
  const live = await soldClass();
  world.clock.advance(50 * MINUTE);
  await enter(mentor, live);
  world.rooms.rooms.delete(await roomOf(live));
  expect((await enter(learner, live)).data.reason).toBe(FailureReason.SessionOver);
  expect((await enter(mentor, live)).code).toBe(ResultCode.Ok);
  expect((await enter(learner, live)).code).toBe(ResultCode.Ok);
});

test('after the planned end those who were there come back while the class goes on, and nobody else', async () => {
  const live = await soldClass();
  const other = await buyerIn(world);
  await buyTickets(world, other, live);
  world.clock.advance(50 * MINUTE);
  const room = await eventsOf(live);
  await room.joins(learner.id);
  await room.joins(mentor.id);
  world.clock.advance(80 * MINUTE);
  await world.parts.idle();
  expect((await enter(learner, live)).code).toBe(ResultCode.Ok);
  expect((await enter(mentor, live)).code).toBe(ResultCode.Ok);
  expect((await enter(other, live)).data.reason).toBe(FailureReason.SessionOver);
  world.rooms.rooms.delete(await roomOf(live));
  expect((await enter(mentor, live)).data.reason).toBe(FailureReason.SessionOver);
  world.clock.advance(10 * MINUTE);
  expect((await look(learner, live)).data.refusal).toBe(EntryRefusal.SessionOver);
});

test('a refunded ticket sends its holder out of the room, unless another one admits them', async () => {
  const live = await soldClass();
  await buyTickets(world, learner, live);
  world.clock.advance(50 * MINUTE);
  const room = await eventsOf(live);
  await room.joins(learner.id);
  await room.joins(mentor.id);
  const bought = await world.db
    .select()
    .from(orders)
    .where(eq(orders.buyerId, learner.id))
    .orderBy(desc(orders.id))
    .limit(2);
  for (const [at, order] of bought.entries()) {
    await world.db.transaction((tx) => returnTickets(tx, order, world.clock.now()));
    await world.parts.idle();
    const sent = { user: await usernameOf(learner.id), room: await roomOf(live) };
    expect(world.rooms.revoked).toEqual(at === 0 ? [] : [sent]);
  }
  expect((await enter(learner, live)).data.reason).toBe(FailureReason.TicketRequired);
});
