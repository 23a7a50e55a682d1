import { mkdtemp, open, readFile, rm, truncate, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repairWebm } from './repair.js';
import { decodeAll, ffmpeg, probe } from './testing/ffmpeg.js';
import { recordedFile } from './testing/recorded-file.js';
import { HEADER_BYTES } from './webm-header.js';
import { readWebm } from './webm-reader.js';

const STARTED_AT = 1_800_000_000_000;

let folder: string;
let complete: string;
let unfinished: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-repair-'));
  complete = join(folder, 'complete.webm');
  const recorded = await recordedFile(folder, { seconds: 8, startedAt: STARTED_AT });
  unfinished = recorded.unfinished;
  await writeFile(complete, recorded.complete);
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** A file on a disk that takes five more bytes at its end. */
async function openOnFullDisk(path: string): Promise<FileHandle> {
  const handle = await open(path, 'r+');
  const write = handle.write.bind(handle) as (...args: [Buffer, number, number, number]) => Promise<object>;
  let room = 5;
  const limited = async (bytes: Buffer, from: number, length: number, position: number): Promise<object> => {
    const { size } = await handle.stat();
    const isInside = position + length <= size;
    if (!isInside && room === 0) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    const taken = isInside ? length : Math.min(length, room);
    if (!isInside) room -= taken;
    return write(bytes, from, taken, position);
  };
  return Object.assign(handle, { write: limited });
}

describe('a file whose writer was killed', () => {
  it('gets its length and index, and can be played from anywhere', async () => {
    const file = join(folder, 'killed.webm');
    // Truncated within a cluster, as by a kill.
    await writeFile(file, unfinished.subarray(0, unfinished.length - 1_000));
    const content = await repairWebm(file);
    expect(content).toMatchObject({ startedAt: STARTED_AT, kinds: { audio: true, video: true } });
    expect(content?.video).toEqual({ codec: 'VP8', width: 320, height: 180 });
    const { format } = await probe(file);
    expect(Number(format.duration) * 1000).toBeCloseTo(content!.durationMs, 0);
    expect(Number(format.duration)).toBeGreaterThan(3.9);
    await decodeAll(file);
    const from = await ffmpeg('-ss', '3', '-i', file, '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'gray', '-');
    expect(from).toHaveLength(320 * 180);
    expect((await readWebm(file))?.isComplete).toBe(true);
  });

  it('is read to the last whole cluster, wherever it ends', async () => {
    const file = join(folder, 'anywhere.webm');
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: unfinished.length }), async (length) => {
        await writeFile(file, unfinished.subarray(0, length));
        const content = await repairWebm(file);
        if (content === undefined) return;
        expect(content.bytes).toBe((await readFile(file)).length);
        expect(await repairWebm(file)).toEqual(content);
      }),
      { numRuns: 40 },
    );
  });

  it('gets its length alone where there is no room for the index, and can be played', async () => {
    const file = join(folder, 'full-disk.webm');
    await writeFile(file, unfinished.subarray(0, unfinished.length - 1_000));
    const content = await repairWebm(file, (path) => openOnFullDisk(path));
    expect(content?.bytes).toBe((await readFile(file)).length);
    const { format } = await probe(file);
    expect(Number(format.duration) * 1000).toBeCloseTo(content!.durationMs, 0);
    await decodeAll(file);
    const from = await ffmpeg('-ss', '3', '-i', file, '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'gray', '-');
    expect(from).toHaveLength(320 * 180);
  });

  it('is left alone once it is complete', async () => {
    const before = await readFile(complete);
    const content = await repairWebm(complete);
    expect((await readFile(complete)).equals(before)).toBe(true);
    expect(content?.bytes).toBe(before.length);
    expect(Math.abs(content!.durationMs - 8_000)).toBeLessThan(100);
  });

  it('without a whole cluster holds nothing', async () => {
    const file = join(folder, 'empty.webm');
    await writeFile(file, unfinished);
    await truncate(file, HEADER_BYTES + 10);
    expect(await repairWebm(file)).toBeUndefined();
    await writeFile(file, '');
    expect(await repairWebm(file)).toBeUndefined();
  });
});
