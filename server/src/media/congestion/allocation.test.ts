import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AllocatedStream, allocate, costOf, nextCapacity, reallocate } from './allocation.js';

const CAMERA = [{ bitrate: 100_000 }, { bitrate: 300_000 }, { bitrate: 1_200_000 }];

function camera(id: string, given: Partial<AllocatedStream> = {}): AllocatedStream {
  return { id, kind: 'video', layers: CAMERA, wanted: 2, isPreferred: false, pixels: 100, ...given };
}

function voice(id: string): AllocatedStream {
  return { id, kind: 'audio', layers: [{ bitrate: 40_000 }], wanted: 0, isPreferred: false, pixels: 0 };
}

const stream = fc.record({
  kind: fc.constantFrom('audio' as const, 'video' as const),
  layers: fc.array(fc.record({ bitrate: fc.nat(2_000_000) }), { minLength: 1, maxLength: 3 }),
  wanted: fc.integer({ min: -1, max: 3 }),
  isPreferred: fc.boolean(),
  pixels: fc.nat(1_000_000),
  isSingle: fc.boolean(),
});
const streams = fc
  .array(stream, { maxLength: 30 })
  .map((all) => all.map((entry, index): AllocatedStream => ({ ...entry, id: `s${index}` })));
const capacity = fc.nat(20_000_000);

describe('allocation of a capacity', () => {
  test('never exceeds the capacity, but for sound', () => {
    fc.assert(
      fc.property(streams, capacity, (all, bitrate) => {
        const allocation = allocate(all, bitrate);
        const sound = costOf(
          all.filter(({ kind }) => kind === 'audio'),
          allocation,
        );
        expect(costOf(all, allocation)).toBeLessThanOrEqual(Math.max(bitrate, sound));
      }),
    );
  });

  test('never refuses sound that is wanted', () => {
    fc.assert(
      fc.property(streams, capacity, (all, bitrate) => {
        const allocation = allocate(all, bitrate);
        const sounds = all.filter(({ kind }) => kind === 'audio');
        const given = sounds.map(({ id }) => allocation.get(id));
        expect(given).toEqual(sounds.map(({ wanted }) => (wanted >= 0 ? 0 : -1)));
      }),
    );
  });

  test('takes nothing from any stream when the capacity grows', () => {
    fc.assert(
      fc.property(streams, capacity, capacity, (all, one, other) => {
        const less = allocate(all, Math.min(one, other));
        const more = allocate(all, Math.max(one, other));
        for (const { id } of all) expect(more.get(id)).toBeGreaterThanOrEqual(less.get(id) ?? -1);
      }),
    );
  });

  test('gives no more than is wanted or exists', () => {
    fc.assert(
      fc.property(streams, capacity, (all, bitrate) => {
        const allocation = allocate(all, bitrate);
        for (const { id, wanted, layers } of all) {
          expect(allocation.get(id)).toBeLessThanOrEqual(Math.max(-1, Math.min(wanted, layers.length - 1)));
        }
      }),
    );
  });

  test('keeps what it has while the capacity varies by less than a tenth', () => {
    fc.assert(
      fc.property(streams, capacity, fc.double({ min: 0.91, max: 1, noNaN: true }), (all, bitrate, share) => {
        const first = reallocate(all, bitrate, new Map());
        const lower = reallocate(all, bitrate * share, first);
        expect(reallocate(all, bitrate * share, lower)).toEqual(lower);
      }),
    );
  });

  test('gives the speaker its middle layer before others get any picture', () => {
    const all = [camera('a', { pixels: 900 }), camera('speaker', { isPreferred: true }), voice('v')];
    expect(allocate(all, 360_000)).toEqual(
      new Map([
        ['a', -1],
        ['speaker', 1],
        ['v', 0],
      ]),
    );
    expect(allocate(all, 460_000)).toEqual(
      new Map([
        ['a', 0],
        ['speaker', 1],
        ['v', 0],
      ]),
    );
  });

  test('pauses a picture in one size before those in several, and gives it back last', () => {
    const screen = camera('screen', { layers: [{ bitrate: 1_500_000 }], wanted: 0, isSingle: true, pixels: 900 });
    const all = [screen, camera('a', { wanted: 0 }), voice('v')];
    expect([...allocate(all, 400_000)]).toEqual([
      ['screen', -1],
      ['a', 0],
      ['v', 0],
    ]);
    expect(allocate(all, 1_700_000).get('screen')).toBe(0);
  });

  test('shows 24 thumbnails and a speaker within 2.5 Mbit/s and names what the speaker lacks', () => {
    const all = Array.from({ length: 24 }, (_, index) => camera(`t${index}`, { wanted: 0 }));
    all.push(camera('speaker', { isPreferred: true }));
    const allocation = allocate(all, 2_800_000);
    expect(allocation.get('t23')).toBe(0);
    expect(allocation.get('speaker')).toBe(1);
    expect(nextCapacity(all, allocation)).toBeCloseTo((24 * 100_000 + 1_200_000) / 0.9);
  });

  test('needs no more capacity once everything that is wanted is sent', () => {
    const all = [camera('a', { wanted: 1 }), voice('v')];
    expect(nextCapacity(all, allocate(all, 1_000_000))).toBeUndefined();
  });
});
