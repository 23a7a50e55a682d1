// @vitest-environment node
import type { UploadOptions } from 'tus-js-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '../../../api/client.js';
import { LessonUpload, UPLOAD_MOVES, UploadState, type UploadPlace, type UploadPorts } from './lesson-upload.js';

const KEY = 'video/20270115/1800000000000a.mp4';
const FILE = new File([new Uint8Array(1_000)], '第一課.mp4', { type: 'video/mp4' });
const ARRIVED = { key: KEY, url: '', mime: 'video/mp4', size: 1_000, seconds: 60 };
const FORM: UploadPlace = { endpoint: '/upload/pieces', fields: { key: KEY, policy: 'p' } };

/** A fake of the protocol library's connection; the test sets its outcome. */
interface Wire {
  readonly options: UploadOptions;
  readonly aborts: (boolean | undefined)[];
}
let wires: Wire[];
let waits: { readonly delayMs: number; readonly callback: () => void }[];
let found: { readonly address: string; readonly received: number } | undefined;
let complete: UploadPorts['complete'];
let now: number;

beforeEach(() => {
  [wires, waits, found, now] = [[], [], undefined, 0];
  complete = async () => ARRIVED;
});

const ports: UploadPorts = {
  load: async () => (_file, options) => {
    const wire: Wire = { options, aborts: [] };
    return { start: () => void wires.push(wire), abort: async (isForGood) => void wire.aborts.push(isForGood) };
  },
  complete: (key) => complete(key),
  find: async () => found,
  now: () => now,
  later: (delayMs, callback) => {
    const wait = { delayMs, callback };
    waits.push(wait);
    return () => {
      waits = waits.filter((one) => one !== wait);
    };
  },
};

/** Everything that was promised by now is done. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

async function begun(place: UploadPlace = FORM): Promise<LessonUpload> {
  const upload = new LessonUpload(KEY, FILE, place, ports);
  await settled();
  return upload;
}

const wire = (): Wire => {
  const last = wires.at(-1);
  if (last === undefined) throw new Error('nothing was opened');
  return last;
};
const answered = (status: number) =>
  Object.assign(new Error('tus'), { originalResponse: status === 0 ? null : { getStatus: () => status } });
const breakBy = async (status: number): Promise<void> => {
  wire().options.onError?.(answered(status) as never);
  await settled();
};
const stateOf = (upload: LessonUpload): UploadState => upload.state.getSnapshot().state;

test('is sent with its form, tells how far it is and how fast, and is done when the server has looked at it', async () => {
  const upload = await begun();
  expect(wire().options).toMatchObject({ endpoint: '/upload/pieces', metadata: { key: KEY, filename: '第一課.mp4' } });
  wire().options.onProgress?.(100, 1_000);
  now = 2_000;
  wire().options.onProgress?.(500, 1_000);
  expect(upload.state.getSnapshot()).toMatchObject({ state: 'sending', sent: 500, perSecond: 200 });
  wire().options.onSuccess?.({} as never);
  expect(stateOf(upload)).toBe('checking');
  await settled();
  expect(upload.state.getSnapshot()).toMatchObject({ state: 'done', file: ARRIVED });
});

test('goes on where another page has left it', async () => {
  const upload = await begun({ address: '/upload/pieces/1', received: 400 });
  expect(upload.state.getSnapshot().sent).toBe(400);
  expect(wire().options).toMatchObject({ uploadUrl: '/upload/pieces/1' });
  expect(wire().options.endpoint).toBeUndefined();
});

test.each([0, 500, 503, 409, 423])(
  'waits and goes on by itself after a break (%d), later each time',
  async (status) => {
    const upload = await begun();
    found = { address: '/upload/pieces/9', received: 300 };
    await breakBy(status);
    expect(stateOf(upload)).toBe('waiting');
    waits[0]?.callback();
    await settled();
    expect(stateOf(upload)).toBe('sending');
    // The response to the creation may have been lost, so the state is requested.
    expect(wire().options).toMatchObject({ uploadUrl: '/upload/pieces/9' });
    await breakBy(status);
    await breakBy(status);
    expect(waits.map(({ delayMs }) => delayMs)).toEqual([2_000]);
    waits[0]?.callback();
    await settled();
    wire().options.onProgress?.(400, 1_000);
    await breakBy(status);
    // Progress resets the delay between retries.
    expect(waits.map(({ delayMs }) => delayMs)).toEqual([1_000]);
  },
);

test('waits for room where the disk of the server is full, and goes on where it was', async () => {
  const upload = await begun();
  wire().options.onProgress?.(400, 1_000);
  await breakBy(507);
  expect(upload.state.getSnapshot()).toMatchObject({ state: 'full', sent: 400 });
  waits[0]?.callback();
  await settled();
  expect(stateOf(upload)).toBe('sending');
});

test('of the retries that are left behind by a pause, none runs', async () => {
  const upload = await begun();
  await breakBy(0);
  upload.pause();
  expect([stateOf(upload), waits]).toEqual(['paused', []]);
  upload.resume();
  await settled();
  expect(stateOf(upload)).toBe('sending');
});

test('is paused by its mentor, and what the old connection still says counts no more', async () => {
  const upload = await begun();
  const old = wire();
  old.options.onProgress?.(100, 1_000);
  upload.pause();
  await settled();
  expect(old.aborts).toEqual([false]);
  old.options.onProgress?.(900, 1_000);
  old.options.onError?.(answered(0) as never);
  expect(upload.state.getSnapshot()).toMatchObject({ state: 'paused', sent: 100, perSecond: undefined });
  upload.resume();
  await settled();
  expect(wires).toHaveLength(2);
});

test.each([
  [400, 'mentor.file.refused'],
  [404, 'mentor.upload.expired'],
  [429, 'mentor.upload.tooMany'],
])('what the server refuses (%d) is not tried again, and %s is said', async (status, problem) => {
  const upload = await begun();
  await breakBy(status);
  expect(upload.state.getSnapshot()).toMatchObject({ state: 'failed', problem });
  upload.resume();
  expect(stateOf(upload)).toBe('failed');
});

test('what the server refuses when it has all of it, has failed; when it does not answer, it is asked again', async () => {
  complete = () => Promise.reject(new TypeError('gone'));
  const away = await begun();
  wire().options.onSuccess?.({} as never);
  await settled();
  expect(stateOf(away)).toBe('waiting');

  complete = () => Promise.reject(new ApiError('no', 'invalid'));
  const refused = await begun();
  wire().options.onSuccess?.({} as never);
  await settled();
  expect(stateOf(refused)).toBe('failed');
});

test('is cancelled for good, and the server is told', async () => {
  const upload = await begun();
  await upload.cancel();
  expect([stateOf(upload), wire().aborts]).toEqual(['cancelled', [true]]);
  upload.resume();
  expect(stateOf(upload)).toBe('cancelled');
});

describe('the table of moves', () => {
  const states = Object.values(UploadState);
  test('names every state, and each can be reached', () => {
    expect(Object.keys(UPLOAD_MOVES).sort()).toEqual([...states].sort());
    const reached = new Set(states.flatMap((state) => UPLOAD_MOVES[state]));
    expect([...reached].sort()).toEqual([...states].sort());
  });
  test.each(['done', 'cancelled'] as const)('%s is the end', (state) => {
    expect(UPLOAD_MOVES[state]).toEqual([]);
  });
});
