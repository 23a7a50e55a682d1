import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { BlobFile } from './blob-file.js';

describe('BlobFile', () => {
  it('is what was written last at each place, like a file on disk', async () => {
    const write = fc.record({ start: fc.nat(30), bytes: fc.uint8Array({ minLength: 1, maxLength: 12 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(write, { maxLength: 12 }), async (writes) => {
        const file = new BlobFile();
        const expected = new Uint8Array(Math.max(0, ...writes.map(({ start, bytes }) => start + bytes.length)));
        for (const { start, bytes } of writes) {
          file.write(start, new Uint8Array(bytes));
          expected.set(bytes, start);
        }
        const blob = file.toBlob('video/webm');
        expect(blob.type).toBe('video/webm');
        expect(new Uint8Array(await blob.arrayBuffer())).toEqual(expected);
      }),
    );
  });
});
