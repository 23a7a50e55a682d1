import { completeUpload, getSignedUrl, ResultCode, type SignedUpload } from '@lectern/marketplace-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { S3Server } from '../testing/s3-server.js';
import { FakeClock } from '@lectern/kit/testing';
import { film } from '../testing/films.js';
import { World } from '../testing/world.js';
import { signPolicy } from './s3-forms.js';

/** One transparent pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const GIF = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');

describe.each(['disk', 's3'] as const)('a storage: %s', (kind) => {
  const clock = new FakeClock();
  let s3: S3Server | undefined;
  let world: World;
  let origin: string;
  let token: string;
  beforeAll(async () => {
    s3 = kind === 's3' ? await S3Server.start(clock) : undefined;
    world = await World.start({ clock, s3: s3?.options });
    origin = await world.app.listen({ host: '127.0.0.1', port: 0 });
    ({ token } = await world.member());
  });
  afterAll(async () => {
    await world.close();
    await s3?.close();
  });

  async function sign(file: Buffer, more: object = {}): Promise<SignedUpload> {
    const request = { type: 'image', filename: '貓 1.png', size: file.length, mime: 'image/png', ...more };
    return (await world.call(getSignedUrl, request, { token, headers: { host: new URL(origin).host } })).data;
  }

  async function post({ host, fields }: SignedUpload, file: Buffer, change: object = {}): Promise<number> {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, ...change })) form.append(name, String(value));
    form.append('file', new Blob([new Uint8Array(file)]), 'x');
    return (await fetch(host, { method: 'POST', body: form })).status;
  }

  const complete = ({ key }: SignedUpload) => world.call(completeUpload, { key }, { token });
  /** Content at an address, redirects followed, or the status of a failure. */
  async function shown(url: string): Promise<Buffer | number> {
    const response = await fetch(origin + url);
    return response.ok ? Buffer.from(await response.arrayBuffer()) : response.status;
  }

  test('a picture is posted as its form says, completed, and everybody’s to see', async () => {
    const signed = await sign(PNG);
    expect(await post(signed, PNG)).toBe(204);
    const { key, url } = signed;
    expect((await complete(signed)).data).toEqual({ key, url, mime: 'image/png', size: PNG.length, seconds: 0 });
    expect(await shown(url)).toEqual(PNG);
    // A repetition succeeds, for a client that lost the response.
    expect((await complete(signed)).code).toBe(ResultCode.Ok);
  });

  test('nothing was posted: nothing is completed', async () => {
    expect((await complete(await sign(PNG))).data.errors).toEqual({ key: 'unknown' });
  });

  test('what is not what it says never is anybody’s to see', async () => {
    const signed = await sign(PNG);
    await post(signed, GIF);
    expect((await complete(signed)).code).toBe(ResultCode.Invalid);
    expect(await shown(signed.url)).toBe(404);
  });

  test('what people have seen does not change behind its address', async () => {
    const signed = await sign(PNG);
    await post(signed, PNG);
    await complete(signed);
    await post(signed, Buffer.concat([PNG, PNG]));
    await complete(signed);
    expect(await shown(signed.url)).toEqual(PNG);
  });

  test.each([
    ['another key', { key: 'image/20270115/1800000000000other.png' }],
    ['another type', { 'Content-Type': 'image/gif' }],
    ['another policy', { policy: Buffer.from('{}').toString('base64') }],
  ])('a form with %s is refused', async (_title, change) => {
    expect(await post(await sign(PNG), PNG, change)).toBe(403);
  });

  test('a form that is too old is refused, and a file that is larger than it allows', async () => {
    const large = await sign(PNG, { type: 'complaint' });
    expect(await post(large, Buffer.alloc(1024 * 1024 + 1))).toBe(400);
    const signed = await sign(PNG);
    clock.advance(600_000);
    expect(await post(signed, PNG)).toBe(403);
  });

  test('a lesson comes in pieces, too', async () => {
    const file = film(60, 20_000);
    const signed = await sign(file, { type: 'video', filename: 'a.mp4', mime: 'video/mp4' });
    const tus = { 'tus-resumable': '1.0.0' };
    const metadata = Object.entries(signed.fields).map(([n, value]) => `${n} ${Buffer.from(value).toString('base64')}`);
    const begun = await fetch(signed.pieces, {
      method: 'POST',
      headers: { ...tus, 'upload-length': String(file.length), 'upload-metadata': metadata.join(',') },
    });
    expect(begun.status).toBe(201);
    const sent = await fetch(origin + (begun.headers.get('location') ?? ''), {
      method: 'PATCH',
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(file),
    });
    expect(sent.status).toBe(204);
    expect((await complete(signed)).data).toMatchObject({ size: file.length, seconds: 60 });
    if (s3 !== undefined) expect(s3.objects.get(signed.key)?.bytes).toEqual(file);
  });
});

test('policies are signed as AWS’s own example is', () => {
  const policy = `eyAiZXhwaXJhdGlvbiI6ICIyMDE1LTEyLTMwVDEyOjAwOjAwLjAwMFoiLA0KICAiY29uZGl0aW9ucyI6IFsNCiAgICB7ImJ1Y2tldCI6ICJzaWd2NGV4YW1wbGVidWNrZXQifSwNCiAgICBbInN0YXJ0cy13aXRoIiwgIiRrZXkiLCAidXNlci91c2VyMS8iXSwNCiAgICB7ImFjbCI6ICJwdWJsaWMtcmVhZCJ9LA0KICAgIHsic3VjY2Vzc19hY3Rpb25fcmVkaXJlY3QiOiAiaHR0cDovL3NpZ3Y0ZXhhbXBsZWJ1Y2tldC5zMy5hbWF6b25hd3MuY29tL3N1Y2Nlc3NmdWxfdXBsb2FkLmh0bWwifSwNCiAgICBbInN0YXJ0cy13aXRoIiwgIiRDb250ZW50LVR5cGUiLCAiaW1hZ2UvIl0sDQogICAgeyJ4LWFtei1tZXRhLXV1aWQiOiAiMTQzNjUxMjM2NTEyNzQifSwNCiAgICB7IngtYW16LXNlcnZlci1zaWRlLWVuY3J5cHRpb24iOiAiQUVTMjU2In0sDQogICAgWyJzdGFydHMtd2l0aCIsICIkeC1hbXotbWV0YS10YWciLCAiIl0sDQoNCiAgICB7IngtYW16LWNyZWRlbnRpYWwiOiAiQUtJQUlPU0ZPRE5ON0VYQU1QTEUvMjAxNTEyMjkvdXMtZWFzdC0xL3MzL2F3czRfcmVxdWVzdCJ9LA0KICAgIHsieC1hbXotYWxnb3JpdGhtIjogIkFXUzQtSE1BQy1TSEEyNTYifSwNCiAgICB7IngtYW16LWRhdGUiOiAiMjAxNTEyMjlUMDAwMDAwWiIgfQ0KICBdDQp9`;
  const keys = { secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', region: 'us-east-1' };
  expect(signPolicy(policy, keys, '20151229')).toBe('8afdbf4008c03f22c2cd3cdb72e4afbb1f6a588f3255ac628749a66d7f09699e');
});
