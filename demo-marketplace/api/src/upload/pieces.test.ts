import {
  completeUpload,
  FailureReason,
  getSignedUrl,
  getUnfinishedUpload,
  ResultCode,
  MEMBER_UPLOAD_QUOTA_BYTES,
  UPLOAD_QUOTA_BYTES,
  type SignedUpload,
} from '@lectern/marketplace-contract';
import { eq } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { request as ask } from 'node:http';
import { appendFile, readdir, rename, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { media } from '../db/schema/index.js';
import { HOUSEKEEPING_JOB } from '../housekeeping.js';
import { enqueue } from '../jobs/index.js';
import { film } from '../testing/films.js';
import { mentorIn } from '../testing/courses.js';
import { World } from '../testing/world.js';
import { DiskObjectStore } from './object-store.js';
import { OPEN_UPLOADS_MAX, UploadIntake } from './upload-intake.js';

const DAY_MS = 86_400_000;
const PROTOCOL = { 'tus-resumable': '1.0.0' };

let world: World;
let origin: string;
beforeAll(async () => {
  world = await World.start();
  origin = await world.app.listen({ host: '127.0.0.1', port: 0 });
});
const ended: World[] = [];
/** The world whose data and clock all others share. */
const first = (): World => ended[0] ?? world;
afterAll(async () => {
  for (const one of [...ended.reverse(), world]) await one.close();
});

/** Kills the server in the middle of its work and starts another one on the same data. */
async function restart(): Promise<void> {
  world.app.server.closeAllConnections();
  await world.app.close();
  const { folder: dataDir, schema: databaseSchema, clock } = first();
  ended.push(world);
  world = await World.start({ dataDir, databaseSchema, clock });
  origin = await world.app.listen({ host: '127.0.0.1', port: 0 });
}

/** Signed addresses name the public host, which tests reach under another origin. */
const here = (address: string): string => origin + new URL(address, origin).pathname;

async function sign(token: string, size: number): Promise<SignedUpload> {
  const request = { type: 'video', filename: '第一課.mp4', size, mime: 'video/mp4' } as const;
  return (await world.call(getSignedUrl, request, { token })).data;
}

const metadataOf = (fields: Readonly<Record<string, string>>): string =>
  Object.entries({ ...fields, filename: '第一課.mp4' })
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

/** Creates a resumable upload. */
const begin = (signed: SignedUpload, size: number, change: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(here(signed.pieces), {
    method: 'POST',
    headers: {
      ...PROTOCOL,
      'upload-length': String(size),
      'upload-metadata': metadataOf({ ...signed.fields, ...change }),
    },
  });

async function begun(token: string, file: Buffer): Promise<{ signed: SignedUpload; address: string }> {
  const signed = await sign(token, file.length);
  const answer = await begin(signed, file.length);
  expect(answer.status).toBe(201);
  return { signed, address: here(answer.headers.get('location') ?? '') };
}

const send = (address: string, piece: Buffer, offset: number): Promise<Response> =>
  fetch(address, {
    method: 'PATCH',
    headers: { ...PROTOCOL, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(piece),
  });

async function offsetOf(address: string): Promise<number> {
  const answer = await fetch(address, { method: 'HEAD', headers: PROTOCOL });
  return answer.status === 200 ? Number(answer.headers.get('upload-offset')) : -answer.status;
}

const isStored = async (key: string): Promise<boolean> => {
  const [row] = await world.db.select().from(media).where(eq(media.key, key));
  return row !== undefined && row.storedAt !== null;
};

const piecesFolder = (): string => join(first().folder, 'uploads', 'pieces');
const piecesLeft = (): Promise<string[]> => readdir(piecesFolder());

test('a lesson comes in pieces, and is the mentor’s once the last one is there', async () => {
  const { token } = await world.member();
  const file = film(60, 300_000);
  const { signed, address } = await begun(token, file);
  expect((await send(address, file.subarray(0, 100_000), 0)).headers.get('upload-offset')).toBe('100000');
  expect(await isStored(signed.key)).toBe(false);
  expect((await world.call(completeUpload, { key: signed.key }, { token })).data.errors).toEqual({ key: 'unknown' });
  expect((await send(address, file.subarray(100_000), 100_000)).status).toBe(204);
  expect(await isStored(signed.key)).toBe(true);
  // A client that lost the last response asks again.
  expect(await offsetOf(address)).toBe(file.length);
  expect((await world.call(completeUpload, { key: signed.key }, { token })).data).toEqual({
    ...{ key: signed.key, url: '', mime: 'video/mp4', size: file.length, seconds: 60 },
  });
});

/** Starts a chunk and stalls; resolves when the server has written part of it. */
async function stallIn(address: string, piece: Buffer, offset: number, after: number): Promise<void> {
  const sending = ask(address, {
    method: 'PATCH',
    headers: {
      ...PROTOCOL,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      'content-length': piece.length,
    },
  });
  // The server is killed during the request.
  sending.on('error', () => undefined);
  sending.write(piece.subarray(0, after));
  const path = join(piecesFolder(), address.split('/').at(-1) ?? '');
  await expect.poll(async () => (await stat(path)).size).toBeGreaterThan(offset);
}

test('after the server was ended in the middle of a piece, the upload is gone on with where it was', async () => {
  const { token } = await world.member();
  const file = film(60, 3_000_000);
  const { signed, address } = await begun(token, file);
  expect((await send(address, file.subarray(0, 1_000_000), 0)).status).toBe(204);
  await stallIn(address, file.subarray(1_000_000), 1_000_000, 500_000);
  await restart();

  const unfinished = await world.call(getUnfinishedUpload, { key: signed.key }, { token });
  const { received, address: again } = unfinished.data;
  expect(unfinished.data).toMatchObject({ name: '第一課.mp4', size: file.length, mime: 'video/mp4' });
  expect(received).toBeGreaterThan(1_000_000);
  expect(received).toBeLessThan(file.length);
  expect(await offsetOf(here(again))).toBe(received);
  expect((await send(here(again), file.subarray(received), received)).status).toBe(204);
  expect((await world.call(completeUpload, { key: signed.key }, { token })).data).toMatchObject({
    ...{ size: file.length, seconds: 60 },
  });
});

test('an upload whose server ended before it looked at the last piece is looked at when that is asked', async () => {
  const { token } = await world.member();
  const file = film(7, 10_000);
  const { signed, address } = await begun(token, file);
  await appendFile(join(piecesFolder(), address.split('/').at(-1) ?? ''), file);
  expect(await offsetOf(address)).toBe(file.length);
  expect(await isStored(signed.key)).toBe(false);
  // Concurrent calls: one of them moves the file while the others inspect it.
  const many = Array.from({ length: 8 }, () => world.call(completeUpload, { key: signed.key }, { token }));
  expect((await Promise.all(many)).map(({ data }) => data.seconds)).toEqual(many.map(() => 7));
  expect(await isStored(signed.key)).toBe(true);
});

test('a call that comes between the move of the file and its record waits for the record', async () => {
  const { token } = await world.member();
  const file = film(7, 10_000);
  const { signed, address } = await begun(token, file);
  await appendFile(join(piecesFolder(), address.split('/').at(-1) ?? ''), file);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let hasMoved = false;
  const put = DiskObjectStore.prototype.put;
  vi.spyOn(DiskObjectStore.prototype, 'put').mockImplementationOnce(async function (
    this: DiskObjectStore,
    ...args: Parameters<typeof put>
  ) {
    await put.apply(this, args);
    hasMoved = true;
    await released;
  });
  const measured = vi.spyOn(UploadIntake.prototype, 'receivedOf');
  try {
    const earlier = world.call(completeUpload, { key: signed.key }, { token });
    await expect.poll(() => hasMoved).toBe(true);
    measured.mockClear();
    const later = world.call(completeUpload, { key: signed.key }, { token });
    await expect.poll(() => measured.mock.settledResults.at(0)?.value).toBe(0);
    release();
    expect((await Promise.all([earlier, later])).map(({ data }) => data.seconds)).toEqual([7, 7]);
  } finally {
    release();
    vi.restoreAllMocks();
  }
});

test('where the disk is full nothing of what arrived is lost, and the upload goes on when there is room', async () => {
  const { token } = await world.member();
  const file = film(7, 10_000);
  const { signed, address } = await begun(token, file);
  const path = join(piecesFolder(), address.split('/').at(-1) ?? '');
  await rename(path, `${path}.kept`);
  await symlink('/dev/full', path);
  const answer = await send(address, file, 0);
  expect([answer.status, await answer.text()]).toEqual([507, 'InsufficientStorage']);
  expect(await offsetOf(address)).toBe(0);
  await rename(`${path}.kept`, path);
  expect((await send(address, file, 0)).status).toBe(204);
  expect((await world.call(completeUpload, { key: signed.key }, { token })).data).toMatchObject({ seconds: 7 });
});

describe('the storage refuses', () => {
  let token: string;
  beforeAll(async () => {
    ({ token } = await world.member());
  });

  test.each([
    ['another key', { key: 'video/20270115/1800000000000other.mp4' }],
    ['another type', { 'Content-Type': 'video/webm' }],
    ['another signature', { signature: 'AAAA' }],
  ])('to begin with a form with %s', async (_title, change) => {
    const signed = await sign(token, 1_000);
    expect((await begin(signed, 1_000, change)).status).toBe(403);
  });

  test('to begin with a form that is too old', async () => {
    const signed = await sign(token, 1_000);
    first().clock.advance(600_000);
    expect((await begin(signed, 1_000)).status).toBe(403);
  });

  test('a second upload for one form', async () => {
    const { signed } = await begun(token, film(5));
    expect((await begin(signed, 1_000)).status).toBe(409);
  });

  test('more than a lesson may be, or nothing', async () => {
    const signed = await sign(token, 1_000);
    expect((await begin(signed, 800 * 1024 * 1024)).status).toBe(413);
    expect((await begin(signed, 0)).status).toBe(400);
    expect((await begin(signed, 1_000)).status).toBe(201);
  });

  test('more bytes than were announced', async () => {
    const file = film(5, 10_000);
    const { address } = await begun(token, file);
    expect((await send(address, Buffer.concat([file, Buffer.alloc(1)]), 0)).status).toBe(413);
    expect(await offsetOf(address)).toBe(0);
  });

  test('what is no film, by its first piece', async () => {
    const file = randomBytes(100_000);
    const { signed, address } = await begun(token, file);
    const answer = await send(address, file.subarray(0, 50_000), 0);
    expect([answer.status, await answer.text()]).toEqual([400, 'InvalidContentType']);
    expect(await offsetOf(address)).toBe(-404);
    expect((await world.call(getUnfinishedUpload, { key: signed.key }, { token })).code).toBe(ResultCode.NotFound);
  });

  test('what begins as a film but does not say how long it is, when all of it is there', async () => {
    const file = film(0, 10_000);
    const { signed, address } = await begun(token, file);
    expect((await send(address, file.subarray(0, 6_000), 0)).status).toBe(204);
    const answer = await send(address, file.subarray(6_000), 6_000);
    expect([answer.status, await answer.text()]).toEqual([400, 'InvalidContentType']);
    expect(await isStored(signed.key)).toBe(false);
  });

  test('another place than where it is', async () => {
    const file = film(5, 10_000);
    const { address } = await begun(token, file);
    expect((await send(address, file.subarray(5_000), 5_000)).status).toBe(409);
    expect(await offsetOf(address)).toBe(0);
  });
});

test('an upload is nobody else’s to ask for, and its address shows nothing', async () => {
  const { token } = await world.member();
  const thief = await world.member();
  const { signed, address } = await begun(token, film(5, 10_000));
  for (const action of [getUnfinishedUpload, completeUpload]) {
    expect((await world.call(action, { key: signed.key }, { token: thief.token })).code).toBe(ResultCode.NotFound);
  }
  expect((await fetch(address, { headers: PROTOCOL })).status).toBe(404);
});

test('an upload that is cancelled is gone', async () => {
  const { token } = await world.member();
  const file = film(5, 10_000);
  const { signed, address } = await begun(token, file);
  await send(address, file.subarray(0, 6_000), 0);
  const before = await piecesLeft();
  expect((await fetch(address, { method: 'DELETE', headers: PROTOCOL })).status).toBe(204);
  expect((await piecesLeft()).length).toBe(before.length - 1);
  expect((await world.call(getUnfinishedUpload, { key: signed.key }, { token })).code).toBe(ResultCode.NotFound);
});

test('a member has no more than some unfinished uploads', async () => {
  const { token } = await world.member();
  for (let n = 0; n < OPEN_UPLOADS_MAX; n += 1) await begun(token, film(5));
  const answer = await begin(await sign(token, 1_000), 1_000);
  expect([answer.status, await answer.text()]).toEqual([429, 'TooManyUploads']);
});

describe('a member keeps no more than there is room for', () => {
  const request = { type: 'video', filename: 'x.mp4', mime: 'video/mp4' } as const;
  /** A member with `bytes` of quota left. */
  async function memberWithRoom(bytes: number, isMentor = false): Promise<string> {
    const { token, member } = await (isMentor ? mentorIn(world) : world.member());
    const quota = isMentor ? UPLOAD_QUOTA_BYTES : MEMBER_UPLOAD_QUOTA_BYTES;
    const row = {
      ownerId: Number(member.id),
      type: 'video',
      mime: 'video/mp4',
      maxBytes: 1,
      createdAt: 1,
      storedAt: 2,
    };
    await world.db.insert(media).values({ ...row, key: `video/of/${member.id}`, size: quota - bytes });
    return token;
  }

  test.each([
    ['everybody', false],
    ['who sells courses, and keeps more', true],
  ])('of %s: in what is there and in what forms announce, as long as they are good', async (_who, isMentor) => {
    const token = await memberWithRoom(1_000, isMentor);
    expect((await world.call(getSignedUrl, { ...request, size: 501 }, { token })).code).toBe(ResultCode.Ok);
    const refused = await world.call(getSignedUrl, { ...request, size: 500 }, { token });
    expect(refused.data.reason).toBe(FailureReason.StorageFull);
    first().clock.advance(600_000);
    expect((await world.call(getSignedUrl, { ...request, size: 500 }, { token })).code).toBe(ResultCode.Ok);
  });

  test('whatever was announced: two that do not fit together are not both taken', async () => {
    const token = await memberWithRoom(1_000);
    const forms = [await sign(token, 400), await sign(token, 400)];
    const answers = await Promise.all(forms.map((signed) => begin(signed, 600)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 507]);
  });
});

test('housekeeping forgets uploads that nobody went on with for three days', async () => {
  const { token } = await world.member();
  const file = film(5, 10_000);
  const old = await begun(token, file);
  const young = await begun(token, file);
  await send(old.address, file.subarray(0, 5_000), 0);
  first().clock.advance(2 * DAY_MS);
  await send(young.address, file.subarray(0, 5_000), 0);
  first().clock.advance(DAY_MS + 1);
  await world.db.transaction((tx) => enqueue(tx, { kind: HOUSEKEEPING_JOB, payload: {}, runAt: first().clock.now() }));
  await world.parts.idle();
  expect(await offsetOf(old.address)).toBe(-404);
  expect(await offsetOf(young.address)).toBe(5_000);
});
