import {
  addFeedback,
  COMPLAINT_MAX_BYTES,
  getSignedUrl,
  listAllFeedback,
  listFeedback,
  ResultCode,
  type SignedUpload,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { members } from '../db/schema/index.js';
import { World } from '../testing/world.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

/** One transparent pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const sign = (token: string, size: number, type = 'complaint') =>
  world.call(getSignedUrl, { type, filename: 'a.png', size, mime: 'image/png' }, { token });

async function send({ fields }: SignedUpload, file: Buffer): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(file)]), 'a.png');
  const request = new Request('http://market.test/upload', { method: 'POST', body: form });
  const payload = Buffer.from(await request.arrayBuffer());
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  return (await world.app.inject({ method: 'POST', url: '/upload', headers, payload })).statusCode;
}

test('an image goes with feedback, is seen by its sender and the back office, and by nobody without a link', async () => {
  const { token } = await world.member();
  const staff = await world.member();
  await world.db
    .update(members)
    .set({ isStaff: true })
    .where(eq(members.id, Number(staff.member.id)));
  const { data: signed } = await sign(token, PNG.length);
  expect(await send(signed, PNG)).toBe(204);
  const written = { type: 'problem', content: '畫面跑版', image: signed.key } as const;
  expect(await world.call(addFeedback, written, { token })).toMatchObject({
    code: 1,
    msg: '感謝你的回饋，我們會逐一閱讀。',
  });

  const [mine] = (await world.call(listFeedback, {}, { token })).data.list;
  const [theirs] = (await world.call(listAllFeedback, {}, { token: staff.token })).data.list;
  for (const link of [mine?.image ?? '', theirs?.image ?? '']) {
    const shown = await world.app.inject(link);
    expect([shown.statusCode, shown.headers['content-type'], shown.rawPayload.equals(PNG)]).toEqual([
      200,
      'image/png',
      true,
    ]);
    expect(shown.headers['cache-control']).toBe('private, no-store');
  }
  const link = mine?.image ?? '';
  const forged = [link.replace('complaint%2F', 'image%2F'), link.replace(/until=\d/, 'until=9'), '/private-image'];
  for (const url of [...forged, `/files/${signed.key}`]) {
    expect((await world.app.inject(url)).statusCode).toBeGreaterThanOrEqual(400);
  }
  world.clock.advance(16 * 60_000);
  expect((await world.app.inject(link)).statusCode).toBe(403);
});

test('an image above 1 MB is refused before it is sent, and when it is sent all the same', async () => {
  const { token } = await world.member();
  const tooLarge = await sign(token, Math.round(1.1 * COMPLAINT_MAX_BYTES));
  expect(tooLarge).toMatchObject({ code: ResultCode.Invalid, data: { errors: { size: 'too-large' } } });
  const { data: signed } = await sign(token, COMPLAINT_MAX_BYTES);
  expect(await send(signed, Buffer.concat([PNG, Buffer.alloc(Math.round(1.1 * COMPLAINT_MAX_BYTES))]))).toBe(400);
  const answer = await world.call(addFeedback, { type: 'other', content: 'x', image: signed.key }, { token });
  expect(answer).toMatchObject({ code: ResultCode.Invalid, data: { errors: { image: 'unknown' } } });
});

test('an image of somebody else, or of another kind, goes with no feedback', async () => {
  const [ann, ben] = [await world.member(), await world.member()];
  const theirs = (await sign(ben.token, PNG.length)).data;
  const shown = (await sign(ann.token, PNG.length, 'image')).data;
  for (const signed of [theirs, shown]) {
    expect(await send(signed, PNG)).toBe(204);
    const answer = await world.call(
      addFeedback,
      { type: 'other', content: 'x', image: signed.key },
      { token: ann.token },
    );
    expect(answer.code).toBe(ResultCode.Invalid);
  }
  expect((await world.call(listFeedback, {}, { token: ann.token })).data.total).toBe(0);
});

test('feedback says something, is one of the known kinds, and is not sent without end', async () => {
  const { token } = await world.member();
  for (const body of [{ type: 'other', content: '  ' }, { type: 'complaint', content: 'x' }, { type: 'other' }]) {
    expect((await world.call(addFeedback, body, { token })).code).toBe(ResultCode.Invalid);
  }
  const codes: number[] = [];
  for (let sent = 0; sent < 21; sent += 1) {
    codes.push((await world.call(addFeedback, { type: 'other', content: 'x' }, { token })).code);
  }
  expect(codes.filter((code) => code === ResultCode.Ok)).toHaveLength(20);
  expect(codes.at(-1)).toBe(ResultCode.TooMany);
});
