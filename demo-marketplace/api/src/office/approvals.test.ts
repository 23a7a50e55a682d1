import {
  applyAsMentor,
  decideCourseRequest,
  decideMentor,
  FailureReason,
  getApplication,
  getManagedCourse,
  getMemberInfo,
  listWaitingCourses,
  listWaitingMentors,
  officeTodo,
  ResultCode,
  reviewCourse,
  saveCourse,
  saveOutline,
  submitCourse,
} from '@lectern/marketplace-contract';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLog, categories, media, members } from '../db/schema/index.js';
import { mentorIn } from '../testing/courses.js';
import { World } from '../testing/world.js';

let world: World;
let staff: Awaited<ReturnType<World['member']>>;
let categoryId: string;
beforeAll(async () => {
  world = await World.start();
  staff = await world.member();
  await world.db
    .update(members)
    .set({ isStaff: true })
    .where(eq(members.id, Number(staff.member.id)));
  const [row] = await world.db
    .insert(categories)
    .values({ kind: 'course', nameZh: '數學', nameEn: 'Mathematics' })
    .returning({ id: categories.id });
  categoryId = String(row?.id);
});
afterAll(() => world.close());

const APPLICATION = {
  ...{ real_name: '王小明', id_card: 'A123456789', area: '台北', intro: '十年數學教學經驗。', photo: '', clip: '' },
  ...{ subjects: ['數學'], education: [], experience: [], credentials: [], want: ['provider' as const], agree: true },
};

const logOf = (target: string) =>
  world.db.select().from(auditLog).where(eq(auditLog.target, target)).orderBy(asc(auditLog.id));
const actionsOn = async (target: string) => (await logOf(target)).map(({ action }) => action);

test('a mentor is refused with a reason that is shown and mailed, applies again and is approved', async () => {
  const { token, member, email } = await world.member();
  await world.call(applyAsMentor, APPLICATION, { token });
  const waiting = await world.call(listWaitingMentors, {}, { token: staff.token });
  const entry = waiting.data.list.find(({ id }) => id === member.id);
  expect(entry?.application.form).toMatchObject({ real_name: '王小明', id_card: 'A123456789' });
  const before = (await world.call(officeTodo, {}, { token: staff.token })).data.mentors;

  const bare = await world.call(decideMentor, { id: member.id, pass: false }, { token: staff.token });
  expect(bare.data.errors).toEqual({ reason: 'required' });
  const refusal = { id: member.id, pass: false, reason: '請附上教師證' };
  expect((await world.call(decideMentor, refusal, { token: staff.token })).code).toBe(ResultCode.Ok);
  expect((await world.call(getApplication, {}, { token })).data).toMatchObject({
    provider_check_status: 3,
    reason: '請附上教師證',
  });
  expect((await world.inbox(email))[0]?.text).toContain('請附上教師證');
  expect((await world.call(officeTodo, {}, { token: staff.token })).data.mentors).toBe(before - 1);
  const again = await world.call(decideMentor, refusal, { token: staff.token });
  expect(again).toMatchObject({ code: ResultCode.Conflict, data: { reason: FailureReason.StateChanged } });

  await world.call(applyAsMentor, APPLICATION, { token });
  await world.call(decideMentor, { id: member.id, pass: true }, { token: staff.token });
  expect((await world.call(getMemberInfo, {}, { token })).data).toMatchObject({
    provider_check_status: 2,
    is_provider: 1,
  });
  expect(await actionsOn(`application:${member.id}`)).toEqual(['application-refused', 'application-approved']);
});

