import { getManagedCourse, saveOutline, submitCourse } from '@lectern/marketplace-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { courseIn, mentorIn } from '../testing/courses.js';
import { World } from '../testing/world.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

test('a course with a chapter that has nothing in it cannot be submitted', async () => {
  const { id: mentorId, token } = await mentorIn(world);
  const id = String((await courseIn(world, { mentorId })).id);
  const { version, chapters } = (await world.call(getManagedCourse, { id }, { token })).data;
  const empty = { title: { zh: '之後再補', en: '' }, units: [] };
  const saved = (await world.call(saveOutline, { id, version, chapters: [...chapters, empty] }, { token })).data;
  expect(saved.todo).toContain('outline');
  expect((await world.call(submitCourse, { id }, { token })).data.reason).toBe('course-incomplete');
  const mended = await world.call(saveOutline, { id, version: saved.version, chapters }, { token });
  expect(mended.data.todo).not.toContain('outline');
});
