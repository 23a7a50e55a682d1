import {
  completeUpload,
  decideCourseRequest,
  FailureReason,
  getManagedCourse,
  getOutline,
  getQuiz,
  getSignedUrl,
  listCertificates,
  playAuth,
  ResultCode,
  reviewCourse,
  saveOutline,
  saveProgress,
  submitCourse,
  submitQuiz,
  type OutlineUnit,
  type UnitQuiz,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enroll } from '../courses/index.js';
import { categories, courseImages, courses, members, quizAttempts, units } from '../db/schema/index.js';
import { courseIn, hasHadTime, mentorIn } from '../testing/courses.js';
import { World } from '../testing/world.js';
import { markQuiz } from './marking.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const both = (zh: string, en = '') => ({ zh, en });
const choice = (id: string, isRight: boolean) => ({ id, text: both(`選項 ${id}`, `Choice ${id}`), is_right: isRight });
/** One question with one right choice, one with two. */
const QUIZ: UnitQuiz = {
  pass_percent: 60,
  questions: [
    {
      ...{ id: 'one', text: both('一加一？', 'One and one?'), is_multiple: false, reason: both('數數看。', 'Count.') },
      choices: [choice('a', false), choice('b', true)],
    },
    {
      ...{ id: 'all', text: both('哪些是質數？'), is_multiple: true, reason: both('') },
      choices: [choice('a', true), choice('b', true), choice('c', false)],
    },
  ],
};
const answers = (one: string, ...all: string[]) => [
  { question: 'one', choices: [one] },
  { question: 'all', choices: all },
];
const RIGHT = answers('b', 'a', 'b');
const HALF = answers('b', 'a');

/** A course with a public video and a quiz for learners, and one learner. */
async function quizOf() {
  const mentor = await mentorIn(world);
  const { id: courseId, unitIds } = await courseIn(world, { mentorId: mentor.id });
  const [video = 0, quiz = 0] = unitIds;
  const as = { type: 'quiz', quiz: QUIZ, seconds: 0, bodyHtml: '<p>做做看</p>' } as const;
  await world.db.update(units).set(as).where(eq(units.id, quiz));
  const learner = await world.member();
  const memberId = Number(learner.member.id);
  await world.db.transaction((tx) => enroll(tx, { memberId, courseId, source: 'free', now: world.clock.now() }));
  await hasHadTime(world, memberId, courseId);
  return { mentor, courseId, learner, video: String(video), quiz: String(quiz) };
}
const reasonOf = (answer: { data: { reason?: string } }) => answer.data.reason;

describe('marking', () => {
  test.each([
    ['all of it', RIGHT, { score: 100, right: 2, pass: true }],
    ['a right choice left out', HALF, { score: 50, right: 1, pass: false }],
    ['a wrong one beside the right ones', answers('b', 'a', 'b', 'c'), { score: 50, right: 1, pass: false }],
    ['nothing right', answers('a', 'c'), { score: 0, right: 0, pass: false }],
    ['the same choice twice', answers('b', 'a', 'b', 'b'), { score: 100, right: 2, pass: true }],
  ])('knows %s', (_what, given, marked) => {
    expect(markQuiz(QUIZ, given)).toMatchObject({ ...marked, of: 2 });
  });

  test.each([
    ['a question left out', [{ question: 'one', choices: ['b'] }]],
    ['a question twice', [...RIGHT, { question: 'one', choices: ['a'] }]],
    ['a question that is not there', [{ question: 'two', choices: ['b'] }, ...RIGHT.slice(1)]],
    ['a choice that is not there', answers('z', 'a', 'b')],
    ['two choices where there is one right', [{ question: 'one', choices: ['a', 'b'] }, ...RIGHT.slice(1)]],
  ])('refuses %s', (_what, given) => expect(markQuiz(QUIZ, given)).toBeUndefined());

  test('passes at its share exactly', () => {
    expect(markQuiz({ ...QUIZ, pass_percent: 50 }, HALF)?.pass).toBe(true);
    expect(markQuiz({ ...QUIZ, pass_percent: 51 }, HALF)?.pass).toBe(false);
  });
});

