import { addFeedback, exportData, ResultCode, updateProfile } from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enroll } from '../courses/index.js';
import { enrollments, quizAttempts, unitProgress } from '../db/schema/index.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import { PASSWORD, World } from '../testing/world.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

test('members have what is kept of them as a file: theirs, all of it, and no secret', async () => {
  const { token, email, member } = await world.member();
  const other = await world.member();
  const course = await courseIn(world, { mentorId: (await mentorIn(world)).id });
  const now = world.clock.now();
  const [unitId = 0] = course.unitIds;
  for (const [id, score] of [
    [member.id, 67],
    [other.member.id, 33],
  ] as const) {
    await world.db.transaction((tx) => enroll(tx, { memberId: Number(id), courseId: course.id, source: 'free', now }));
    const [seat] = await world.db
      .select({ id: enrollments.id })
      .from(enrollments)
      .where(eq(enrollments.memberId, Number(id)));
    const at = { enrollmentId: seat?.id ?? 0, unitId };
    await world.db.insert(unitProgress).values({ ...at, second: score, play: 'a-play', step: 1, updatedAt: now });
    await world.db.insert(quizAttempts).values({ ...at, answers: [], score, isPassed: false, createdAt: now });
  }
  await world.call(updateProfile, { interests: ['數學', '吉他'] }, { token });
  await world.call(addFeedback, { type: 'other', content: '我的意見' }, { token });
  await world.call(addFeedback, { type: 'other', content: '別人的意見' }, { token: other.token });
  const { code, data } = await world.call(exportData, { password: PASSWORD }, { token });
  expect(code).toBe(ResultCode.Ok);
  expect(data.filename).toBe(`lectern-${member.id}-2027-01-15.json`);
  expect(JSON.parse(data.json)).toMatchObject({
    exportedAt: new Date(now).toISOString(),
    profile: { id: Number(member.id), name: '王小明', certificateName: '', interests: ['數學', '吉他'] },
    accounts: [{ channel: 'email', account: email }],
    courses: [{ titleZh: '高中數學', source: 'free', createdAt: new Date(now).toISOString() }],
    learned: [{ unitId, second: 67, updatedAt: new Date(now).toISOString() }],
    quizzes: [{ unitId, score: 67, createdAt: new Date(now).toISOString() }],
    feedback: [{ content: '我的意見' }],
    orders: [],
  });
  for (const foreign of [other.email, '別人的意見', PASSWORD, 'passwordHash', 'Sealed', token]) {
    expect(data.json).not.toContain(foreign);
  }
  expect((await world.call(exportData, { password: PASSWORD }, {})).code).toBe(ResultCode.LoginRequired);
});
