import { FailureReason, getManagedCourse, ResultCode, saveCourse, saveOutline } from '@lectern/marketplace-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mentorIn } from '../testing/courses.js';
import { World } from '../testing/world.js';
import { BODY_MAX_BYTES } from '../http/body-limit.js';

const UNITS = 300;
const CHARACTERS = 20_000;
const EMPTY = { zh: '', en: '' };
const NO_LISTS = { zh: [], en: [] };
const BASICS = {
  ...{ title: { zh: '線性代數', en: '' }, subtitle: EMPTY, intro: EMPTY, category_id: null, level: 1, lang: 'zh' },
  ...{ learn: NO_LISTS, requirements: NO_LISTS, audience: NO_LISTS, images: [], clip: '', crowdfund: null },
  ...{ price_cents: 0, original_price_cents: 0 },
} as const;

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const body = '學'.repeat(CHARACTERS);
/** The maximum number of units, the last one with a text of its own. */
const chaptersWith = (lastBody: string, otherBody = '') => {
  const units = Array.from({ length: UNITS }, (_one, index) => ({
    ...({ type: 'article', title: EMPTY, media: '', preview: false } as const),
    body_html: index === UNITS - 1 ? lastBody : otherBody,
  }));
  return [{ title: EMPTY, units }];
};

const made = async () => {
  const { token } = await mentorIn(world);
  const { data } = await world.call(saveCourse, { version: 0, ...BASICS }, { token });
  return { token, id: data.id, version: data.version };
};

test('a course with 300 units of 20,000 Chinese characters is saved whole', async () => {
  const { token, id, version } = await made();
  const saved = await world.call(saveOutline, { id, version, chapters: chaptersWith(body, body) }, { token });
  expect(saved.code).toBe(ResultCode.Ok);
  const { data } = await world.call(getManagedCourse, { id }, { token });
  expect(data.chapters[0]?.units.map((unit) => unit.body_html.length)).toEqual(Array(UNITS).fill(CHARACTERS));
});

test('one character more is refused with the field and its limit, in the language of the mentor', async () => {
  const { token, id, version } = await made();
  const chapters = chaptersWith(`${body}學`);
  const field = 'chapters.0.units.299.body_html';
  const refused = await world.call(saveOutline, { id, version, chapters }, { token });
  expect(refused).toMatchObject({
    code: ResultCode.Invalid,
    msg: `${field}：最多 20,000 個字元。`,
    data: {
      reason: FailureReason.Invalid,
      errors: { [field]: 'too-long' },
      limits: { [field]: { maximum: CHARACTERS, unit: 'characters' } },
    },
  });
  const headers = { 'accept-language': 'en' };
  const { msg } = await world.call(saveOutline, { id, version, chapters }, { token, headers });
  expect(msg).toBe(`${field}: at most 20,000 characters.`);
});

test('one unit more is refused with the list and its limit', async () => {
  const { token, id, version } = await made();
  const [unit] = chaptersWith('')[0]?.units.slice(-1) ?? [];
  // Each chapter is within its limit, and the sum exceeds the limit of the course.
  const chapters = [200, 101].map((length) => ({ title: EMPTY, units: Array(length).fill(unit) }));
  expect(await world.call(saveOutline, { id, version, chapters }, { token })).toMatchObject({
    code: ResultCode.Invalid,
    data: { errors: { chapters: 'too-long' }, limits: { chapters: { maximum: UNITS, unit: 'items' } } },
  });
  const images = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm'];
  const { data } = await world.call(saveCourse, { id, version, ...BASICS, images }, { token });
  expect(data).toMatchObject({ errors: { images: 'too-long' }, limits: { images: { unit: 'items' } } });
});

const send = (payload: string, headers: Record<string, string> = {}) =>
  world.app.inject({
    method: 'POST',
    url: saveOutline.path,
    headers: { 'content-type': 'application/json', 'accept-language': 'en', ...headers },
    payload,
  });

test('a body beyond what the action takes is refused with the size that it may have', async () => {
  const { token } = await made();
  const answer = await send(`"${'x'.repeat(BODY_MAX_BYTES)}"`, { authorization: token });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    code: ResultCode.Invalid,
    msg: 'This is too much to send at once: at most 32 MB. Shorten it, or split it up.',
    data: { reason: FailureReason.Invalid, max_body_bytes: BODY_MAX_BYTES },
  });
  const chinese = await send(`"${'x'.repeat(BODY_MAX_BYTES)}"`, { authorization: token, 'accept-language': 'zh-TW' });
  expect(chinese.json()).toMatchObject({ msg: '一次送出的內容過大，最多 32 MB，請縮短或分次送出。' });
});

test.each([
  ['a visitor', async () => ({}), FailureReason.LoginRequired],
  ['a learner', async () => ({ authorization: (await world.member()).token }), FailureReason.WrongRole],
] as const)('the body of %s is not even read', async (_who, headersOf, reason) => {
  // Malformed JSON: if the body were read, the reason would be `invalid`.
  const answer = await send('{'.repeat(100_000), await headersOf());
  expect(answer.json()).toMatchObject({ data: { reason } });
});
