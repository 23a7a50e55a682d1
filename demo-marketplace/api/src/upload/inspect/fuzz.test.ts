import { fuzzLimitMs, fuzzOptions } from '@lectern/kit/testing';
import fc from 'fast-check';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { film, webm } from '../../testing/films.js';
import { FileTooComplex } from './byte-source.js';
import { inspectFile } from './inspect-file.js';

/** CPU time of one inspection on a slow machine; what was found before cost minutes. */
const BUDGET_MS = 1_000;

const MAX_BYTES = 200_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-inspect-fuzz-'));
});
afterAll(() => rm(folder, { recursive: true }));

const PNG = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex');
const ZIP = Buffer.from('504b0304140000000800000021000000000000000000000000000a00000077', 'hex');
const ID3 = Buffer.from('49443303000000000000fffb9064', 'hex');
const FILES = [
  film(61),
  webm(2.5),
  webm(7, { isStreamed: true }),
  PNG,
  ZIP,
  ID3,
  Buffer.from('%PDF-1.7\n%\n1 0 obj\n<< >>\nendobj\n'),
  Buffer.from('ffd8ffe000104a46494600010100', 'hex'),
  Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'),
  Buffer.from('OggS\0\x02', 'latin1'),
  Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
];

const size = fc.constantFrom(0, 1, 7, 8, 0x7f, 0xff, 0x7fff_ffff, 0xffff_ffff);
const mutation = fc.record({
  kind: fc.constantFrom('flip', 'size', 'cut', 'insert', 'repeat', 'pad'),
  at: fc.nat(400),
  size,
  bytes: fc.uint8Array({ maxLength: 40 }),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

function mutate(file: Buffer, { kind, at, size: claimed, bytes }: Mutation): Buffer {
  const index = at % Math.max(1, file.length);
  const [head, tail] = [file.subarray(0, index), file.subarray(index)];
  switch (kind) {
    case 'flip':
      return Buffer.concat([head, bytes, tail.subarray(bytes.length)]);
    case 'size': {
      const field = Buffer.alloc(4);
      field.writeUInt32BE(claimed);
      return Buffer.concat([head, field, tail.subarray(4)]);
    }
    case 'cut':
      return head;
    case 'insert':
      return Buffer.concat([head, bytes, tail]);
    case 'repeat':
      return Buffer.concat([
        head,
        ...Array.from({ length: Math.min(claimed % 500, MAX_BYTES / tail.length) }, () => tail),
      ]);
    default:
      return Buffer.concat([file, Buffer.alloc(claimed % 10_000)]);
  }
}

const files = fc.oneof(
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
  {
    weight: 9,
    arbitrary: fc
      .record({ file: fc.constantFrom(...FILES), mutations: fc.array(mutation, { maxLength: 5 }) })
      .map(({ file, mutations }) => mutations.reduce(mutate, file)),
  },
);

const options = fuzzOptions(200, 0.5);

test(
  'whatever is uploaded, its inspection ends soon, and says a type and a plausible duration or that it is too complex',
  async () => {
    const path = join(folder, 'upload');
    const property = fc.asyncProperty(files, async (content) => {
      await writeFile(path, content);
      const before = process.cpuUsage();
      try {
        const { mime, seconds = 1 } = await inspectFile({ path, measure: true });
        expect(mime ?? 'a/b').toMatch(/^[\w.+-]+\/[\w.+-]+$/);
        expect(Number.isInteger(seconds) && seconds > 0).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(FileTooComplex);
      }
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1_000).toBeLessThan(BUDGET_MS);
    });
    await fc.assert(property, options);
  },
  fuzzLimitMs(options, 50),
);
