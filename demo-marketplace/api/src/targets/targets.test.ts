import {
  addComplaint,
  describeTarget,
  FailureReason,
  handleReport,
  hideContent,
  listFeedback,
  listNotices,
  listReports,
  toggleWish,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { likes, members, wishes } from '../db/schema/index.js';
import type { Feature } from '../feature.js';
import { ApiFailure } from '../http/failure.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import { liveIn } from '../testing/lives.js';
import { TICKET_PRICE } from '../testing/tickets.js';
import { World } from '../testing/world.js';
import { forgetLikes, likesOf, setLike } from './index.js';

/** A message that only those of its conversation may see. */
interface Message {
  readonly from: number;
  readonly to: number;
  readonly content: string;
  isHidden: boolean;
}
const messages = new Map<number, Message>();

const MESSAGE = 7;

/** A made-up feature with messages, and classes that are sold. */
const feature: Feature = {
  targets: {
    message: {
      find: async (_db, ids, viewerId) =>
        new Map(
          ids.flatMap((id) => {
            const message = messages.get(id);
            const isSeen = viewerId === undefined || message?.from === viewerId || message?.to === viewerId;
            if (message === undefined || !isSeen) return [];
            const { from: ownerId, content, isHidden } = message;
            return [[id, { title: content.slice(0, 4), ownerId, path: `/chat?id=${id}`, said: { content, isHidden } }]];
          }),
        ),
      async setHidden(_db, { id, on }) {
        const message = messages.get(id);
        if (message === undefined) throw new ApiFailure(FailureReason.NotFound);
        message.isHidden = on;
      },
    },
  },
};

let world: World;
let staff: Awaited<ReturnType<World['member']>>;
let author: typeof staff;
let reader: typeof staff;
beforeAll(async () => {
  world = await World.start({ features: [feature] });
  [staff, author, reader] = [await world.member(), await world.member(), await world.member()];
  await world.db
    .update(members)
    .set({ isStaff: true })
    .where(eq(members.id, Number(staff.member.id)));
});
afterAll(() => world.close());
beforeEach(() => {
  const [from, to] = [Number(author.member.id), Number(reader.member.id)];
  messages.set(MESSAGE, { from, to, content: '加我好友，保證獲利', isHidden: false });
});

const target = { target_type: 'message', target_id: String(MESSAGE) } as const;

describe('content of a type that a feature registers', () => {
  test('is reported by those who may see it, and hidden by the office, which tells its author and its reporter', async () => {
    const stranger = await world.member();
    const hidden = await world.call(describeTarget, target, stranger);
    expect(hidden.data.reason).toBe(FailureReason.NotFound);
    expect((await world.call(describeTarget, target, reader)).data).toEqual({
      ...{ type: 'message', id: String(MESSAGE), title: '加我好友', link: '/chat?id=7' },
    });
    const complaint = { ...target, content: '這是詐騙' };
    expect((await world.call(addComplaint, complaint, stranger)).data.reason).toBe(FailureReason.NotFound);
    const { id } = (await world.call(addComplaint, complaint, reader)).data;

    const [report] = (await world.call(listReports, { state: 'open' }, staff)).data.list;
    expect(report).toMatchObject({
      target: { type: 'message', link: '/chat?id=7' },
      said: { writer: { id: author.member.id }, content: '加我好友，保證獲利', is_hidden: false, can_hide: true },
    });
    const handled = await world.call(handleReport, { id, pass: true, hide: true, reason: '詐騙' }, staff);
    expect(handled).toMatchObject({ code: 1 });
    expect(messages.get(MESSAGE)?.isHidden).toBe(true);
    expect((await world.call(listNotices, {}, author)).data.list[0]).toMatchObject({
      kind: 'content-hidden',
      link: '/chat?id=7',
      text: expect.stringContaining('「加我好友，保證獲利」'),
    });
    expect((await world.call(listNotices, {}, reader)).data.list[0]).toMatchObject({ kind: 'report-upheld' });
    const [own] = (await world.call(listFeedback, {}, reader)).data.list;
    expect(own).toMatchObject({ state: 'upheld', target: { title: '加我好友', link: '/chat?id=7' } });

    await world.call(hideContent, { type: 'message', id: String(MESSAGE), hide: false }, staff);
    expect(messages.get(MESSAGE)?.isHidden).toBe(false);
  });

  test('is not hidden where its type cannot be, and not found where no feature has registered its type', async () => {
    const hiding = { hide: true, reason: '廣告' };
    const live = await world.call(hideContent, { type: 'live', id: '1', ...hiding }, staff);
    expect(live.data.errors).toEqual({ type: 'unknown' });
    const job = await world.call(describeTarget, { target_type: 'job', target_id: '1' }, reader);
    expect(job.data.reason).toBe(FailureReason.NotFound);
  });

  test('is liked', async () => {
    const liker = { db: world.db, memberId: Number(reader.member.id) };
    expect(await setLike(liker, 'post', 3, true)).toEqual({ likes: 1, liked: true });
    await setLike(liker, 'post', 3, true);
    const likesOfPosts = await likesOf({ db: world.db, memberId: 0 }, 'post', [3, 4]);
    expect([likesOfPosts(3), likesOfPosts(4)]).toEqual([
      { likes: 1, liked: false },
      { likes: 0, liked: false },
    ]);
    await world.db.transaction((tx) => forgetLikes(tx, 'post', 3));
    expect(await world.db.select().from(likes).where(eq(likes.type, 'post'))).toEqual([]);
  });

  test('is put on the wish list where it is sold, with its price', async () => {
    const { id, no } = await liveIn(world, (await mentorIn(world)).id);
    await world.call(toggleWish, { type: 'live', id: no, on: true }, reader);
    const [wish] = await world.db.select().from(wishes);
    expect(wish).toMatchObject({ type: 'live', targetId: id, priceCents: TICKET_PRICE });
    // It is a class, and no activity.
    const activity = await world.call(toggleWish, { type: 'activity', id: no, on: true }, reader);
    expect(activity.data.reason).toBe(FailureReason.NotFound);
    await world.call(toggleWish, { type: 'live', id: no, on: false }, reader);
    expect(await world.db.select().from(wishes)).toEqual([]);
  });
});

test('reports of courses and mentors lead to their pages, also when these are no longer public', async () => {
  const mentor = await mentorIn(world);
  const { id } = await courseIn(world, { mentorId: mentor.id });
  const seen = async (target_type: 'course' | 'mentor', target_id: string) =>
    (await world.call(describeTarget, { target_type, target_id }, reader)).data.link;
  expect(await seen('course', String(id))).toBe(`/video-info?id=${id}`);
  expect(await seen('mentor', String(mentor.id))).toBe(`/daoshi?id=${mentor.id}`);
  const about = { target_type: 'mentor', target_id: String(mentor.id), content: '假學歷' } as const;
  await world.call(addComplaint, about, reader);
  await world.db.update(members).set({ isBanned: true }).where(eq(members.id, mentor.id));
  const hidden = await world.call(describeTarget, { target_type: 'mentor', target_id: String(mentor.id) }, reader);
  expect(hidden.data.reason).toBe(FailureReason.NotFound);
  const list = (await world.call(listReports, { state: 'open' }, staff)).data.list;
  expect(list).toMatchObject([{ target: { link: `/daoshi?id=${mentor.id}` }, said: null }]);
});

test('the API does not start with a feature that names a type of content anew', async () => {
  const course = { find: async () => new Map() };
  await expect(World.start({ features: [{ targets: { course } }] })).rejects.toThrow(
    'two features name the same type of content: course',
  );
});
