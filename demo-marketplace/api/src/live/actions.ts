import { exportTicket, getLive, listLives, listLiveWishes, listMyTickets } from '@lectern/marketplace-contract';
import { readerOf } from '../courses/reader.js';
import { onCall, onMemberCall, type BoundAction } from '../http/call.js';
import { personOf } from '../http/person.js';
import type { Storage } from '../upload/index.js';
import { cardsOf, findLives } from './listing.js';
import { findVisibleLive } from './timeline.js';
import { calendarFileOf, infoOf, ticketsOf } from './views.js';
import { wishesOf } from './wishes.js';

/** Actions of learners and visitors: `/api/Live/*`. */
export function liveActions(storage: Storage): readonly BoundAction[] {
  return [
    onCall(listLives, async (filter, call) => {
      const { page, limit } = filter;
      const { rows, total } = await findLives(call.db, filter, call.now);
      return { list: await cardsOf(readerOf(call, storage), rows), total, page, limit };
    }),

    onCall(getLive, async ({ id }, call) => {
      const reader = readerOf(call, storage);
      return infoOf(reader, await findVisibleLive(call.db, Number(id), reader.memberId));
    }),

    onMemberCall(listMyTickets, (asked, call) => ticketsOf(readerOf(call, storage), asked)),

    onMemberCall(exportTicket, ({ ticket_no: ticketNo }, call) =>
      calendarFileOf(readerOf(call, storage), { ticketNo, origin: call.origin }),
    ),

    onMemberCall(listLiveWishes, (asked, call) => {
      personOf(call);
      return wishesOf(readerOf(call, storage), asked);
    }),
  ];
}
