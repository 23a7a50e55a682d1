import { describe, expect, it } from 'vitest';
import { type CachedPacket, PacketCache } from './cache.js';

const RATE = 90_000;
const packet = (sequence: number, ms: number): CachedPacket => ({
  sequence,
  timestamp: ((ms * RATE) / 1000) % 2 ** 32,
  marker: true,
  payload: Buffer.from([sequence & 0xff]),
});
const kept = (cache: PacketCache, last: number): number[] =>
  Array.from({ length: last + 1 }, (_, sequence) => sequence).filter((sequence) => cache.get(sequence) !== undefined);

describe('packets kept for resending', () => {
  it('are the last ones of a fast stream', () => {
    const cache = new PacketCache(4, RATE);
    for (let sequence = 0; sequence < 10; sequence++) cache.put(packet(sequence, sequence));
    expect(kept(cache, 9)).toEqual([6, 7, 8, 9]);
  });

  it('are those of the last five seconds of a slow one, whatever was lost of it', () => {
    const cache = new PacketCache(1_000, RATE);
    for (const sequence of [0, 1, 2, 4, 5, 7, 8]) cache.put(packet(sequence, sequence * 1_000));
    expect(kept(cache, 8)).toEqual([4, 5, 7, 8]);
    // A late packet is kept as long as its neighbours.
    cache.put(packet(6, 6_000));
    cache.put(packet(10, 10_500));
    expect(kept(cache, 10)).toEqual([6, 7, 8, 10]);
  });

  it('do not go when timestamps begin anew at 2^32, or late ones come first', () => {
    const cache = new PacketCache(1_000, RATE);
    const wrap = Math.floor((2 ** 32 / RATE) * 1_000);
    cache.put(packet(7, wrap - 1_000));
    cache.put(packet(6, wrap - 1_100));
    cache.put(packet(8, wrap + 1_000));
    expect(kept(cache, 8)).toEqual([6, 7, 8]);
    cache.put(packet(9, wrap + 5_000));
    expect(kept(cache, 9)).toEqual([8, 9]);
  });
});
