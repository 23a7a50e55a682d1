import { distance16 } from '../werift/rtp/sequence.js';

/**
 * Reader of transport-wide congestion control feedback, draft-holmer-rmcat-transport-wide-cc-extensions-01: the
 * arrival times of the packets that were sent to a receiver.
 */

const HEADER_BYTES = 8;
const TICK_MS = 0.25;
const REFERENCE_MS = 64;
/** The reference time has 24 bits. */
const REFERENCE_CYCLE = 0x100_0000;
/** Packets that one report may name; a receiver reports at least every 250 ms. */
const MAX_STATUSES = 1_000;

const NOT_RECEIVED = 0;
const SMALL_DELTA = 1;
const LARGE_DELTA = 2;

export interface TransportFeedback {
  /** Transport-wide number of the first packet, 16 bits. */
  readonly base: number;
  /** Base of the arrival times, in units of 64 ms, 24 bits. */
  readonly reference: number;
  /** Arrival of each packet from `base` on, in ms after the reference; undefined where it has not arrived. */
  readonly arrivals: readonly (number | undefined)[];
}

/** Parses the part behind the two SSRCs of the packet; undefined where its counts do not fit into it. */
export function readTransportFeedback(body: Buffer): TransportFeedback | undefined {
  if (body.length < HEADER_BYTES) return undefined;
  const count = body.readUInt16BE(2);
  if (count === 0 || count > MAX_STATUSES) return undefined;
  const chunks = readStatuses(body, count);
  if (chunks === undefined) return undefined;
  const arrivals: (number | undefined)[] = [];
  let { offset } = chunks;
  let ticks = 0;
  for (const status of chunks.statuses) {
    const bytes = status === SMALL_DELTA ? 1 : status === LARGE_DELTA ? 2 : 0;
    if (offset + bytes > body.length) return undefined;
    if (bytes > 0) ticks += bytes === 1 ? body.readUInt8(offset) : body.readInt16BE(offset);
    arrivals.push(bytes === 0 ? undefined : ticks * TICK_MS);
    offset += bytes;
  }
  return { base: body.readUInt16BE(0), reference: body.readUIntBE(4, 3), arrivals };
}

function readStatuses(body: Buffer, count: number): { statuses: number[]; offset: number } | undefined {
  const statuses: number[] = [];
  let offset = HEADER_BYTES;
  for (; statuses.length < count; offset += 2) {
    if (offset + 2 > body.length) return undefined;
    const chunk = body.readUInt16BE(offset);
    if (chunk < 0x8000) {
      const symbol = chunk >> 13;
      const run = Math.min(chunk & 0x1fff, count - statuses.length);
      for (let index = 0; index < run; index++) statuses.push(symbol);
    } else {
      const bits = (chunk & 0x4000) === 0 ? 1 : 2;
      for (let shift = 14 - bits; shift >= 0 && statuses.length < count; shift -= bits) {
        statuses.push((chunk >> shift) & ((1 << bits) - 1));
      }
    }
  }
  return statuses.every((status) => status >= NOT_RECEIVED && status <= LARGE_DELTA) ? { statuses, offset } : undefined;
}

/** A packet as it was sent. */
export interface SentPacket {
  /** Bytes on the network, as far as the sender knows them. */
  readonly bytes: number;
  /** Time of sending, in ms. */
  readonly sentAt: number;
  /** The probe that it is part of. */
  readonly probe?: number | undefined;
}

/** A packet that was sent, and whether it arrived. */
export interface PacketResult extends SentPacket {
  /** Arrival in ms of the receiver's clock, which has another origin than ours; undefined where it was lost. */
  readonly arrivedAt: number | undefined;
}

/** Limit of packets that are remembered: 2 s at 10 Mbit/s. */
const HISTORY = 2_048;

/** Numbers the packets to one receiver, and finds them again in its reports. */
export class SentHistory {
  readonly #slots: (SentPacket | undefined)[] = Array.from({ length: HISTORY });
  /** Extended number of the next packet; begins above zero so that older ones stay positive. */
  #next = 0x1_0000;
  #reference: number | undefined;

  /** Registers a packet; returns its transport-wide number, 16 bits. */
  send(packet: SentPacket): number {
    const sequence = this.#next++;
    this.#slots[sequence % HISTORY] = packet;
    return sequence & 0xffff;
  }

  /**
   * The packets of a report, each once: what was never sent, is too old or was reported as arrived before is left out.
   * A packet that was reported lost and arrived late appears a second time, as arrived.
   */
  match({ base, reference, arrivals }: TransportFeedback): PacketResult[] {
    const results: PacketResult[] = [];
    const start = this.#next + distance16(this.#next & 0xffff, base);
    const referenceMs = this.#unwrap(reference) * REFERENCE_MS;
    for (const [index, arrival] of arrivals.entries()) {
      const sequence = start + index;
      if (sequence >= this.#next) break;
      if (sequence < this.#next - HISTORY) continue;
      const packet = this.#slots[sequence % HISTORY];
      if (packet === undefined) continue;
      const arrivedAt = arrival === undefined ? undefined : referenceMs + arrival;
      results.push({ ...packet, arrivedAt });
      if (arrivedAt !== undefined) this.#slots[sequence % HISTORY] = undefined;
    }
    return results;
  }

  #unwrap(reference: number): number {
    const last = this.#reference ?? reference;
    const half = REFERENCE_CYCLE / 2;
    const change = ((((reference - last) % REFERENCE_CYCLE) + REFERENCE_CYCLE + half) % REFERENCE_CYCLE) - half;
    this.#reference = last + change;
    return this.#reference;
  }
}
