import {
  cancelSession,
  checkIn,
  FailureReason,
  listAttendees,
  rescheduleSession,
  siteDate,
} from '@lectern/marketplace-contract';
import { isoOf } from '@lectern/kit/clock';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { inLanguage } from '../http/language.js';
import type { Tx } from '../db/database.js';
import { lives, members, tickets, ticketTypes } from '../db/schema/index.js';
import { onMemberCall, type BoundAction } from '../http/call.js';
import { ApiFailure } from '../http/failure.js';
import type { Storage } from '../upload/index.js';
import { TICKET } from './lifecycle.js';
import { cancelOwnSession, rescheduleOwnSession } from './sessions.js';

interface Entering {
  readonly ticketNo: string;
  readonly mentorId: number;
  readonly now: number;
}

/** Marks a ticket as used under its row lock, so that it admits its holder once. */
async function useTicket(db: Tx, { ticketNo, mentorId, now }: Entering) {
  const [found] = await db
    .select({ ticket: tickets, type: ticketTypes, live: lives, name: members.name })
    .from(tickets)
    .innerJoin(ticketTypes, eq(ticketTypes.id, tickets.ticketTypeId))
    .innerJoin(lives, eq(lives.id, tickets.liveId))
    .innerJoin(members, eq(members.id, tickets.memberId))
    .where(and(eq(tickets.ticketNo, ticketNo), eq(lives.mentorId, mentorId)))
    .for('no key update', { of: tickets });
  if (found === undefined) throw new ApiFailure(FailureReason.NotFound);
  const { ticket, type } = found;
  if (ticket.state === 'used') throw new ApiFailure(FailureReason.TicketUsed);
  const today = siteDate(now);
  const isUsable = TICKET.can(ticket.state, 'use') && type.useFrom <= today && today <= type.useUntil;
  if (!isUsable) throw new ApiFailure(FailureReason.TicketUnusable);
  await db
    .update(tickets)
    .set({ state: TICKET.next(ticket.state, 'use'), usedAt: now })
    .where(eq(tickets.id, ticket.id));
  return found;
}

/** Actions of sessions and their guests: `/api/LiveManage/*`. */
export function sessionActions(storage: Storage): readonly BoundAction[] {
  return [
    onMemberCall(listAttendees, async ({ id, page, limit }, { db, caller, language }) => {
      const [live] = await db
        .select({ id: lives.id })
        .from(lives)
        .where(and(eq(lives.id, Number(id)), eq(lives.mentorId, caller.member.id), isNull(lives.deletedAt)));
      if (live === undefined) throw new ApiFailure(FailureReason.NotFound);
      const where = eq(tickets.liveId, live.id);
      const rows = await db
        .select({ ticket: tickets, type: ticketTypes, name: members.name, headimgKey: members.headimgKey })
        .from(tickets)
        .innerJoin(ticketTypes, eq(ticketTypes.id, tickets.ticketTypeId))
        .innerJoin(members, eq(members.id, tickets.memberId))
        .where(where)
        .orderBy(asc(tickets.id))
        .limit(limit)
        .offset((page - 1) * limit);
      const list = rows.map(({ ticket, type, name, headimgKey }) => ({
        ...{ ticket_no: ticket.ticketNo, name, headimg: storage.urlOf(headimgKey) },
        type_name: inLanguage(language, type.nameZh, type.nameEn),
        state: ticket.state,
        bought_at: isoOf(ticket.createdAt),
        used_at: ticket.usedAt === null ? null : isoOf(ticket.usedAt),
      }));
      return { list, total: await db.$count(tickets, where), page, limit };
    }),

    onMemberCall(checkIn, async ({ ticket_no: ticketNo }, call) => {
      const { now, language } = call;
      const entering = { ticketNo, mentorId: call.caller.member.id, now };
      const { name, type, live } = await call.db.transaction((db) => useTicket(db, entering));
      call.say('checkedIn');
      return {
        name,
        type_name: inLanguage(language, type.nameZh, type.nameEn),
        title: inLanguage(language, live.titleZh, live.titleEn),
        used_at: isoOf(now),
      };
    }),

    onMemberCall(cancelSession, async ({ session_id, reason }, call) => {
      const own = { sessionId: Number(session_id), mentorId: call.caller.member.id, reason, now: call.now };
      const refunded = await cancelOwnSession(call.db, own);
      call.say('sessionCancelled');
      return { refunded };
    }),

    onMemberCall(rescheduleSession, async ({ session_id, start_at, end_at, reason }, call) => {
      const times = { startAt: Date.parse(start_at), endAt: Date.parse(end_at) };
      const own = { sessionId: Number(session_id), mentorId: call.caller.member.id, reason, now: call.now };
      await call.db.transaction((db) => rescheduleOwnSession(db, { ...own, ...times }));
      call.say('sessionMoved');
      return { start_at, end_at };
    }),
  ];
}
