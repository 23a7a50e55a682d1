import { decideLiveRequest, listWaitingLives, reviewLive } from '@lectern/marketplace-contract';
import { isoOf } from '@lectern/kit/clock';
import { onMemberCall, type BoundAction } from '../http/call.js';
import { decideLive, detailOf, liveForReview, openLives } from '../live/index.js';
import { decide, pageOf } from './decide.js';
import { briefsOf } from './people.js';
import type { OfficePorts } from './ports.js';

/** Actions that approve live classes and activities. */
export function officeLiveActions(ports: OfficePorts): readonly BoundAction[] {
  const { storage } = ports;
  return [
    onMemberCall(listWaitingLives, async (asked, { db, language }) => {
      const page = pageOf(await openLives(db), asked);
      const list = page.list.map(({ live, mentor }) => ({
        ...{ id: String(live.id), kind: live.kind },
        title: language === 'en' ? live.titleEn || live.titleZh : live.titleZh || live.titleEn,
        mentor: { id: String(mentor.id), name: mentor.name, headimg: storage.urlOf(mentor.headimgKey) },
        submitted_at: isoOf(live.submittedAt ?? live.updatedAt),
      }));
      return { ...page, list };
    }),

    onMemberCall(reviewLive, async ({ id }, { db, now }) => {
      const opened = await liveForReview(db, Number(id));
      const { mentorId } = opened.live;
      const briefOf = await briefsOf(db, storage, [mentorId]);
      return { mentor: briefOf(mentorId), live: await detailOf(db, storage, opened, now) };
    }),

    onMemberCall(decideLiveRequest, ({ id, pass, reason = '' }, call) =>
      decide(call, ports, async (db) => {
        const { memberId, what } = await decideLive(db, { id: Number(id), pass, reason, now: call.now });
        const action = pass ? 'live-approved' : 'live-refused';
        return { memberId, action, target: `live:${id}`, reason, what, at: id };
      }),
    ),
  ];
}
