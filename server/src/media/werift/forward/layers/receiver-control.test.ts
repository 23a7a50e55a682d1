import { FakeClock } from '@lectern/kit/testing';
import { expect, test } from 'vitest';
import type { AllocatedStream } from '../../../congestion/index.js';
import { Link } from '../../../congestion/testing/link.js';
import { TransportFeedback } from '../../feedback/twcc.js';
import { type AdaptedStream, ReceiverControl } from './receiver-control.js';

const HEADER_BYTES = 12;
const PACKET_BYTES = 1_000;
const STEP_MS = 5;
const REPORT_MS = 100;
const LAYERS = [{ bitrate: 150_000 }, { bitrate: 500_000 }, { bitrate: 1_700_000 }];

/** A camera in three sizes, sent over a simulated network whose receiver reports what arrives. */
class Camera implements AdaptedStream {
  layer = 0;
  readonly changes: [at: number, layer: number][] = [];
  readonly #writer = new TransportFeedback(1);
  readonly #link: Link;
  #inFlight: { readonly number: number; readonly at: number }[] = [];
  #debt = 0;

  constructor(
    private readonly clock: FakeClock,
    private readonly control: ReceiverControl,
    capacity: (at: number) => number,
    private readonly layers: readonly { readonly bitrate: number }[] = LAYERS,
  ) {
    this.#link = new Link({ capacity });
  }

  demands(): readonly AllocatedStream[] {
    const { layers } = this;
    const isSingle = layers.length === 1;
    const wanted = layers.length - 1;
    return [{ id: 'camera', kind: 'video', layers, wanted, isPreferred: false, pixels: 1, isSingle }];
  }

  setLayer(_id: string, layer: number): void {
    if (layer !== this.layer) this.changes.push([this.clock.now(), layer]);
    this.layer = layer;
  }

  pad(packets: number): boolean {
    for (let sent = 0; sent < packets; sent++) this.#send();
    return true;
  }

  run(ms: number): void {
    for (const end = this.clock.now() + ms; this.clock.now() < end; this.clock.advance(STEP_MS)) {
      this.#debt += ((this.layers[this.layer]?.bitrate ?? 0) * STEP_MS) / 8_000;
      for (; this.#debt >= PACKET_BYTES; this.#debt -= PACKET_BYTES) this.#send();
      if (this.clock.now() % REPORT_MS === 0) this.#report();
    }
  }

  #send(): void {
    const sentAt = this.clock.now();
    const number = this.control.sent(PACKET_BYTES);
    const { arrivedAt } = this.#link.pass({ bytes: PACKET_BYTES, sentAt });
    if (arrivedAt !== undefined) this.#inFlight.push({ number, at: arrivedAt });
  }

  #report(): void {
    const now = 1_000_000 + this.clock.now();
    for (const { number, at } of this.#inFlight) if (at <= now) this.#writer.received(number, at * 1_000);
    this.#inFlight = this.#inFlight.filter(({ at }) => at > now);
    for (const packet of this.#writer.build(2, now * 1_000)) this.control.reported(packet.subarray(HEADER_BYTES));
  }
}

test('a squeezed receiver gets a layer that fits within 3 s, and the largest again 5 s after the squeeze', () => {
  const clock = new FakeClock();
  const control = new ReceiverControl(clock);
  const isSqueezed = (at: number): boolean => at >= 10_000 && at < 25_000;
  const start = clock.now();
  const camera = new Camera(clock, control, (at) => (isSqueezed(at - start) ? 400_000 : 5_000_000));
  control.add(camera);
  camera.run(10_000);
  expect(camera.layer).toBe(2);
  camera.run(3_000);
  expect(camera.layer).toBe(0);
  camera.run(12_000);
  expect(camera.changes.filter(([at]) => at - start > 13_000)).toEqual([]);
  camera.run(5_000);
  expect(camera.layer).toBe(2);
  control.remove(camera);
});

test('a picture in one size is paused while it does not fit, and is back 5 s after the squeeze', () => {
  const clock = new FakeClock();
  const control = new ReceiverControl(clock);
  const isSqueezed = (at: number): boolean => at >= 5_000 && at < 20_000;
  const start = clock.now();
  const capacity = (at: number): number => (isSqueezed(at - start) ? 400_000 : 5_000_000);
  const screen = new Camera(clock, control, capacity, [{ bitrate: 1_500_000 }]);
  control.add(screen);
  screen.run(5_000);
  expect(screen.changes).toEqual([]);
  screen.run(3_000);
  expect(screen.layer).toBe(-1);
  screen.run(12_000);
  expect(screen.changes).toHaveLength(1);
  screen.run(5_000);
  expect(screen.layer).toBe(0);
  control.remove(screen);
});

test('a network that carried no picture at all is probed, and gets the largest one again', () => {
  const clock = new FakeClock();
  const control = new ReceiverControl(clock);
  const start = clock.now();
  const isSqueezed = (at: number): boolean => at >= 5_000 && at < 20_000;
  const camera = new Camera(clock, control, (at) => (isSqueezed(at - start) ? 60_000 : 5_000_000));
  control.add(camera);
  camera.run(5_000);
  camera.run(3_000);
  expect(camera.layer).toBe(-1);
  camera.run(20_000);
  expect(camera.layer).toBe(2);
  control.remove(camera);
});
