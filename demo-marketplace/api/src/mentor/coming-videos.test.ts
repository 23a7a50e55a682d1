import { getManagedCourse, saveOutline } from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { media } from '../db/schema/index.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import { World } from '../testing/world.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

/** A video upload of which some chunks have arrived. */
async function coming(ownerId: number): Promise<string> {
  const key = `video/20270115/1800000000000of${ownerId}.mp4`;
  const row = { ownerId, key, type: 'video', mime: 'video/mp4', maxBytes: 10, createdAt: 1 };
  await world.db.insert(media).values({ ...row, uploadId: key, uploadName: 'a.mp4', uploadSize: 9, uploadAt: 1 });
  return key;
}

test('a unit remembers a video that is on its way to it, and has it once it is there', async () => {
  const { token, id: mentorId } = await mentorIn(world);
  const { id: courseId } = await courseIn(world, { mentorId });
  const id = String(courseId);
  const open = async () => (await world.call(getManagedCourse, { id }, { token })).data;
  const save = async (unit: object) => {
    const film = { type: 'video', title: { zh: '第一課', en: '' }, media: '', body_html: '', preview: false, ...unit };
    const chapters = [{ title: { zh: '章', en: '' }, units: [film] }];
    return (await world.call(saveOutline, { id, version: (await open()).version, chapters }, { token })).data;
  };
  const unitOf = async () => (await open()).chapters[0]?.units[0];

  const upload = await coming(mentorId);
  expect((await save({ upload })).todo).toContain('unit-content');
  expect(await unitOf()).toMatchObject({ media: '', upload });
  expect((await save({ media: upload })).errors).toEqual({ chapters: 'unknown' });

  // An upload of another member, or a removed one, is ignored, and the rest is saved.
  await save({ title: { zh: '新名', en: '' }, upload: await coming((await mentorIn(world)).id) });
  expect(await unitOf()).toMatchObject({ title: { zh: '新名' } });
  expect((await unitOf())?.upload).toBeUndefined();

  await world.db.update(media).set({ storedAt: 2 }).where(eq(media.key, upload));
  expect((await save({ media: upload })).todo).not.toContain('unit-content');
  expect(await unitOf()).toMatchObject({ media: upload });
});
