import {
  cancelSession,
  checkIn,
  createOrder,
  deleteLive,
  deleteRoom,
  enterSession,
  exportTicket,
  FailureReason,
  getLive,
  getManagedLive,
  getSession,
  listAttendees,
  listRemoved,
  pauseLive,
  readmitMember,
  recallLive,
  rescheduleSession,
  resumeLive,
  saveLive,
  saveRoom,
  submitLive,
  type LiveDocument,
  type LiveStatus,
} from '@lectern/marketplace-contract';
import { and, eq } from 'drizzle-orm';
import { attendance, lives, liveSessions, tickets } from '../../db/schema/index.js';
import { documentAt, liveIn, roomIn, submittedLive } from '../lives.js';
import { attempt, payIn } from '../money.js';
import { learners, mentors, type Case } from './case.js';
import type { AuthorizationFixtures, Person } from './fixtures.js';

const UNKNOWN = { refusal: 'unknown' } as const;
const DAY_MS = 86_400_000;

const ROOM = {
  ...{ name: '教室', password: null, default_role: 'talker' as const },
  ...{ mute_all: false, waiting: false, record: false },
};

const iso = (at: number): string => new Date(at).toISOString();

/** A new document, without files of anybody. */
const documentOf = ({ now }: AuthorizationFixtures, more: Partial<LiveDocument> = {}) =>
  documentAt(now, { cover: '', ...more });

const published = async ({ world }: AuthorizationFixtures, { id }: Person) => liveIn(world, id);

const inStatus = async (fixtures: AuthorizationFixtures, owner: Person, status: LiveStatus): Promise<string> => {
  const { world } = fixtures;
  const id =
    status === 'paused' ? (await published(fixtures, owner)).id : await submittedLive(world, owner.id, { cover: '' });
  await world.db.update(lives).set({ status }).where(eq(lives.id, id));
  return String(id);
};

/** A draft that is ready for submission. */
async function ready({ world }: AuthorizationFixtures, { id: ownerId }: Person): Promise<string> {
  const id = await submittedLive(world, ownerId);
  await world.db.update(lives).set({ status: 'draft' }).where(eq(lives.id, id));
  return String(id);
}

/** A ticket for a class of the mentor; of Alice, or of another learner. */
async function ticketFor(fixtures: AuthorizationFixtures, owner: Person, holder: Person = fixtures.alice) {
  const { world } = fixtures;
  const live = await published(fixtures, owner);
  const item = { type: 'ticket' as const, id: live.no, sku: String(live.types[0]), quantity: 1 };
  const made = await world.call(createOrder, { item, client_token: attempt() }, holder);
  await payIn(world, holder.token, made.data.order_no);
  const [ticket] = await world.db
    .select({ no: tickets.ticketNo })
    .from(tickets)
    .where(and(eq(tickets.liveId, live.id), eq(tickets.memberId, holder.id)));
  if (ticket === undefined) throw new Error(`no ticket was sold: ${JSON.stringify(made)}`);
  return { live: live.no, no: ticket.no };
}

/** A session of a class of the mentor, whose room is open; its sales are paused on request. */
async function openSession(
  fixtures: AuthorizationFixtures,
  owner: Person,
  status: LiveStatus = 'approved',
): Promise<string> {
  const { world, now } = fixtures;
  const { sessions, id: liveId } = await published(fixtures, owner);
  await world.db.update(lives).set({ status }).where(eq(lives.id, liveId));
  const [id] = sessions;
  if (id === undefined) throw new Error('a class has no session');
  await world.db
    .update(liveSessions)
    .set({ startAt: now, endAt: now + DAY_MS })
    .where(eq(liveSessions.id, id));
  return String(id);
}

/** A session of the mentor, from whose room Alice was removed. */
async function removedFrom(fixtures: AuthorizationFixtures, owner: Person) {
  const { world, alice, now } = fixtures;
  const session_id = await openSession(fixtures, owner);
  await world.db.insert(attendance).values({
    ...{ sessionId: Number(session_id), memberId: alice.id, joinedAt: now, leftAt: now, wasRemoved: true },
    ...{ conferenceId: session_id, conferenceMember: 'alice' },
  });
  return { session_id, member_id: String(alice.id) };
}

