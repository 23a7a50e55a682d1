import { SAMPLE_RATE } from './format.js';
import { type OpusPacketInfo, readOpusPacket } from './opus-packet.js';

/** A speaker's packet as received from the network. */
export interface SpeakerPacket {
  /** Extended sequence number. */
  readonly sequence: number;
  /** RTP timestamp, wrapping at 2^32. */
  readonly timestamp: number;
  readonly payload: Uint8Array;
}

export interface BufferedPacket extends OpusPacketInfo {
  readonly sequence: number;
  /** In samples, counted on without wrapping. */
  readonly timestamp: number;
  readonly payload: Uint8Array;
}

/** Limit of buffered samples; beyond it the oldest are dropped. */
const MAX_BUFFERED = SAMPLE_RATE;
/** As many as fit into that, in the smallest frames of Opus. */
const MAX_PACKETS = 400;

/** Packets of one speaker in the order of their time. */
export class JitterBuffer {
  readonly #packets: BufferedPacket[] = [];
  #last: number | undefined;

  get first(): BufferedPacket | undefined {
    return this.#packets[0];
  }

  /** Stores the packet and returns it; undefined where it is damaged or a duplicate. */
  put({ sequence, timestamp, payload }: SpeakerPacket): BufferedPacket | undefined {
    const info = readOpusPacket(payload);
    if (info === undefined) return undefined;
    const packet = { ...info, sequence, timestamp: this.#unwrap(timestamp), payload };
    const packets = this.#packets;
    let index = packets.length;
    while (index > 0 && (packets[index - 1]?.timestamp ?? 0) > packet.timestamp) index--;
    if (packets[index - 1]?.timestamp === packet.timestamp) return undefined;
    packets.splice(index, 0, packet);
    const end = packets.at(-1)?.timestamp ?? 0;
    while (packets.length > MAX_PACKETS || end - (packets[0]?.timestamp ?? end) > MAX_BUFFERED) packets.shift();
    return packet;
  }

  take(): BufferedPacket | undefined {
    return this.#packets.shift();
  }

  clear(): void {
    this.#packets.length = 0;
  }

  /** Timestamps move by less than half of their range, backwards or forwards. */
  #unwrap(timestamp: number): number {
    const last = this.#last ?? timestamp;
    this.#last = last + ((timestamp - last) | 0);
    return this.#last;
  }
}
