import {
  deleteNote,
  FailureReason,
  getCourse,
  listCertificates,
  listMyCourses,
  listNotes,
  playAuth,
  ResultCode,
  saveNote,
  saveProgress,
  type RequestOf,
} from '@lectern/marketplace-contract';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endEnrollment, enroll } from '../courses/index.js';
import { courses, enrollments, members, units } from '../db/schema/index.js';
import { courseIn, hasHadTime, mentorIn } from '../testing/courses.js';
import { World } from '../testing/world.js';
import { demoLessons } from './demo-lessons.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

/** A course with a public video of 20 s and one of 36 s for its learners, one learner, and another member. */
async function lessonsOf() {
  const mentor = await mentorIn(world);
  const { id, unitIds } = await courseIn(world, { mentorId: mentor.id });
  const [preview = 0, closed = 0] = unitIds;
  const [first, second] = await demoLessons(world.db, mentor.id, world.clock.now());
  for (const [unitId, video] of [
    [preview, first],
    [closed, second],
  ] as const) {
    const set = { mediaId: video?.mediaId ?? null, seconds: video?.seconds ?? 0 };
    await world.db.update(units).set(set).where(eq(units.id, unitId));
  }
  const learner = await world.member();
  await world.db.transaction((tx) =>
    enroll(tx, {
      ...{ memberId: Number(learner.member.id), courseId: id },
      source: 'free',
      now: world.clock.now(),
    }),
  );
  await hasHadTime(world, Number(learner.member.id), id);
  return { mentor, courseId: id, preview: String(preview), closed: String(closed), learner };
}

type ProgressReport = RequestOf<typeof saveProgress>;
const reportOf = (unit_id: string, more: Partial<ProgressReport> = {}): ProgressReport => ({
  ...{ unit_id, second: 0, watched: [], ended: false, play: 'a-first-play', step: 1 },
  ...more,
});
const reasonOf = (answer: { data: { reason?: string } }) => answer.data.reason;

