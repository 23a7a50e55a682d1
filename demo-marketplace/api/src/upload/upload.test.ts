import { getProfile, getSignedUrl, ResultCode, updateProfile, type SignedUpload } from '@lectern/marketplace-contract';
import { symlink } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { World } from '../testing/world.js';
import { SingleUploads } from './single-uploads.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

/** One transparent pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const HTML = Buffer.from('<!doctype html><script>alert(1)</script>');

const picture = { type: 'image', filename: '我的 貓.PNG', size: PNG.length, mime: 'image/png' } as const;

async function sign(token: string, request: object = {}): Promise<SignedUpload> {
  const answer = await world.call(
    getSignedUrl,
    { ...picture, ...request },
    { token, headers: { host: 'market.test' } },
  );
  expect(answer.code).toBe(ResultCode.Ok);
  return answer.data;
}

async function send(fields: Readonly<Record<string, string>>, file: Buffer | undefined, filename = 'x.png') {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file !== undefined) form.append('file', new Blob([new Uint8Array(file)]), filename);
  const request = new Request('http://market.test/upload', { method: 'POST', body: form });
  return world.app.inject({
    method: 'POST',
    url: '/upload',
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}

test('a picture is signed, posted to the storage, shown, and made the member’s own', async () => {
  const { token } = await world.member();
  const signed = await sign(token);
  const at = world.clock.now();
  expect(signed).toMatchObject({
    host: 'http://market.test/upload',
    key: `image/20270115/${at}我的-貓.png`,
    content_type: 'image/png',
    max_size: 10 * 1024 * 1024,
    expire: Math.floor(at / 1000) + 600,
    fields: { key: signed.key, policy: signed.policy, signature: signed.signature, 'Content-Type': 'image/png' },
  });
  // Refused before the file is stored.
  expect((await world.call(updateProfile, { headimg: signed.key }, { token })).code).toBe(ResultCode.Invalid);
  expect((await send(signed.fields, PNG)).statusCode).toBe(204);

  const shown = await world.app.inject(signed.url);
  expect(shown.rawPayload).toEqual(PNG);
  expect(shown.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect((await world.call(updateProfile, { headimg: signed.key }, { token })).data.headimg).toBe(signed.url);

  const thief = await world.member();
  const stolen = await world.call(updateProfile, { headimg: signed.key }, { token: thief.token });
  expect(stolen).toMatchObject({ code: ResultCode.Invalid, data: { errors: { headimg: 'unknown' } } });
  await world.call(updateProfile, { headimg: '' }, { token });
  expect((await world.call(getProfile, {}, { token })).data.headimg).toBe('');
});

describe('the payload of the specification, the type alone', () => {
  const JPEG = Buffer.from(
    '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
    'base64',
  );
  const HOST = { host: 'market.test' };

  test('is signed for a JPEG of any size that the type allows', async () => {
    const { token } = await world.member();
    const answer = await world.call(getSignedUrl, { type: 'image' }, { token, headers: HOST });
    expect(answer).toMatchObject({
      code: ResultCode.Ok,
      data: { host: 'http://market.test/upload', content_type: 'image/jpeg', max_size: 10 * 1024 * 1024 },
    });
    const { key, fields, url } = answer.data;
    expect(key).toBe(`image/20270115/${world.clock.now()}.jpg`);
    expect((await send(fields, JPEG, 'x.jpg')).statusCode).toBe(204);
    const shown = await world.app.inject(url);
    expect([shown.rawPayload, shown.headers['content-type']]).toEqual([JPEG, 'image/jpeg']);
  });

  test('may say how the file is called, which says what it is', async () => {
    const { token } = await world.member();
    const { data } = await world.call(getSignedUrl, { type: 'image', filename: 'Cat.PNG' }, { token, headers: HOST });
    expect([data.content_type, data.key]).toEqual(['image/png', expect.stringMatching(/^image\/\d+\/\d+Cat\.png$/)]);
    expect((await send(data.fields, PNG)).statusCode).toBe(204);
    const other = await world.call(
      getSignedUrl,
      { type: 'licence', filename: 'licence.pdf' },
      { token, headers: HOST },
    );
    expect(other.data.content_type).toBe('application/pdf');
    const unknown = await world.call(getSignedUrl, { type: 'image', filename: 'page.html' }, { token, headers: HOST });
    expect(unknown).toMatchObject({ code: ResultCode.Invalid, data: { errors: { filename: 'wrong-type' } } });
  });
});

test('where the disk is full that is said, and the form is good for another attempt', async () => {
  const { token } = await world.member();
  const signed = await sign(token);
  const open = SingleUploads.prototype.open;
  const opened = vi.spyOn(SingleUploads.prototype, 'open').mockImplementationOnce(async function (
    this: SingleUploads,
    ...args: Parameters<typeof open>
  ) {
    const upload = await open.apply(this, args);
    await symlink('/dev/full', upload.path);
    return upload;
  });
  const full = await send(signed.fields, PNG);
  opened.mockRestore();
  expect([full.statusCode, full.json()]).toEqual([507, { error: 'InsufficientStorage' }]);
  expect((await send(signed.fields, PNG)).statusCode).toBe(204);
});

test('the same name in the same millisecond is another key', async () => {
  const [a, b] = [await world.member(), await world.member()];
  const keys = await Promise.all([a, b, a].map(async ({ token }) => (await sign(token)).key));
  expect(new Set(keys).size).toBe(3);
});

describe('the storage refuses', () => {
  let token: string;
  beforeAll(async () => {
    ({ token } = await world.member());
  });

  test('what is not what it says it is', async () => {
    for (const file of [HTML, PDF]) {
      const signed = await sign(token);
      const answer = await send(signed.fields, file);
      expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'InvalidContentType' }]);
      expect((await world.app.inject(signed.url)).statusCode).toBe(404);
    }
  });

  test.each([
    ['another key', { key: 'image/20270115/1800000000000other.png' }],
    ['another type', { 'Content-Type': 'image/jpeg' }],
    ['another signature', { signature: 'AAAA' }],
    ['no signature', { signature: '' }],
  ])('a form with %s', async (_title, change) => {
    const signed = await sign(token);
    expect((await send({ ...signed.fields, ...change }, PNG)).statusCode).toBe(403);
  });

  test('a policy that was changed', async () => {
    const signed = await sign(token);
    const policy = Buffer.from(
      Buffer.from(signed.policy, 'base64').toString().replace('10485760', '99999999'),
    ).toString('base64');
    expect((await send({ ...signed.fields, policy }, PNG)).statusCode).toBe(403);
  });

  test('a form that is too old', async () => {
    const signed = await sign(token);
    world.clock.advance(600_000);
    expect((await send(signed.fields, PNG)).statusCode).toBe(403);
  });

  test('a second file for one form', async () => {
    const signed = await sign(token);
    expect((await send(signed.fields, PNG)).statusCode).toBe(204);
    expect((await send(signed.fields, PNG)).statusCode).toBe(409);
  });

  test('a file that is larger than was allowed, or empty, or missing', async () => {
    const signed = await sign(token, { type: 'complaint' });
    const large = Buffer.concat([PNG, Buffer.alloc(1024 * 1024)]);
    expect((await send(signed.fields, large)).json()).toEqual({ error: 'EntityTooLarge' });
    expect((await send(signed.fields, Buffer.alloc(0))).json()).toEqual({ error: 'EntityTooSmall' });
    expect((await send(signed.fields, undefined)).json()).toEqual({ error: 'InvalidArgument' });
    expect((await send(signed.fields, PNG)).statusCode).toBe(204);
  });

  test('what is no form at all', async () => {
    const answer = await world.app.inject({ method: 'POST', url: '/upload', payload: { key: 'x' } });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
  });
});

test('a licence is taken, but shown to nobody', async () => {
  const { token } = await world.member();
  const licence = { type: 'licence', filename: '../../etc/執照.html', size: PDF.length, mime: 'application/pdf' };
  const signed = await sign(token, licence);
  expect(signed.key).toMatch(/^licence\/\d{8}\/\d{13}-etc-執照\.pdf$/);
  expect(signed.url).toBe('');
  expect((await send(signed.fields, PDF, 'x.pdf')).statusCode).toBe(204);
  expect((await world.app.inject(`/files/${encodeURI(signed.key)}`)).statusCode).toBe(404);
});

test.each([
  [{ size: 10 * 1024 * 1024 + 1 }, { size: 'too-large' }],
  [{ size: 0 }, { size: 'out-of-range' }],
  [{ mime: 'image/svg+xml' }, { mime: 'wrong-type' }],
  [{ type: 'program' }, { type: 'malformed' }],
  [{ type: 'licence', mime: 'image/png' }, { mime: 'wrong-type' }],
])('%j is not signed', async (change, errors) => {
  const { token } = await world.member();
  const answer = await world.call(getSignedUrl, { ...picture, ...change }, { token });
  expect(answer).toMatchObject({ code: ResultCode.Invalid, data: { errors } });
});