/** Cases for live classes, activities and rooms of mentors. */
export const LIVE_CASES: readonly Case[] = [
  // Sales are paused: only its mentor and holders of tickets see it.
  mentors(getLive, 'id', async (fixtures, owner) => ({ id: await inStatus(fixtures, owner, 'paused') })),
  learners(exportTicket, 'ticket_no', async (fixtures, owner) => ({
    ticket_no: (await ticketFor(fixtures, fixtures.mia, owner)).no,
  })),
  mentors(saveRoom, 'id', async ({ world }, { id }) => ({ ...ROOM, id: await roomIn(world, id) })),
  mentors(deleteRoom, 'id', async ({ world }, { id }) => ({ id: await roomIn(world, id) })),
  mentors(getManagedLive, 'id', async (fixtures, owner) => ({ id: (await published(fixtures, owner)).no })),
  mentors(saveLive, 'id', async (fixtures, owner) => ({
    id: await inStatus(fixtures, owner, 'draft'),
    version: 1,
    ...documentOf(fixtures),
  })),
  mentors(
    saveLive,
    'cover',
    async (fixtures, owner) => ({
      version: 0,
      ...documentOf(fixtures, { cover: await fixtures.file(owner, 'image') }),
    }),
    UNKNOWN,
  ),
  mentors(
    saveLive,
    'room_id',
    async (fixtures, { id }) => ({
      version: 0,
      ...documentOf(fixtures, { room_id: await roomIn(fixtures.world, id) }),
    }),
    UNKNOWN,
  ),
  mentors(submitLive, 'id', async (fixtures, owner) => ({ id: await ready(fixtures, owner) })),
  mentors(recallLive, 'id', async (fixtures, owner) => ({ id: await inStatus(fixtures, owner, 'pending') })),
  mentors(pauseLive, 'id', async (fixtures, owner) => ({ id: (await published(fixtures, owner)).no })),
  mentors(resumeLive, 'id', async (fixtures, owner) => ({ id: await inStatus(fixtures, owner, 'paused') })),
  mentors(deleteLive, 'id', async (fixtures, owner) => ({ id: await inStatus(fixtures, owner, 'draft') })),
  mentors(
    listAttendees,
    'id',
    async (fixtures, owner) => ({ id: (await ticketFor(fixtures, owner)).live, page: 1, limit: 20 }),
    { mark: 'Alice of Tamsui' },
  ),
  mentors(checkIn, 'ticket_no', async (fixtures, owner) => ({ ticket_no: (await ticketFor(fixtures, owner)).no }), {
    mark: 'Alice of Tamsui',
  }),
  // Sales are paused: only its mentor and holders of tickets see it.
  mentors(getSession, 'session_id', async (fixtures, owner) => ({
    session_id: await openSession(fixtures, owner, 'paused'),
  })),
  mentors(enterSession, 'session_id', async (fixtures, owner) => ({ session_id: await openSession(fixtures, owner) }), {
    refusal: FailureReason.TicketRequired,
  }),
  mentors(
    listRemoved,
    'session_id',
    async (fixtures, owner) => ({ session_id: (await removedFrom(fixtures, owner)).session_id }),
    { mark: 'Alice of Tamsui' },
  ),
  mentors(readmitMember, 'session_id', removedFrom),
  mentors(cancelSession, 'session_id', async (fixtures, owner) => ({
    ...{ session_id: String((await published(fixtures, owner)).sessions[0]), reason: 'Ill', client_token: attempt() },
  })),
  mentors(rescheduleSession, 'session_id', async (fixtures, owner) => ({
    session_id: String((await published(fixtures, owner)).sessions[0]),
    ...{ start_at: iso(fixtures.now + 12 * DAY_MS), end_at: iso(fixtures.now + 13 * DAY_MS), reason: 'A holiday' },
  })),
];

/** A session of a class of the mentor, with a ticket of Alice. */
export async function soldSession(fixtures: AuthorizationFixtures, owner: Person): Promise<string> {
  const { live } = await ticketFor(fixtures, owner);
  const { data } = await fixtures.world.call(getManagedLive, { id: live }, owner);
  return data.sessions[0]?.id ?? '';
}