describe('a quiz', () => {
  test('is asked without what is right, in the language of who reads it', async () => {
    const { quiz, learner } = await quizOf();
    const { token } = learner;
    const opened = await world.call(playAuth, { unit_id: quiz }, { token });
    expect(opened.data).toMatchObject({ type: 'quiz', body_html: '<p>做做看</p>', sources: [], file: null });
    const { data } = await world.call(getQuiz, { unit_id: quiz }, { token, headers: { 'accept-language': 'en' } });
    expect(data).toMatchObject({ pass_percent: 60, attempts: 0, best_score: null, is_passed: false });
    expect(data.questions[0]).toEqual({
      ...{ id: 'one', text: 'One and one?', is_multiple: false },
      choices: [
        { id: 'a', text: 'Choice a' },
        { id: 'b', text: 'Choice b' },
      ],
    });
    // Falls back to Chinese, since no English text exists.
    expect(data.questions[1]?.text).toBe('哪些是質數？');
    expect(JSON.stringify([opened.data, data])).not.toMatch(/is_right|Count|數數看/);
  });

  test('is done by passing it, and its answers are told only then', async () => {
    const { quiz, video, learner, courseId } = await quizOf();
    const { token } = learner;
    const submit = async (given: typeof RIGHT) =>
      (await world.call(submitQuiz, { unit_id: quiz, answers: given }, { token })).data;
    const failed = await submit(HALF);
    expect(failed).toMatchObject({ score: 50, right: 1, of: 2, pass: false });
    expect(failed.progress).toEqual({ done: false, course_percent: 0 });
    expect(failed.explain).toEqual([
      { question: 'one', is_right: true, right: [], reason: '數數看。' },
      { question: 'all', is_right: false, right: [], reason: '' },
    ]);
    const passed = await submit(RIGHT);
    expect(passed).toMatchObject({ score: 100, pass: true, progress: { done: true, course_percent: 50 } });
    expect(passed.explain.map(({ right }) => right)).toEqual([['b'], ['a', 'b']]);
    // A passed quiz stays passed after a failed attempt.
    expect((await submit(HALF)).progress).toEqual({ done: true, course_percent: 50 });
    const { data } = await world.call(getQuiz, { unit_id: quiz }, { token });
    expect(data).toMatchObject({ attempts: 3, best_score: 100, is_passed: true });
    const outline = await world.call(getOutline, { id: String(courseId) }, { token });
    expect(outline.data[0]?.units.map(({ type, done }) => [type, done])).toEqual([
      ['video', false],
      ['quiz', true],
    ]);

    const rest = { unit_id: video, second: 60, ended: true, play: 'the-other', step: 1 };
    const last = await world.call(saveProgress, { ...rest, watched: [[0, 60]] }, { token });
    expect(last.data.certificate_no).toBeDefined();
  });

  test('gives the certificate where it is the last unit, however often it is handed in at once', async () => {
    const { quiz, video, learner } = await quizOf();
    const { token } = learner;
    const watched = { unit_id: video, second: 60, ended: true, play: 'the-other', step: 1 };
    await world.call(saveProgress, { ...watched, watched: [[0, 60]] }, { token });
    const all = await Promise.all(
      [1, 2, 3].map(() => world.call(submitQuiz, { unit_id: quiz, answers: RIGHT }, { token })),
    );
    expect(all.map(({ data }) => data.progress?.course_percent)).toEqual([100, 100, 100]);
    const { data } = await world.call(listCertificates, {}, { token });
    expect(data.earned).toHaveLength(1);
    expect(all[0]?.data.progress?.certificate_no).toBeDefined();
    const written = await world.db
      .select()
      .from(quizAttempts)
      .where(eq(quizAttempts.unitId, Number(quiz)));
    expect(written.map(({ score, answers: kept }) => [score, kept])).toEqual([1, 2, 3].map(() => [100, RIGHT]));
  });

  test('is not done by saying so', async () => {
    const { quiz, learner } = await quizOf();
    const report = { unit_id: quiz, second: 0, watched: [], ended: true, play: 'one-play', step: 1 };
    const { data } = await world.call(saveProgress, report, { token: learner.token });
    expect(data).toEqual({ done: false, course_percent: 0 });
  });

  test('is marked for its mentor and the back office, who leave nothing behind', async () => {
    const { quiz, mentor } = await quizOf();
    const { data } = await world.call(submitQuiz, { unit_id: quiz, answers: RIGHT }, { token: mentor.token });
    expect(data).toMatchObject({ score: 100, pass: true, progress: null });
    expect(
      await world.db
        .select()
        .from(quizAttempts)
        .where(eq(quizAttempts.unitId, Number(quiz))),
    ).toEqual([]);
  });

  test('is for learners of the course, and as often as one learns by it', async () => {
    const { quiz, video, learner } = await quizOf();
    const stranger = await world.member();
    const body = { unit_id: quiz, answers: RIGHT };
    expect(reasonOf(await world.call(getQuiz, { unit_id: quiz }))).toBe(FailureReason.LoginRequired);
    for (const action of [getQuiz, submitQuiz] as const) {
      expect(reasonOf(await world.call(action, body, { token: stranger.token }))).toBe(FailureReason.NotEnrolled);
      // A unit of another type is no quiz.
      const other = await world.call(action, { ...body, unit_id: video }, { token: learner.token });
      expect(reasonOf(other)).toBe(FailureReason.NotFound);
    }
    expect(reasonOf(await world.call(submitQuiz, body))).toBe(FailureReason.LoginRequired);
    const { token } = learner;
    for (const wrong of [[], [{ question: 'one', choices: [] }], [{ question: '<b>', choices: ['a'] }]]) {
      expect((await world.call(submitQuiz, { ...body, answers: wrong }, { token })).code).toBe(ResultCode.Invalid);
    }
    const stale = await world.call(submitQuiz, { ...body, answers: RIGHT.slice(1) }, { token });
    expect([stale.code, reasonOf(stale)]).toEqual([ResultCode.Conflict, FailureReason.StateChanged]);

    for (let tries = 0; tries < 20; tries += 1) await world.call(submitQuiz, body, { token });
    const late = await world.call(submitQuiz, body, { token });
    expect([late.code, late.data.retry_after]).toEqual([ResultCode.TooMany, 3_600]);
    world.clock.advance(3_600_000);
    expect((await world.call(submitQuiz, body, { token })).code).toBe(ResultCode.Ok);
  });
});

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

