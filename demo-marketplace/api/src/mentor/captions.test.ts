import { getCaptions, playAuth, saveCaptions, UploadType } from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { media, units } from '../db/schema/index.js';
import { courseIn, mentorIn } from '../testing/courses.js';
import { World } from '../testing/world.js';
import { InspectionPool, Refused } from '../upload/index.js';

let world: World;
beforeAll(async () => (world = await World.start()));
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.close());

const SRT = '1\r\n00:00:01,000 --> 00:00:02,500\r\n<b>Hello</b> & welcome\r\n';
const VTT = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHello & welcome\n';

let files = 0;

/** A mentor with a video in a lesson that everybody may watch. */
async function mentorWithVideo() {
  const mentor = await mentorIn(world);
  const { unitIds } = await courseIn(world, { mentorId: mentor.id });
  const key = `video/20270115/${(files += 1)}captions.mp4`;
  const file = { ownerId: mentor.id, key, type: UploadType.Video, mime: 'video/mp4', maxBytes: 9, size: 5 };
  const [made] = await world.db
    .insert(media)
    .values({ ...file, seconds: 60, createdAt: 1, storedAt: 2 })
    .returning({ id: media.id });
  const [unitId = 0] = unitIds;
  await world.db
    .update(units)
    .set({ mediaId: made?.id ?? 0 })
    .where(eq(units.id, unitId));
  return { ...mentor, key, unitId: String(unitId), mediaId: made?.id ?? 0 };
}

test('captions in SRT are kept as WebVTT, given to learners, changed and removed', async () => {
  const mentor = await mentorWithVideo();
  const save = (lang: 'zh' | 'en', text: string) => world.call(saveCaptions, { media: mentor.key, lang, text }, mentor);
  const shown = async () => (await world.call(playAuth, { unit_id: mentor.unitId })).data.captions;
  expect(await shown()).toEqual([]);
  expect((await save('en', SRT)).data.list).toEqual([{ lang: 'en', text: VTT }]);
  await save('zh', VTT.replace('Hello & welcome', '你好'));
  const [english, chinese] = await shown();
  expect([english?.lang, chinese?.lang]).toEqual(['en', 'zh']);
  expect((await world.app.inject({ url: english?.url ?? '' })).body).toBe(VTT);
  await save('en', VTT.replace('Hello', 'Good morning'));
  const { data } = await world.call(getCaptions, { media: mentor.key }, mentor);
  expect(data.list.map(({ text }) => text.split('\n')[3])).toEqual(['Good morning & welcome', '你好']);
  expect(data.video).toMatch(/^\/media\/\d+\/video\?/);
  expect((await save('en', '')).data.list.map(({ lang }) => lang)).toEqual(['zh']);
});

test('captions that cannot be read are refused and change nothing', async () => {
  const mentor = await mentorWithVideo();
  await world.call(saveCaptions, { media: mentor.key, lang: 'en', text: VTT }, mentor);
  for (const text of ['Hello', '00:00:02,000 --> 00:00:01,000\nHello']) {
    const { data } = await world.call(saveCaptions, { media: mentor.key, lang: 'en', text }, mentor);
    expect(data).toMatchObject({ reason: 'invalid', errors: { text: 'malformed' } });
  }
  expect((await world.call(getCaptions, { media: mentor.key }, mentor)).data.list).toEqual([{ lang: 'en', text: VTT }]);
});

test('captions are of one’s own videos only', async () => {
  const mentor = await mentorWithVideo();
  const other = await mentorIn(world);
  const body = { media: mentor.key, lang: 'en', text: VTT } as const;
  expect((await world.call(saveCaptions, body, other)).data.reason).toBe('not-found');
  expect((await world.call(getCaptions, { media: mentor.key }, other)).data.reason).toBe('not-found');
  expect((await world.call(saveCaptions, { ...body, media: 'video/none.mp4' }, mentor)).data.reason).toBe('not-found');
  await world.db.update(media).set({ storedAt: null }).where(eq(media.id, mentor.mediaId));
  expect((await world.call(saveCaptions, body, mentor)).data.reason).toBe('not-found');
  expect((await world.call(saveCaptions, body, await world.member())).code).not.toBe(1);
});

test('a text that a worker gives up is refused, and one that finds all of them busy comes later', async () => {
  const mentor = await mentorWithVideo();
  const save = () => world.call(saveCaptions, { media: mentor.key, lang: 'en', text: SRT }, mentor);
  const check = vi.spyOn(InspectionPool.prototype, 'checkCaptions');
  check.mockRejectedValueOnce(new Refused(400, 'FileTooComplex'));
  expect((await save()).data.errors).toEqual({ text: 'malformed' });
  check.mockRejectedValueOnce(new Refused(503, 'SlowDown'));
  expect((await save()).data.reason).toBe('unavailable');
  expect((await world.call(getCaptions, { media: mentor.key }, mentor)).data.list).toEqual([]);
  expect((await save()).data.list).toEqual([{ lang: 'en', text: VTT }]);
  expect(check).toHaveBeenCalledTimes(3);
});
