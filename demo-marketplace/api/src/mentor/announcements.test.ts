import {
  announce,
  FailureReason,
  listAnnouncements,
  listNotices,
  messageBuyers,
  removeAnnouncement,
  ResultCode,
} from '@lectern/marketplace-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endEnrollment, enroll } from '../courses/index.js';
import { announcements } from '../db/schema/index.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import { attempt } from '../testing/money.js';
import { World } from '../testing/world.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

/** A course with a mentor and `learners` learners. */
async function taught(learners: number) {
  const mentor = await mentorIn(world);
  const { id } = await courseIn(world, { mentorId: mentor.id });
  const sessions = [];
  for (let n = 0; n < learners; n += 1) {
    const session = await world.member();
    await world.db.transaction((tx) =>
      enroll(tx, {
        ...{ memberId: Number(session.member.id), courseId: id },
        ...{ source: 'free', now: world.clock.now() },
      }),
    );
    sessions.push(session);
  }
  return { mentor, id: String(id), learners: sessions };
}

const seenBy = async (id: string, token?: string) => (await world.call(listAnnouncements, { id }, { token })).data.list;

test('what a mentor announces is read by whoever sees the course, the newest first, until it is taken away', async () => {
  const { mentor, id, learners } = await taught(2);
  const { token } = mentor;
  const first = await world.call(announce, { course_id: id, content: '第一則', client_token: attempt() }, { token });
  expect(first).toMatchObject({ code: ResultCode.Ok, data: { learners: 2 } });
  world.clock.advance(1000);
  const announcement = { course_id: id, content: '第二則\n有兩行', client_token: attempt() };
  await world.call(announce, announcement, { token });
  // A repeated click of the button.
  await world.call(announce, announcement, { token });
  const notices = await world.call(listNotices, { type: 'interact' }, { token: learners[0]?.token });
  expect(notices.data.list.map(({ text }) => text)).toEqual([
    expect.stringContaining('第二則\n有兩行'),
    expect.stringContaining('第一則'),
  ]);
  const list = await seenBy(id, learners[0]?.token);
  expect(list).toMatchObject([
    { content: '第二則\n有兩行', at: new Date(world.clock.now()).toISOString(), is_personal: false, to: null },
    { content: '第一則' },
  ]);
  expect(await seenBy(id)).toEqual(list);
  const paged = await world.call(listAnnouncements, { id, page: 2, limit: 1 });
  expect(paged.data).toMatchObject({ total: 2, list: [{ content: '第一則' }] });

  const [newest] = list;
  const other = await mentorIn(world);
  const foreign = await world.call(removeAnnouncement, { id: newest?.id ?? '' }, { token: other.token });
  expect(foreign.code).toBe(ResultCode.NotFound);
  expect((await world.call(removeAnnouncement, { id: newest?.id ?? '' }, { token })).code).toBe(ResultCode.Ok);
  expect((await seenBy(id)).map(({ content }) => content)).toEqual(['第一則']);
});

test('what is written to some learners is read by them and the mentor', async () => {
  const { mentor, id, learners } = await taught(3);
  const [one, two, three] = learners;
  const token = mentor.token;
  const member_ids = [one?.member.id ?? '', two?.member.id ?? '', two?.member.id ?? ''];
  const message = { course_id: id, member_ids, content: '作業收到了', client_token: attempt() };
  expect((await world.call(messageBuyers, message, { token })).data.learners).toBe(2);
  expect(await seenBy(id, one?.token)).toMatchObject([{ content: '作業收到了', is_personal: true, to: null }]);
  expect(await seenBy(id, three?.token)).toEqual([]);
  expect(await seenBy(id)).toEqual([]);
  const names = (await seenBy(id, token)).map(({ to }) => to?.id);
  expect(names.toSorted()).toEqual([one?.member.id, two?.member.id].toSorted());
});

test('nobody is written to who does not learn the course, and without names all are', async () => {
  const { mentor, id, learners } = await taught(2);
  const [one, gone] = learners;
  const token = mentor.token;
  await world.db.transaction((tx) =>
    endEnrollment(tx, {
      ...{ memberId: Number(gone?.member.id), courseId: Number(id), now: world.clock.now() },
    }),
  );
  const stranger = await world.member();
  for (const member of [stranger.member.id, gone?.member.id ?? '']) {
    const request = { course_id: id, member_ids: [one?.member.id ?? '', member], content: 'x' };
    const refused = await world.call(messageBuyers, { ...request, client_token: attempt() }, { token });
    expect(refused.data.errors).toEqual({ member_ids: 'unknown' });
  }
  expect(await seenBy(id, token)).toEqual([]);
  const all = await world.call(messageBuyers, { course_id: id, content: '大家好', client_token: attempt() }, { token });
  expect(all.data.learners).toBe(1);
  expect(await seenBy(id)).toMatchObject([{ content: '大家好', is_personal: false }]);
});

test('only its mentor announces for a course, once it was on sale, and not without end', async () => {
  const { id } = await taught(0);
  const other = await mentorIn(world);
  const say = (course_id: string, token?: string) =>
    world.call(announce, { course_id, content: 'x', client_token: attempt() }, { token });
  expect((await say(id, other.token)).code).toBe(ResultCode.NotFound);
  expect((await say(id, (await world.member()).token)).data.reason).toBe(FailureReason.WrongRole);
  expect((await say(id)).code).toBe(ResultCode.LoginRequired);
  const draft = await courseIn(world, { mentorId: other.id, status: 'draft', publishedAt: null });
  expect((await say(String(draft.id), other.token)).data.reason).toBe(FailureReason.StateChanged);
  const empty = { course_id: id, content: '  ', client_token: attempt() };
  expect((await world.call(announce, empty, { token: other.token })).data.errors).toEqual({ content: 'required' });

  const mine = await courseIn(world, { mentorId: other.id });
  for (let n = 0; n < 30; n += 1) {
    expect((await say(String(mine.id), other.token)).code).toBe(ResultCode.Ok);
  }
  const before = await world.db.$count(announcements);
  expect((await say(String(mine.id), other.token)).code).toBe(ResultCode.TooMany);
  expect(await world.db.$count(announcements)).toBe(before);
});