/** Uploads a file as a member; resolves with its key. */
async function uploaded(token: string, filename = '練習 表.pdf', mime = 'application/pdf', content = PDF) {
  const request = { type: 'file', filename, mime, size: content.length } as const;
  const { data } = await world.call(getSignedUrl, request, { token, headers: { host: 'market.test' } });
  const form = new FormData();
  for (const [name, value] of Object.entries(data.fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(content)]), filename);
  const post = new Request('http://market.test/upload', { method: 'POST', body: form });
  const answer = await world.app.inject({
    ...{ method: 'POST', url: '/upload', headers: { 'content-type': post.headers.get('content-type') ?? '' } },
    payload: Buffer.from(await post.arrayBuffer()),
  });
  return { key: data.key, url: data.url, status: answer.statusCode };
}

describe('a file', () => {
  test('is taken along by learners by a link that expires, and counts as done then', async () => {
    const { mentor, courseId, learner, video, quiz } = await quizOf();
    const { key, url, status } = await uploaded(mentor.token);
    expect([status, url]).toEqual([204, '']);
    const stored = await world.call(completeUpload, { key }, { token: mentor.token });
    expect(stored.data).toMatchObject({ url: '', mime: 'application/pdf', size: PDF.length });
    // The file is not public.
    expect((await world.app.inject(`/files/${key}`)).statusCode).toBe(404);

    await complete(courseId);
    const { data: course } = await world.call(getManagedCourse, { id: String(courseId) }, { token: mentor.token });
    const [chapter] = course.chapters;
    if (chapter === undefined) throw new Error('the course has no chapter');
    const file: OutlineUnit = {
      ...{ id: video, type: 'file', title: both('講義'), media: key, body_html: '<p>印出來</p>', preview: false },
    };
    const quizUnit = chapter.units.find(({ id }) => id === quiz);
    const outline = [{ ...chapter, units: [file, ...(quizUnit ? [quizUnit] : [])] }];
    const saved = await world.call(
      saveOutline,
      { id: course.id, version: course.version, chapters: outline },
      { token: mentor.token },
    );
    expect(saved.data.todo).not.toContain('unit-content');
    await publish(course.id, mentor.token);

    const { data } = await world.call(playAuth, { unit_id: video }, { token: learner.token });
    expect(data).toMatchObject({ type: 'file', body_html: '<p>印出來</p>', sources: [] });
    expect(data.file).toMatchObject({ name: '練習-表.pdf', mime: 'application/pdf', size: PDF.length });
    const link = data.file?.url ?? '';
    const got = await world.app.inject(link);
    expect([got.statusCode, got.rawPayload]).toEqual([200, PDF]);
    expect(got.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('練習-表.pdf')}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    // A link signed for the download does not open it as a video.
    expect((await world.app.inject(link.replace('/file?', '/video?'))).statusCode).toBe(403);
    const report = { unit_id: video, second: 0, watched: [], ended: true, play: 'one-play', step: 1 };
    expect((await world.call(saveProgress, report, { token: learner.token })).data.done).toBe(true);
    world.clock.advance(3 * 3_600_000);
    expect((await world.app.inject(link)).statusCode).toBe(403);
  });

  test('is what it says it is', async () => {
    const { token } = await mentorIn(world);
    const html = Buffer.from('<!doctype html><script>alert(1)</script>');
    expect((await uploaded(token, 'a.pdf', 'application/pdf', html)).status).toBe(400);
    const request = { type: 'file', filename: 'a.html', mime: 'text/html', size: 10 };
    expect((await world.call(getSignedUrl, request, { token })).data.errors).toEqual({ mime: 'wrong-type' });
    const large = { ...request, mime: 'application/pdf', size: 50 * 1024 * 1024 + 1 };
    expect((await world.call(getSignedUrl, large, { token })).data.errors).toEqual({ size: 'too-large' });
  });

  /** Fills in everything that a course needs for its submission. */
  async function complete(courseId: number): Promise<void> {
    const names = { kind: 'course', nameZh: '數學', nameEn: 'Mathematics' };
    const [row] = await world.db.insert(categories).values(names).returning({ id: categories.id });
    await world.db.insert(courseImages).values({ courseId, sort: 0, key: 'image/a.png' });
    const more = { introZh: '<p>介紹</p>', categoryId: row?.id ?? null };
    await world.db.update(courses).set(more).where(eq(courses.id, courseId));
  }

  /** Submits the changes of a course, checks that the back office sees all of them, and approves them. */
  async function publish(id: string, token: string): Promise<void> {
    expect((await world.call(submitCourse, { id }, { token })).code).toBe(ResultCode.Ok);
    const office = await world.member();
    await world.db
      .update(members)
      .set({ isStaff: true })
      .where(eq(members.id, Number(office.member.id)));
    const seen = await world.call(reviewCourse, { id }, { token: office.token });
    const [file, quiz] = seen.data.course.chapters[0]?.units ?? [];
    expect(quiz?.quiz).toEqual(QUIZ);
    const link = seen.data.videos[file?.media ?? ''] ?? '';
    expect((await world.app.inject(link)).rawPayload).toEqual(PDF);
    const passed = await world.call(decideCourseRequest, { id, pass: true }, { token: office.token });
    expect(passed.code).toBe(ResultCode.Ok);
  }
});

