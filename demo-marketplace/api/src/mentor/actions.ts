import {
  applyAsMentor,
  exportBuyers,
  getApplication,
  getStudio,
  listBuyers,
  saveApplication,
  saveMentorProfile,
  type Buyer,
} from '@lectern/marketplace-contract';
import { onMemberCall, type BoundAction } from '../http/call.js';
import type { Language } from '../http/messages.js';
import type { Throttle } from '../security/index.js';
import type { MediaLinks } from '../lessons/index.js';
import type { Storage } from '../upload/storage.js';
import { announcementActions } from './announcements.js';
import type { Applications } from './applications.js';
import { captionActions, type CaptionInspections } from './captions.js';
import { courseManageActions } from './course-actions.js';
import { courseDashboardActions } from './course-dashboard-actions.js';
import { csvOf } from '../csv.js';
import type { PurchasableTypes } from '../purchasables/index.js';
import { Businesses } from '../wallet/index.js';
import { buyersOf, countBuyers, courseTitles, overviewOf, saveProfile } from './studio.js';

const EXPORT_MAX = 10_000;

const HEADINGS: Readonly<Record<Language, readonly string[]>> = {
  'zh-Hant': ['學員', '課程', '來源', '訂單編號', '實付金額', '退款', '進度 %', '加入時間', '完成時間', '結束時間'],
  en: ['Learner', 'Course', 'Source', 'Order', 'Paid (TWD)', 'Refund', 'Progress %', 'Joined', 'Finished', 'Ended'],
};
const SOURCES: Readonly<Record<Language, Readonly<Record<Buyer['source'], string>>>> = {
  'zh-Hant': { order: '購買', free: '免費', crowdfund: '募資' },
  en: { order: 'Bought', free: 'Free', crowdfund: 'Pledged' },
};

const REFUNDS: Readonly<Record<Language, Readonly<Record<Buyer['refund'], string>>>> = {
  'zh-Hant': { none: '', asked: '申請中', done: '已退款' },
  en: { none: '', asked: 'Requested', done: 'Refunded' },
};

export interface MentorPorts {
  readonly storage: Storage;
  /** Signs links to videos. */
  readonly links: MediaLinks;
  readonly inspections: CaptionInspections;
  readonly applications: Applications;
  readonly throttle: Throttle;
  readonly purchasables: PurchasableTypes;
}

/** Actions of mentor applications, the mentor dashboard and course editing. */
export function mentorActions(ports: MentorPorts): readonly BoundAction[] {
  const { storage, links, inspections, applications, throttle, purchasables } = ports;
  const businesses = new Businesses(purchasables);
  return [
    onMemberCall(getApplication, (_request, { db, caller }) => applications.of(db, caller.member)),

    onMemberCall(saveApplication, async (form, call) => {
      await applications.save(call.db, call.caller.member, form, call.now);
      call.say('saved');
      return {};
    }),

    onMemberCall(applyAsMentor, async ({ agree: _agree, ...form }, call) => {
      const info = await applications.apply(call.db, call.caller.member, form, call.now);
      call.say('applied');
      return info;
    }),

    onMemberCall(getStudio, (_request, { db, caller, now }) =>
      overviewOf(db, storage, { businesses, member: caller.member, now }),
    ),

    onMemberCall(saveMentorProfile, async (change, call) => {
      const profile = await saveProfile(call.db, storage, { member: call.caller.member, change, now: call.now });
      call.say('saved');
      return profile;
    }),

    onMemberCall(listBuyers, async ({ page, limit, ...filter }, { db, caller, language }) => {
      const mentor = caller.member;
      const offset = (page - 1) * limit;
      return {
        list: await buyersOf(db, storage, { mentor, filter, language, limit, offset }),
        total: await countBuyers(db, mentor, filter),
        ...{ page, limit },
        courses: await courseTitles(db, mentor.id, language),
      };
    }),

    onMemberCall(exportBuyers, async (filter, { db, caller, language, now }) => {
      const found = { mentor: caller.member, filter, language, limit: EXPORT_MAX, offset: 0 };
      const list = await buyersOf(db, storage, found);
      const rows = list.map((one) => [
        ...[one.member.name, one.course.title, SOURCES[language][one.source], one.order_no],
        ...[(one.amount_cents / 100).toFixed(2), REFUNDS[language][one.refund], String(one.percent)],
        ...[one.joined_at, one.completed_at ?? '', one.ended_at ?? ''],
      ]);
      const filename = `learners-${new Date(now).toISOString().slice(0, 10)}.csv`;
      return { filename, csv: csvOf([HEADINGS[language], ...rows]) };
    }),

    ...courseManageActions(storage),
    ...captionActions(links, inspections),
    ...courseDashboardActions(),
    ...announcementActions(storage, throttle),
  ];
}