describe('opening a unit', () => {
  test('gives previews to visitors, with links and captions, and keeps no progress of theirs', async () => {
    const { preview, courseId } = await lessonsOf();
    const { data } = await world.call(playAuth, { unit_id: preview });
    expect(data).toMatchObject({
      ...{ unit_id: preview, course_id: String(courseId), type: 'video', seconds: 20, start_at: 0 },
      ...{ is_done: false, keeps_progress: false, heartbeat: 10, player: { rate: 1 } },
    });
    expect(data.sources).toEqual([
      { type: 'video/mp4', url: expect.stringMatching(/^\/media\//), quality: 'original' },
    ]);
    expect(data.captions.map(({ lang }) => lang)).toEqual(['en', 'zh']);
    const captions = await world.app.inject({ url: data.captions[1]?.url ?? '' });
    expect(captions.headers['content-type']).toBe('text/vtt; charset=utf-8');
    expect(captions.body).toMatch(/^WEBVTT\n/);
    expect(captions.body).toMatch(/\p{Script=Han}/u);
  });

  test('keeps the rest for learners, the mentor and the back office', async () => {
    const { closed, mentor, learner, courseId } = await lessonsOf();
    expect(reasonOf(await world.call(playAuth, { unit_id: closed }))).toBe(FailureReason.LoginRequired);
    const other = await world.member();
    const refused = await world.call(playAuth, { unit_id: closed }, { token: other.token });
    expect([refused.code, reasonOf(refused)]).toEqual([ResultCode.Forbidden, FailureReason.NotEnrolled]);
    for (const { token } of [learner, mentor]) {
      expect((await world.call(playAuth, { unit_id: closed }, { token })).data.sources).toHaveLength(1);
    }
    await world.db
      .update(members)
      .set({ isStaff: true })
      .where(eq(members.id, Number(other.member.id)));
    const staff = await world.call(playAuth, { unit_id: closed }, { token: other.token });
    expect(staff.data.keeps_progress).toBe(false);

    await world.db.transaction((tx) =>
      endEnrollment(tx, { memberId: Number(learner.member.id), courseId, now: world.clock.now() }),
    );
    const ended = await world.call(playAuth, { unit_id: closed }, { token: learner.token });
    expect(reasonOf(ended)).toBe(FailureReason.NotEnrolled);
  });

  test.each([
    ['paused', (id: number) => world.db.update(courses).set({ isPaused: true }).where(eq(courses.id, id))],
    [
      'of a mentor who is banned',
      (id: number) =>
        world.db
          .update(members)
          .set({ isBanned: true })
          .where(
            inArray(members.id, world.db.select({ id: courses.mentorId }).from(courses).where(eq(courses.id, id))),
          ),
    ],
  ])('knows no unit of a course that is %s, but its learners go on', async (_state, takeOffSale) => {
    const { preview, closed, learner, courseId } = await lessonsOf();
    await takeOffSale(courseId);
    expect(reasonOf(await world.call(playAuth, { unit_id: preview }))).toBe(FailureReason.NotFound);
    expect((await world.call(playAuth, { unit_id: closed }, { token: learner.token })).code).toBe(ResultCode.Ok);
    expect(reasonOf(await world.call(playAuth, { unit_id: '999999' }))).toBe(FailureReason.NotFound);
    expect((await world.call(playAuth, { unit_id: 'x' })).code).toBe(ResultCode.Invalid);
  });
});

describe('streaming', () => {
  const linkOf = async (unit_id: string, token?: string) =>
    (await world.call(playAuth, { unit_id }, { token })).data.sources[0]?.url ?? '';

  test('gives any range of the bytes', async () => {
    const { preview } = await lessonsOf();
    const url = await linkOf(preview);
    const whole = await world.app.inject({ url });
    expect(whole.statusCode).toBe(200);
    expect(whole.headers).toMatchObject({ 'content-type': 'video/mp4', 'accept-ranges': 'bytes' });
    const size = whole.rawPayload.length;
    expect(whole.rawPayload.subarray(4, 8).toString()).toBe('ftyp');

    const part = await world.app.inject({ url, headers: { range: 'bytes=100-199' } });
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 100-199/${size}`]);
    expect(part.rawPayload.equals(whole.rawPayload.subarray(100, 200))).toBe(true);
    const tail = await world.app.inject({ url, headers: { range: 'bytes=-50' } });
    expect(tail.rawPayload.equals(whole.rawPayload.subarray(size - 50))).toBe(true);
    expect((await world.app.inject({ url, headers: { range: `bytes=${size}-` } })).statusCode).toBe(416);
    expect((await world.app.inject({ url, method: 'HEAD' })).headers['content-length']).toBe(String(size));
  });

  test('refuses links that were changed, made up, or have expired', async () => {
    const { preview, closed, learner } = await lessonsOf();
    const [open, own] = [await linkOf(preview), await linkOf(closed, learner.token)];
    const statusOf = async (url: string) => (await world.app.inject({ url })).statusCode;
    expect(await statusOf(own)).toBe(200);
    // The signature of one file is not valid for another.
    const mediaOf = (url: string) => /^\/media\/(\d+)/.exec(url)?.[1] ?? '';
    expect(await statusOf(open.replace(`/media/${mediaOf(open)}/`, `/media/${mediaOf(own)}/`))).toBe(403);
    expect(await statusOf(own.replace('/video?', '/zh.vtt?'))).toBe(403);
    expect(await statusOf(own.replace(/until=\d+/, 'until=99999999999999'))).toBe(403);
    expect(await statusOf(own.replace(/to=\d+/, 'to=1234567'))).toBe(403);
    expect(await statusOf(own.replace(/sig=.*/, 'sig='))).toBe(403);
    expect(await statusOf(own.split('?')[0] ?? '')).toBe(403);
    world.clock.advance(3 * 3_600_000);
    expect(await statusOf(own)).toBe(403);
    expect(await statusOf(await linkOf(closed, learner.token))).toBe(200);
  });
});

describe('progress', () => {
  test('joins what was watched, and a unit is done at nine tenths', async () => {
    const { preview, learner } = await lessonsOf();
    const { token } = learner;
    const save = async (more: Partial<ProgressReport>) =>
      (await world.call(saveProgress, reportOf(preview, more), { token })).data;
    expect(await save({ second: 10, watched: [[0, 10]] })).toEqual({ done: false, course_percent: 0 });
    // Reporting the end without watching, or watching one part twice, does not complete the unit.
    expect(
      await save({
        step: 2,
        second: 20,
        ended: true,
        watched: [
          [0, 10],
          [5, 10],
          [19, 20],
        ],
      }),
    ).toMatchObject({ done: false });
    expect(await save({ step: 3, second: 17, watched: [[10, 16]] })).toMatchObject({ done: false });
    expect(await save({ step: 4, second: 18, watched: [[15, 17]] })).toEqual({ done: true, course_percent: 50 });
    expect(await save({ step: 5, second: 2, play: 'second-play' })).toEqual({ done: true, course_percent: 50 });
  });

  test('comes no faster than twice the time that passes here, in however many calls, and so does the certificate', async () => {
    const { preview, closed, learner, courseId } = await lessonsOf();
    const { token } = learner;
    const seconds = 864;
    await world.db
      .update(units)
      .set({ seconds })
      .where(eq(units.id, Number(closed)));
    await world.db.update(enrollments).set({ watchFrom: null }).where(eq(enrollments.courseId, courseId));
    const learn = async () => {
      const answers = [];
      for (const unit of [preview, closed]) {
        for (const watched of [[[0, seconds]], [[0, seconds / 2]], [[seconds / 2, seconds]]] as const) {
          const claim = reportOf(unit, {
            ended: true,
            second: seconds,
            watched: watched.map(([from, to]) => [from, to]),
          });
          answers.push((await world.call(saveProgress, claim, { token })).data);
        }
      }
      return answers.at(-1);
    };
    for (let again = 0; again < 3; again += 1) expect(await learn()).toEqual({ done: false, course_percent: 50 });
    world.clock.advance((seconds * 1_000) / 3);
    expect(await learn()).toMatchObject({ done: false });
    world.clock.advance((seconds * 1_000) / 6);
    expect(await learn()).toMatchObject({
      done: true,
      course_percent: 100,
      certificate_no: expect.any(String) as string,
    });
  });

  test('resumes where the member was last, whichever call came last', async () => {
    const { preview, closed, learner, courseId } = await lessonsOf();
    const { token } = learner;
    const at = async () => (await world.call(playAuth, { unit_id: closed }, { token })).data.start_at;
    await world.call(saveProgress, reportOf(closed, { second: 12, step: 7 }), { token });
    expect(await at()).toBe(12);
    // Calls that arrive late, or are sent again when the page is left.
    await world.call(saveProgress, reportOf(closed, { second: 5, step: 6 }), { token });
    await world.call(saveProgress, reportOf(closed, { second: 9, step: 7 }), { token });
    expect(await at()).toBe(12);
    await world.call(saveProgress, reportOf(closed, { second: 4, step: 0, play: 'second-play' }), { token });
    expect(await at()).toBe(4);
    // The end restarts from the beginning, and a position beyond the end is not stored.
    await world.call(saveProgress, reportOf(closed, { second: 500, step: 1, play: 'second-play' }), { token });
    expect(await at()).toBe(0);
    await world.call(saveProgress, reportOf(preview, { second: 3 }), { token });
    const [row] = await world.db.select().from(enrollments).where(eq(enrollments.courseId, courseId));
    expect(row).toMatchObject({ lastUnitId: Number(preview), lastSecond: 3, percent: 0 });
  });

  test('goes on with the next unfinished unit once the last one is done', async () => {
    const { preview, closed, learner, courseId } = await lessonsOf();
    const { token } = learner;
    const next = async () => (await world.call(getCourse, { id: String(courseId) }, { token })).data.progress;
    expect(await next()).toMatchObject({ unit_id: '', second: 0 });
    await world.call(saveProgress, reportOf(preview, { second: 9, watched: [[0, 9]] }), { token });
    expect(await next()).toMatchObject({ unit_id: preview, second: 9 });
    await world.call(saveProgress, reportOf(preview, { step: 2, second: 19, watched: [[0, 20]] }), { token });
    expect(await next()).toMatchObject({ unit_id: closed, second: 0 });
    const mine = await world.call(listMyCourses, { tab: 'learning' }, { token });
    expect(mine.data.list).toMatchObject([{ unit_id: closed, unit_title: '第二課', second: 0 }]);
  });

  test('counts seconds of the video only', async () => {
    const { preview, learner } = await lessonsOf();
    const save = (more: Partial<ProgressReport>) =>
      world.call(saveProgress, reportOf(preview, more), { token: learner.token }).then(({ data }) => data.done);
    expect(await save({ watched: [[20, 3000]] })).toBe(false);
    expect(await save({ watched: [[9, 3]] })).toBe(false);
    expect(await save({ watched: [[0, 3000]] })).toBe(true);
  });

  test('is kept of learners only, and of nobody else’s', async () => {
    const { preview, mentor, learner } = await lessonsOf();
    expect(reasonOf(await world.call(saveProgress, reportOf(preview)))).toBe(FailureReason.LoginRequired);
    const other = await world.member();
    for (const { token } of [mentor, other]) {
      expect(reasonOf(await world.call(saveProgress, reportOf(preview), { token }))).toBe(FailureReason.NotEnrolled);
    }
    const { token } = learner;
    for (const wrong of [{ second: -1 }, { watched: [[1]] }, { play: 'x' }, { step: 0.5 }]) {
      expect((await world.call(saveProgress, { ...reportOf(preview), ...wrong }, { token })).code).toBe(
        ResultCode.Invalid,
      );
    }
  });

  test('sees both units when they are finished at the same time', async () => {
    const { preview, closed, learner } = await lessonsOf();
    const answers = await Promise.all(
      [preview, closed].map((unit) =>
        world.call(saveProgress, reportOf(unit, { watched: [[0, 40]] }), { token: learner.token }),
      ),
    );
    expect(answers.map(({ data }) => data.course_percent).toSorted((a, b) => a - b)).toEqual([50, 100]);
    expect(answers.filter(({ data }) => data.certificate_no !== undefined)).toHaveLength(1);
    const { data: own } = await world.call(listCertificates, {}, { token: learner.token });
    const mine = await world.call(listMyCourses, { tab: 'finished' }, { token: learner.token });
    expect(mine.data.list.map((one) => one.certificate_id)).toEqual(own.earned.map(({ id }) => id));
  });

  test('of an article is its having been read', async () => {
    const { preview, learner } = await lessonsOf();
    const { token } = learner;
    const article = { type: 'article', mediaId: null, seconds: 0, bodyHtml: '<p>讀我</p>' } as const;
    await world.db
      .update(units)
      .set(article)
      .where(eq(units.id, Number(preview)));
    const { data } = await world.call(playAuth, { unit_id: preview }, { token });
    expect(data).toMatchObject({ type: 'article', body_html: '<p>讀我</p>', sources: [], captions: [] });
    expect((await world.call(saveProgress, reportOf(preview), { token })).data.done).toBe(false);
    expect((await world.call(saveProgress, reportOf(preview, { step: 2, ended: true }), { token })).data.done).toBe(
      true,
    );
  });
});

describe('notes', () => {
  test('are written, changed, listed in the order of the video, and removed', async () => {
    const { preview, learner } = await lessonsOf();
    const { token } = learner;
    const write = async (second: number, content: string, id?: string) =>
      (await world.call(saveNote, { unit_id: preview, second, content, ...(id !== undefined && { id }) }, { token }))
        .data;
    const late = await write(15, '迴圈');
    await write(3, 'begin');
    await write(14, '迴圈與條件', late.id);
    const { data } = await world.call(listNotes, { unit_id: preview }, { token });
    expect(data.map(({ second, content }) => [second, content])).toEqual([
      [3, 'begin'],
      [14, '迴圈與條件'],
    ]);
    expect((await world.call(deleteNote, { id: late.id }, { token })).code).toBe(ResultCode.Ok);
    expect((await world.call(listNotes, { unit_id: preview }, { token })).data).toHaveLength(1);
    expect((await world.call(saveNote, { unit_id: preview, second: 1, content: ' ' }, { token })).code).toBe(
      ResultCode.Invalid,
    );
  });

  test('are their writer’s alone', async () => {
    const { preview, learner, courseId } = await lessonsOf();
    const { data } = await world.call(
      saveNote,
      { unit_id: preview, second: 1, content: 'mine' },
      { token: learner.token },
    );
    const other = await world.member();
    const options = { token: other.token };
    expect(reasonOf(await world.call(listNotes, { unit_id: preview }, options))).toBe(FailureReason.NotEnrolled);
    const now = world.clock.now();
    await world.db.transaction((tx) =>
      enroll(tx, { memberId: Number(other.member.id), courseId, source: 'free', now }),
    );
    expect((await world.call(listNotes, { unit_id: preview }, options)).data).toEqual([]);
    const stolen = await world.call(saveNote, { id: data.id, unit_id: preview, second: 1, content: 'x' }, options);
    expect(reasonOf(stolen)).toBe(FailureReason.NotFound);
    expect(reasonOf(await world.call(deleteNote, { id: data.id }, options))).toBe(FailureReason.NotFound);
  });
});
