import { completeUpload, getSignedUrl, type SignedUpload } from '@lectern/marketplace-contract';
import { appendFile } from 'node:fs/promises';
import { request as ask, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { film } from '../testing/films.js';
import { World } from '../testing/world.js';
import { InspectionPool } from './inspect/index.js';

/** Above the bytes that tell a type. */
const FIRST_PIECE = 10_000;
const LEFT = [{ name: 'ClientLeft' }];
const PROTOCOL = { 'tus-resumable': '1.0.0' };

let world: World;
let origin: string;
let token: string;
beforeAll(async () => {
  world = await World.start();
  origin = await world.app.listen({ host: '127.0.0.1', port: 0 });
  token = (await world.member()).token;
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.close());

/** Inspections that end only when they are aborted. */
class Inspections {
  readonly #begun: (() => void)[] = [];
  readonly reasons: unknown[] = [];
  /** Resolves when one has begun. */
  readonly hasBegun = new Promise<void>((resolve) => this.#begun.push(resolve));

  constructor() {
    vi.spyOn(InspectionPool.prototype, 'inspect').mockImplementation(
      (_task, { signal }) =>
        new Promise((_resolve, reject) => {
          for (const resolve of this.#begun) resolve();
          signal?.addEventListener('abort', () => {
            this.reasons.push(signal.reason);
            reject(signal.reason as Error);
          });
        }),
    );
  }
}

const here = (address: string): string => origin + new URL(address, origin).pathname;

async function begun(size: number): Promise<{ signed: SignedUpload; address: string }> {
  const request = { type: 'video', filename: 'a.mp4', size, mime: 'video/mp4' } as const;
  const signed = (await world.call(getSignedUrl, request, { token })).data;
  const metadata = Object.entries(signed.fields).map(([n, value]) => `${n} ${Buffer.from(value).toString('base64')}`);
  const headers = { ...PROTOCOL, 'upload-length': String(size), 'upload-metadata': metadata.join() };
  const answer = await fetch(here(signed.pieces), { method: 'POST', headers });
  return { signed, address: here(answer.headers.get('location') ?? '') };
}

/** Sends a whole request whose answer nobody reads. */
function sent(address: string, method: string, headers: Record<string, string>, body: Buffer | string): ClientRequest {
  const request = ask(address, { method, headers });
  // The test itself cuts the connection.
  request.on('error', () => undefined);
  request.end(body);
  return request;
}

const sendPiece = (address: string, piece: Buffer): ClientRequest =>
  sent(
    address,
    'PATCH',
    { ...PROTOCOL, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    piece,
  );

async function offsetOf(address: string): Promise<number> {
  const answer = await fetch(address, { method: 'HEAD', headers: PROTOCOL });
  return Number(answer.headers.get('upload-offset'));
}

/** Cuts the connection during the inspection; resolves with the reasons for its end. */
async function endOf(inspections: Inspections, request: ClientRequest): Promise<readonly unknown[]> {
  await inspections.hasBegun;
  request.destroy();
  await vi.waitUntil(() => inspections.reasons.length > 0);
  return inspections.reasons;
}

test('the check of a first piece ends when its client leaves, who can go on with the upload', async () => {
  const file = film(7, 3 * FIRST_PIECE);
  const { address } = await begun(file.length);
  expect(await endOf(new Inspections(), sendPiece(address, file.subarray(0, FIRST_PIECE)))).toMatchObject(LEFT);
  await expect.poll(() => offsetOf(address)).toBe(FIRST_PIECE);
});

test('the check of a whole file in pieces ends when its client leaves, who can ask for it again', async () => {
  const file = film(7, 2_000);
  const { signed, address } = await begun(file.length);
  expect(await endOf(new Inspections(), sendPiece(address, file))).toMatchObject(LEFT);
  vi.restoreAllMocks();
  expect((await world.call(completeUpload, { key: signed.key }, { token })).data).toMatchObject({ seconds: 7 });
});

test('the check that an action asks for ends when its client leaves', async () => {
  const file = film(7, 2_000);
  const { signed, address } = await begun(file.length);
  await appendFile(join(world.folder, 'uploads', 'pieces', address.split('/').at(-1) ?? ''), file);
  const headers = { 'content-type': 'application/json', authorization: token };
  const body = JSON.stringify({ key: signed.key });
  expect(await endOf(new Inspections(), sent(origin + completeUpload.path, 'POST', headers, body))).toMatchObject(LEFT);
});