test('nobody approves their own application, and of two who decide at once one is told so', async () => {
  await world.call(applyAsMentor, APPLICATION, { token: staff.token });
  const own = { id: staff.member.id, pass: true };
  const answer = await world.call(decideMentor, own, { token: staff.token });
  expect(answer).toMatchObject({ code: ResultCode.Forbidden, data: { reason: FailureReason.OwnCase } });
  expect((await world.call(getMemberInfo, {}, { token: staff.token })).data.provider_check_status).toBe(1);
  expect(await actionsOn(`application:${staff.member.id}`)).toEqual([]);

  const { token, member } = await world.member();
  await world.call(applyAsMentor, APPLICATION, { token });
  const decisions = await Promise.all([
    world.call(decideMentor, { id: member.id, pass: true }, { token: staff.token }),
    world.call(decideMentor, { id: member.id, pass: false, reason: 'x' }, { token: staff.token }),
  ]);
  expect(decisions.map(({ code }) => code).sort((a, b) => a - b)).toEqual([ResultCode.Ok, ResultCode.Conflict]);
  expect(await actionsOn(`application:${member.id}`)).toHaveLength(1);
});

let files = 0;
async function fileOf(ownerId: number, type: string): Promise<string> {
  files += 1;
  const key = `${type}/20270115/1800000000000office${files}.${type === 'image' ? 'png' : 'mp4'}`;
  const mime = type === 'image' ? 'image/png' : 'video/mp4';
  await world.db
    .insert(media)
    .values({ ownerId, key, type, mime, maxBytes: 10, size: 5, seconds: 60, createdAt: 1, storedAt: 2 });
  return key;
}

const NOTHING = { zh: '', en: '' };
const NO_LISTS = { zh: [], en: [] };

test('a course is looked at whole, refused with a reason that its mentor sees, and approved when it is mended', async () => {
  const { token, id: mentorId } = await mentorIn(world);
  const [cover, film] = [await fileOf(mentorId, 'image'), await fileOf(mentorId, 'video')];
  const basics = {
    ...{ title: { zh: '線性代數', en: 'Linear algebra' }, subtitle: NOTHING, intro: { zh: '<p>向量</p>', en: '' } },
    ...{ learn: NO_LISTS, requirements: NO_LISTS, audience: NO_LISTS, category_id: categoryId, level: 1, lang: 'zh' },
    ...{ price_cents: 90_000, original_price_cents: 90_000, images: [cover], clip: '', crowdfund: null },
  } as const;
  const made = await world.call(saveCourse, { version: 0, ...basics, images: [cover] }, { token });
  const { id, version } = made.data;
  const unit = { type: 'video' as const, title: { zh: '一', en: '' }, media: film, body_html: '', preview: false };
  const chapters = [{ title: { zh: '第一章', en: '' }, units: [unit] }];
  await world.call(saveOutline, { id, version, chapters }, { token });
  expect((await world.call(submitCourse, { id }, { token })).code).toBe(ResultCode.Ok);

  const english = { token: staff.token, headers: { 'accept-language': 'en' } };
  const { list } = (await world.call(listWaitingCourses, {}, english)).data;
  expect(list).toContainEqual(
    expect.objectContaining({ id, title: 'Linear algebra', price_cents: 90_000, is_update: false }),
  );
  const { data } = await world.call(reviewCourse, { id }, { token: staff.token });
  expect(data).toMatchObject({ mentor: { id: String(mentorId) }, course: { basics: { title: basics.title } } });
  expect(data.videos[film]).toMatch(/^\/media\/\d+\/video\?/);
  expect([data.captions, data.category]).toEqual([{}, '數學']);

  const refusal = { id, pass: false, reason: '影片沒有聲音' };
  expect((await world.call(decideCourseRequest, refusal, { token: staff.token })).code).toBe(ResultCode.Ok);
  expect((await world.call(getManagedCourse, { id }, { token })).data).toMatchObject({
    status: 'refused',
    refuse_reason: '影片沒有聲音',
  });
  await world.call(submitCourse, { id }, { token });
  await world.call(decideCourseRequest, { id, pass: true }, { token: staff.token });
  expect((await world.call(getManagedCourse, { id }, { token })).data.status).toBe('approved');
  const log = await logOf(`course:${id}`);
  expect(log.map(({ action, details }) => [action, details['reason']])).toEqual([
    ['course-refused', '影片沒有聲音'],
    ['course-approved', undefined],
  ]);
  const gone = await world.call(reviewCourse, { id: '999999' }, { token: staff.token });
  expect(gone.code).toBe(ResultCode.NotFound);
});
