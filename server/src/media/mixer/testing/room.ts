import { FakeClock } from '@lectern/kit/testing';
import { FRAME, FRAME_MS } from '../format.js';
import { Mix, type MixedPacket } from '../mix.js';
import type { Speaker } from '../speaker.js';
import { decodeAll, TonePackets } from './tones.js';

/** Network path of a packet: its delay in ms, or that it is lost. */
export type Way = (index: number) => number | 'lost';

export interface VoiceOptions {
  readonly csrc?: number;
  readonly level?: number;
  /** Deviation of the publisher's clock from ours, in millionths; positive is faster. */
  readonly skewPpm?: number;
  readonly way?: Way;
  /** The packets; a steady tone unless given. An absent one is a pause of the encoder. */
  readonly packets?: (index: number) => Buffer | undefined;
}

const SETTLING_PACKETS = 20;

/** A listener and the packets sent to it. */
export class Ear {
  readonly packets: MixedPacket[] = [];
  isListening = true;
  #stop: () => void = () => undefined;

  constructor(mix: Mix, own?: Speaker) {
    this.#stop = mix.listen(this, own);
  }

  deliver(packet: MixedPacket): void {
    this.packets.push(packet);
  }

  close(): void {
    this.#stop();
  }

  /** Decoded audio from one packet to another; decoding begins a little earlier, so that the decoder has settled. */
  heard(from = 0, to = this.packets.length): Int16Array {
    const first = Math.max(0, from - SETTLING_PACKETS);
    const payloads = this.packets.slice(first, to).map(({ payload }) => payload);
    return decodeAll(payloads).subarray((from - first) * FRAME);
  }
}

/** A mix on a manually advanced clock. */
export class TestRoom {
  readonly clock = new FakeClock(1_000);
  readonly mix = new Mix(this.clock);

  /** A member whose packets arrive until it is stopped. */
  voice(frequency: number, options: VoiceOptions = {}): { readonly speaker: Speaker; stop(): void } {
    const { csrc = frequency, level, skewPpm = 0, way = () => 10 } = options;
    const speaker = this.mix.addSpeaker(csrc);
    const tone = new TonePackets(frequency, level);
    const packets = options.packets ?? (() => tone.next());
    const run = {};
    const startedMs = this.clock.now() + 3;
    let index = 0;
    let sequence = 65_000;
    let isStopped = false;
    const next = (): void => {
      if (isStopped) return;
      const at = index++;
      const payload = packets(at);
      const timestamp = (4_294_000_000 + at * FRAME) >>> 0;
      const late = way(at);
      if (payload !== undefined) {
        const packet = { sequence: sequence++, timestamp, payload };
        if (late !== 'lost') this.clock.after(late, () => speaker.put(run, packet, this.clock.now()));
      }
      this.clock.after(startedMs + (index * FRAME_MS) / (1 + skewPpm / 1e6) - this.clock.now(), next);
    };
    this.clock.after(3, next);
    return {
      speaker,
      stop: () => {
        isStopped = true;
      },
    };
  }

  ear(own?: Speaker): Ear {
    return new Ear(this.mix, own);
  }

  seconds(count: number): void {
    this.clock.advance(count * 1_000);
  }
}
