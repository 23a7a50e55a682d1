import { getSignedUrl, MEMBER_UPLOAD_QUOTA_BYTES, type SignedUpload } from '@lectern/marketplace-contract';
import fastify from 'fastify';
import { eq } from 'drizzle-orm';
import { once } from 'node:events';
import { request as ask, type ClientRequest, type IncomingMessage } from 'node:http';
import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { media } from '../db/schema/index.js';
import { film, filmOfBoxes } from '../testing/films.js';
import { World } from '../testing/world.js';
import { diskStorage } from './disk.js';
import { IDLE_MS } from './expiry.js';
import { STALLED_MS } from './single-uploads.js';

const BOUNDARY = 'a-boundary-of-tests';

let world: World;
let origin: string;
let token: string;
let memberId: number;
beforeAll(async () => {
  world = await World.start();
  origin = await world.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(async () => {
  const session = await world.member();
  ({ token } = session);
  memberId = Number(session.member.id);
});
afterAll(async () => {
  world.app.server.closeAllConnections();
  await world.close();
});

async function sign(size: number): Promise<SignedUpload> {
  const request = { type: 'video', filename: 'a.mp4', size, mime: 'video/mp4' } as const;
  return (await world.call(getSignedUrl, request, { token })).data;
}

/** Fills the member's quota except for `bytes`. */
async function leaveRoom(bytes: number): Promise<void> {
  const kept = { ownerId: memberId, key: `video/of/${memberId}`, type: 'video', mime: 'video/mp4', maxBytes: 1 };
  await world.db.insert(media).values({ ...kept, createdAt: 1, storedAt: 2, size: MEMBER_UPLOAD_QUOTA_BYTES - bytes });
}

const rowOf = async ({ key }: SignedUpload) => (await world.db.select().from(media).where(eq(media.key, key)))[0];

/** A form upload whose body is sent in parts. */
class Sending {
  readonly #request: ClientRequest;
  readonly #answer: Promise<IncomingMessage>;

  constructor({ fields }: Pick<SignedUpload, 'fields'>, address = origin) {
    const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    this.#request = ask(`${address}/upload`, { method: 'POST', headers });
    this.#answer = once(this.#request, 'response').then(([response]) => response as IncomingMessage);
    // The test itself may cut the connection.
    this.#answer.catch(() => undefined);
    this.#request.on('error', () => undefined);
    for (const [name, value] of Object.entries(fields)) {
      this.#request.write(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
    }
    const disposition = 'content-disposition: form-data; name="file"; filename="a.mp4"';
    this.#request.write(`--${BOUNDARY}\r\n${disposition}\r\ncontent-type: video/mp4\r\n\r\n`);
  }

  send(part: Buffer): void {
    this.#request.write(part);
  }

  /** @returns the status and body of the response */
  async end(): Promise<[number, string]> {
    this.#request.end(`\r\n--${BOUNDARY}--\r\n`);
    return this.answer();
  }

  async answer(): Promise<[number, string]> {
    const response = await this.#answer;
    let text = '';
    for await (const chunk of response) text += String(chunk);
    return [response.statusCode ?? 0, text];
  }

  leave(): void {
    this.#request.destroy();
  }
}

const refusal = (word: string): string => JSON.stringify({ error: word });
const drafts = (): string => join(world.folder, 'uploads', 'drafts');
/** Bytes on disk of files in progress. */
async function bytesOnDisk(folder: string): Promise<number> {
  const names = await readdir(folder);
  return (await Promise.all(names.map((name) => stat(join(folder, name))))).reduce((sum, { size }) => sum + size, 0);
}
/** Resolves when `bytes` of a form have arrived. */
const arrived = async (signed: SignedUpload, bytes: number): Promise<void> => {
  await expect
    .poll(async () =>
      stat(join(drafts(), (await rowOf(signed))?.receivingId ?? 'none')).then(
        ({ size }) => size,
        () => 0,
      ),
    )
    .toBeGreaterThanOrEqual(bytes);
};

describe('files on their way count against the quota', () => {
  test('with what has arrived, where that is more than was announced', async () => {
    const [first, second] = [await sign(400), await sign(400)];
    await leaveRoom(100_000);
    const slow = new Sending(first);
    slow.send(film(5, 60_000));
    await arrived(first, 60_000);
    const other = new Sending(second);
    other.send(film(5, 60_000));
    expect(await other.end()).toEqual([507, refusal('QuotaExceeded')]);
    expect((await slow.end())[0]).toBe(204);
    expect(await bytesOnDisk(drafts())).toBe(0);
  });

  test('and one that outgrows it is refused as soon as it does', async () => {
    const signed = await sign(400);
    await leaveRoom(100_000);
    const endless = new Sending(signed);
    endless.send(film(5, 110_000));
    expect(await endless.answer()).toEqual([507, refusal('QuotaExceeded')]);
    expect(await bytesOnDisk(drafts())).toBe(0);
  });

  test('with what was announced, before most of it has come', async () => {
    const [first, second] = [await sign(60_000), await sign(400)];
    await leaveRoom(100_000);
    const silent = new Sending(first);
    silent.send(film(5).subarray(0, 20));
    await expect.poll(async () => (await rowOf(first))?.receivingId).toBeTruthy();
    const other = new Sending(second);
    other.send(film(5, 60_000));
    expect((await other.end())[0]).toBe(507);
    // A client that disconnects releases its reservation.
    silent.leave();
    await expect.poll(async () => (await rowOf(first))?.receivingId).toBeNull();
    const again = new Sending(second);
    again.send(film(5, 60_000));
    expect((await again.end())[0]).toBe(204);
  });

  test('beside those that come in pieces', async () => {
    const [first, second] = [await sign(400), await sign(400)];
    await leaveRoom(100_000);
    const slow = new Sending(first);
    slow.send(film(5, 60_000));
    await arrived(first, 60_000);
    const metadata = Object.entries(second.fields).map(([n, value]) => `${n} ${Buffer.from(value).toString('base64')}`);
    const begun = await fetch(origin + new URL(second.pieces).pathname, {
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '60000', 'upload-metadata': metadata.join(',') },
    });
    expect([begun.status, await begun.text()]).toEqual([507, 'QuotaExceeded']);
    expect((await slow.end())[0]).toBe(204);
  });
});

describe('a form has one connection', () => {
  test('at a time: a second one is refused, and the first goes on', async () => {
    const signed = await sign(70_000);
    const first = new Sending(signed);
    const file = film(5, 60_000);
    first.send(file.subarray(0, 30_000));
    await arrived(signed, 30_000);
    const second = new Sending(signed);
    second.send(file);
    expect(await second.end()).toEqual([409, refusal('UploadInProgress')]);
    first.send(file.subarray(30_000));
    expect((await first.end())[0]).toBe(204);
    expect((await rowOf(signed))?.size).toBe(file.length);
  });

  test('and another one, once the first has brought nothing for a minute', async () => {
    const signed = await sign(70_000);
    const first = new Sending(signed);
    const file = film(5, 60_000);
    first.send(file.subarray(0, 30_000));
    await arrived(signed, 30_000);
    world.clock.advance(STALLED_MS);
    const second = new Sending(signed);
    second.send(file);
    expect((await second.end())[0]).toBe(204);
    first.send(file.subarray(30_000));
    expect((await first.end())[0]).toBe(409);
    expect(await bytesOnDisk(drafts())).toBe(0);
  });
});

test('an upload whose client leaves gives its bytes back, and its form is good for another attempt', async () => {
  const signed = await sign(70_000);
  const file = film(5, 60_000);
  const sending = new Sending(signed);
  sending.send(file.subarray(0, 30_000));
  await arrived(signed, 30_000);
  sending.leave();
  await expect.poll(async () => (await rowOf(signed))?.receivingId).toBeNull();
  expect(await bytesOnDisk(drafts())).toBe(0);
  const again = new Sending(signed);
  again.send(file);
  expect((await again.end())[0]).toBe(204);
});

test('a film of a million boxes is refused, and one beside it is taken', async () => {
  const [hostile, good] = [await sign(9_000_000), await sign(70_000)];
  const slow = new Sending(hostile);
  slow.send(filmOfBoxes(1_000_000));
  const sending = new Sending(good);
  sending.send(film(5, 60_000));
  const [bad, taken] = await Promise.all([slow.end(), sending.end()]);
  expect(bad).toEqual([400, refusal('FileTooComplex')]);
  expect(taken[0]).toBe(204);
});

test('what a process left behind when it ended is removed after an hour, and its form forgotten', async () => {
  const signed = await sign(70_000);
  const left = join(drafts(), 'left-behind');
  await writeFile(left, film(5, 60_000));
  const at = world.clock.now() / 1_000;
  await utimes(left, at, at);
  const lease = { receivingId: 'left-behind', uploadAt: world.clock.now() };
  await world.db.update(media).set(lease).where(eq(media.key, signed.key));
  world.clock.advance(IDLE_MS / 2);
  await world.parts.idle();
  expect(await bytesOnDisk(drafts())).toBeGreaterThan(60_000);
  // Without any call, the job removes the upload.
  for (let minutes = 0; minutes < 40; minutes += 10) {
    world.clock.advance(600_000);
    await world.parts.idle();
  }
  expect(await bytesOnDisk(drafts())).toBe(0);
  expect((await rowOf(signed))?.receivingId).toBeNull();
  world.clock.advance(600_000);
  await world.parts.idle();
  expect(await rowOf(signed)).toBeUndefined();
});

test('an upload in pieces of which nothing has come is forgotten after an hour', async () => {
  const signed = await sign(60_000);
  const metadata = Object.entries(signed.fields).map(([n, value]) => `${n} ${Buffer.from(value).toString('base64')}`);
  const begun = await fetch(origin + new URL(signed.pieces).pathname, {
    method: 'POST',
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '60000', 'upload-metadata': metadata.join(',') },
  });
  expect(begun.status).toBe(201);
  const pieces = join(world.folder, 'uploads', 'pieces');
  expect(await readdir(pieces)).toHaveLength(1);
  world.clock.advance(IDLE_MS + 1);
  await world.parts.idle();
  expect(await readdir(pieces)).toHaveLength(0);
  expect(await rowOf(signed)).toBeUndefined();
});

test('the check of a file ends when its client leaves', async () => {
  const signed = await sign(70_000);
  const app = fastify();
  let begun = (): void => undefined;
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  const ended = new Promise<unknown>((resolve) => {
    void app.register(diskStorage, {
      folder: world.folder,
      bucket: undefined,
      clock: world.clock,
      forms: { read: () => ({ key: signed.key, mime: 'video/mp4', maxBytes: 1_000_000, expiresAt: 0 }) },
      uploadIntake: {
        single: world.parts.uploadIntake.single,
        take: (_file, signal) =>
          new Promise<void>((_resolve, reject) => {
            begun();
            signal?.addEventListener('abort', () => {
              resolve(signal.reason);
              reject(signal.reason as Error);
            });
          }),
      },
    });
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const sending = new Sending(signed, address);
  sending.send(film(5, 60_000));
  const answer = sending.end();
  answer.catch(() => undefined);
  await isBegun;
  sending.leave();
  expect(await ended).toMatchObject({ name: 'ClientLeft' });
  await expect.poll(async () => (await rowOf(signed))?.receivingId).toBeNull();
  await app.close();
});