describe('a mentor', () => {
  const unit = (change: Partial<OutlineUnit>): OutlineUnit => ({
    ...{ type: 'quiz', title: both('小測驗'), media: '', body_html: '', preview: false },
    ...change,
  });

  async function saved(change: Partial<OutlineUnit>) {
    const mentor = await mentorIn(world);
    const { id } = await courseIn(world, { mentorId: mentor.id, status: 'draft' });
    const { data } = await world.call(getManagedCourse, { id: String(id) }, { token: mentor.token });
    const chapters = [{ title: both('第一章'), units: [unit(change)] }];
    return {
      ...mentor,
      courseId: id,
      answer: await world.call(saveOutline, { id: data.id, version: data.version, chapters }, { token: mentor.token }),
    };
  }

  test.each([
    ['no quiz', {}],
    ['no question', { quiz: { ...QUIZ, questions: [] } }],
    ['one choice', { quiz: changed({ choices: [choice('a', true)] }) }],
    ['nothing right', { quiz: changed({ choices: [choice('a', false), choice('b', false)] }) }],
    ['two right where there is one', { quiz: changed({ choices: [choice('a', true), choice('b', true)] }) }],
    ['an empty choice', { quiz: changed({ choices: [choice('a', true), { ...choice('b', false), text: both('') }] }) }],
    ['an empty question', { quiz: changed({ text: both(' ') }) }],
  ])('keeps a quiz with %s, which is not submitted', async (_what, change) => {
    const { answer } = await saved(change);
    expect(answer.code).toBe(ResultCode.Ok);
    expect(answer.data.todo).toContain('unit-quiz');
  });

  test('has a quiz kept as it was written', async () => {
    const { answer, token, courseId } = await saved({ quiz: QUIZ, body_html: '<p onclick="x()">加油</p>' });
    expect(answer.data.todo).not.toContain('unit-quiz');
    expect(answer.data.todo).not.toContain('unit-content');
    const { data } = await world.call(getManagedCourse, { id: String(courseId) }, { token });
    expect(data.chapters[0]?.units[0]).toMatchObject({ quiz: QUIZ, body_html: '<p>加油</p>' });
  });

  test('is refused questions of one name, too many, and others’ files', async () => {
    const [question] = QUIZ.questions;
    if (question === undefined) throw new Error('there is a question');
    const twice = await saved({ quiz: { ...QUIZ, questions: [question, question] } });
    expect(twice.answer.code).toBe(ResultCode.Invalid);
    const questions = Array.from({ length: 51 }, (_, n) => ({ ...question, id: `q${n}` }));
    expect((await saved({ quiz: { ...QUIZ, questions } })).answer.code).toBe(ResultCode.Invalid);
    const { key } = await uploaded((await mentorIn(world)).token);
    const foreign = await saved({ type: 'file', media: key });
    expect(foreign.answer.data.errors).toEqual({ chapters: 'unknown' });
  });

  test('needs a file before a unit of one is submitted', async () => {
    expect((await saved({ type: 'file' })).answer.data.todo).toContain('unit-content');
  });

  /** The quiz with changes to its first question. */
  function changed(change: Partial<UnitQuiz['questions'][number]>): UnitQuiz {
    const [first, ...rest] = QUIZ.questions;
    return { ...QUIZ, questions: first === undefined ? rest : [{ ...first, ...change }, ...rest] };
  }
});
