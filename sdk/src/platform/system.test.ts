import { describe, expect, it } from 'vitest';
import { commonVideoCodecs, cryptoRandom } from './system.js';

const capabilities = (...names: string[]) => ({
  getCapabilities: () => ({ codecs: names.map((name) => ({ mimeType: `video/${name}` })) }),
});

describe('commonVideoCodecs', () => {
  it('keeps what both sides can, without repetition and helpers, in the sender\u2019s order', () => {
    const sender = capabilities('VP8', 'rtx', 'H264', 'H264', 'AV1', 'red', 'ulpfec');
    const receiver = capabilities('H264', 'VP8', 'rtx', 'flexfec-03');
    expect(commonVideoCodecs(sender, receiver, [])).toEqual(['VP8', 'H264']);
  });

  it('goes by the side that tells, and by the fallback when none does', () => {
    expect(commonVideoCodecs(undefined, capabilities('VP8'), [])).toEqual(['VP8']);
    expect(commonVideoCodecs(capabilities('H264'), {}, [])).toEqual(['H264']);
    expect(commonVideoCodecs(undefined, undefined, ['VP8'])).toEqual(['VP8']);
  });
});

describe('cryptoRandom', () => {
  it('makes numbers in [0, 1) and version 4 identifiers', () => {
    const number = cryptoRandom.number();
    expect(number).toBeGreaterThanOrEqual(0);
    expect(number).toBeLessThan(1);
    expect(cryptoRandom.uuid()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(cryptoRandom.uuid()).not.toBe(cryptoRandom.uuid());
  });
});
