import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { TestRoom } from './testing/room.js';
import { amplitudeOf, TonePackets } from './testing/tones.js';

/** The header promises three frames of 20 ms, and the packet ends before them. */
const DAMAGED = Buffer.from([0x7b, 0x83, 1, 0xff, 0xff, 0xff]);

type Construct = new (module: object, imports: object) => object;
const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: { Instance: Construct } };

let instances: MockInstance<Construct>;

beforeEach(() => {
  const { Instance } = WebAssembly;
  instances = vi.spyOn(WebAssembly, 'Instance').mockImplementation(function make(module: object, imports: object) {
    return new Instance(module, imports);
  });
});
afterEach(() => {
  instances.mockRestore();
});

test.each([
  ['every second packet is damaged', (index: number) => (index % 2 === 0 ? DAMAGED : undefined), () => 0],
  ['every packet begins a new stream', () => undefined, (index: number) => index],
])('a voice of which %s needs one decoder', (_, replaced, runOf) => {
  const room = new TestRoom();
  const speaker = room.mix.addSpeaker(1);
  const ear = room.ear();
  const tone = new TonePackets(440);
  const runs = Array.from({ length: 100 }, () => ({}));
  for (let index = 0; index < 100; index++) {
    const packet = { sequence: index, timestamp: index * 960, payload: replaced(index) ?? tone.next() };
    speaker.put(runs[runOf(index)]!, packet, room.clock.now());
    room.clock.advance(20);
  }
  expect(ear.packets.length).toBeGreaterThan(90);
  expect(instances).toHaveBeenCalledTimes(1);
  // The voice works normally once its packets are valid again.
  for (let index = 100; index < 200; index++) {
    speaker.put(runs[0]!, { sequence: index, timestamp: index * 960, payload: tone.next() }, room.clock.now());
    room.clock.advance(20);
  }
  expect(amplitudeOf(ear.heard(150), 440)).toBeGreaterThan(0.17);
});
