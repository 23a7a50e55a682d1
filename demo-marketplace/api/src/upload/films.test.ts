import { CLIP_MAX_SECONDS, getSignedUrl, ResultCode, type UploadType } from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { media } from '../db/schema/index.js';
import { film } from '../testing/films.js';
import { World } from '../testing/world.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

async function send(token: string, type: UploadType, file: Buffer) {
  const request = { type, filename: 'film.mp4', size: file.length, mime: 'video/mp4' };
  const { data } = await world.call(getSignedUrl, request, { token, headers: { host: 'market.test' } });
  const form = new FormData();
  for (const [name, value] of Object.entries(data.fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(file)]), 'film.mp4');
  const posted = new Request('http://market.test/upload', { method: 'POST', body: form });
  const response = await world.app.inject({
    method: 'POST',
    url: '/upload',
    headers: { 'content-type': posted.headers.get('content-type') ?? '' },
    payload: Buffer.from(await posted.arrayBuffer()),
  });
  return { response, signed: data };
}

const secondsOf = async (key: string) => {
  const [row] = await world.db.select().from(media).where(eq(media.key, key));
  return row?.storedAt === null ? undefined : row?.seconds;
};

test('a clip under 5 minutes is taken, knows its length, and is everybody’s to see, in pieces too', async () => {
  const { token } = await world.member();
  const { response, signed } = await send(token, 'clip', film(CLIP_MAX_SECONDS - 1));
  expect(response.statusCode).toBe(204);
  expect(await secondsOf(signed.key)).toBe(CLIP_MAX_SECONDS - 1);
  const piece = await world.app.inject({ url: signed.url, headers: { range: 'bytes=4-7' } });
  expect(piece.statusCode).toBe(206);
  expect(piece.body).toBe('ftyp');
});

test('a clip of 5 minutes is refused, and what does not say how long it is', async () => {
  const { token } = await world.member();
  const long = await send(token, 'clip', film(CLIP_MAX_SECONDS));
  expect(long.response.statusCode).toBe(400);
  expect(long.response.json()).toEqual({ error: 'ClipTooLong' });
  expect(await secondsOf(long.signed.key)).toBeUndefined();
  const empty = await send(token, 'clip', film(0));
  expect(empty.response.json()).toEqual({ error: 'InvalidContentType' });
});

test('a lesson may be longer, and is nobody’s to fetch by its name', async () => {
  const { token } = await world.member();
  const { response, signed } = await send(token, 'video', film(3_600));
  expect(response.statusCode).toBe(204);
  expect(signed.url).toBe('');
  expect(await secondsOf(signed.key)).toBe(3_600);
  expect((await world.app.inject(`/files/${signed.key}`)).statusCode).toBe(404);
});

test.each<[UploadType, number]>([
  ['clip', 50],
  ['video', 800],
])('a %s must be under %d MB', async (type, megabytes) => {
  const { token } = await world.member();
  const size = megabytes * 1024 * 1024;
  const request = { type, filename: 'film.mp4', mime: 'video/mp4' };
  const refused = await world.call(getSignedUrl, { ...request, size }, { token });
  expect(refused.data.errors).toEqual({ size: 'too-large' });
  expect((await world.call(getSignedUrl, { ...request, size: size - 1 }, { token })).code).toBe(ResultCode.Ok);
});
