import { SequenceUnwrapper } from '../rtp/sequence.js';
import { transportFeedbackPacket } from '../rtp/rtcp.js';

/**
 * Transport-wide congestion control feedback, draft-holmer-rmcat-transport-wide-cc-extensions-01: reports the arrival
 * time of each packet to the sender, which estimates the network's capacity from it.
 */

const FORMAT = 15;
const TICK_US = 250;
/** The reference time is in units of 64 ms. */
const TICKS_PER_REFERENCE = 256;
const MAX_STATUSES = 400;
const MAX_RUN = 0x1fff;
/** Time for which arrivals are kept, so that a packet out of order can be reported in its place. */
const HISTORY_US = 500_000;

/** Range of numbers in one report; packets further apart mean an outage, which is not reported. */
const MAX_SPAN = 4_000;

const NOT_RECEIVED = 0;
const SMALL_DELTA = 1;
const LARGE_DELTA = 2;
type Status = typeof NOT_RECEIVED | typeof SMALL_DELTA | typeof LARGE_DELTA;

export class TransportFeedback {
  readonly #unwrapper = new SequenceUnwrapper();
  /** Arrival in ticks by extended sequence number. */
  readonly #arrivals = new Map<number, number>();
  #base: number | undefined;
  #highest = 0;
  #count = 0;

  /** @param senderSsrc sender SSRC of the reports */
  constructor(private readonly senderSsrc: number) {}

  /** Registers an arrival; `timeUs` in microseconds of any steady clock. */
  received(sequence: number, timeUs: number): void {
    const extended = this.#unwrapper.unwrap(sequence);
    if (this.#arrivals.has(extended) || extended < this.#highest - MAX_SPAN) return;
    if (this.#base !== undefined && extended > this.#base + MAX_SPAN) this.#base = extended;
    this.#arrivals.set(extended, Math.round(timeUs / TICK_US));
    if (this.#base === undefined || extended < this.#base) this.#base = extended;
    if (extended > this.#highest) this.#highest = extended;
  }

  /** Feedback packets for the arrivals since the last call; empty without any. */
  build(mediaSsrc: number, nowUs: number): Buffer[] {
    const packets: Buffer[] = [];
    while (this.#base !== undefined && this.#base <= this.#highest) {
      const end = this.#write(packets, this.#base, mediaSsrc);
      this.#base = end;
    }
    this.#base = this.#arrivals.size === 0 ? undefined : this.#highest + 1;
    this.#forget(Math.round((nowUs - HISTORY_US) / TICK_US));
    return packets;
  }

  /** Writes one packet from `base` on and returns where the next begins. */
  #write(packets: Buffer[], base: number, mediaSsrc: number): number {
    const first = this.#nextReceived(base);
    const reference = Math.floor((this.#arrivals.get(first) ?? 0) / TICKS_PER_REFERENCE);
    const statuses: Status[] = [];
    const deltas: number[] = [];
    let previous = reference * TICKS_PER_REFERENCE;
    let sequence = base;
    for (; sequence <= this.#highest && statuses.length < MAX_STATUSES; sequence++) {
      const arrival = this.#arrivals.get(sequence);
      if (arrival === undefined) {
        statuses.push(NOT_RECEIVED);
        continue;
      }
      const delta = arrival - previous;
      if (delta < -0x8000 || delta > 0x7fff) break;
      statuses.push(delta >= 0 && delta <= 0xff ? SMALL_DELTA : LARGE_DELTA);
      deltas.push(delta);
      previous = arrival;
    }
    if (deltas.length > 0) packets.push(this.#serialize(base, reference, statuses, deltas, mediaSsrc));
    return sequence;
  }

  #nextReceived(from: number): number {
    let sequence = from;
    while (sequence < this.#highest && !this.#arrivals.has(sequence)) sequence++;
    return sequence;
  }

  #serialize(base: number, reference: number, statuses: Status[], deltas: number[], mediaSsrc: number): Buffer {
    const chunks = encodeChunks(statuses);
    const deltaBytes = deltas.reduce((sum, delta) => sum + (delta >= 0 && delta <= 0xff ? 1 : 2), 0);
    const body = Buffer.alloc(8 + chunks.length * 2 + deltaBytes);
    body.writeUInt16BE(base & 0xffff, 0);
    body.writeUInt16BE(statuses.length, 2);
    body.writeUInt32BE((((reference & 0xff_ffff) << 8) | this.#count) >>> 0, 4);
    this.#count = (this.#count + 1) & 0xff;
    let offset = 8;
    for (const chunk of chunks) offset = body.writeUInt16BE(chunk, offset);
    for (const delta of deltas) {
      offset = delta >= 0 && delta <= 0xff ? body.writeUInt8(delta, offset) : body.writeInt16BE(delta, offset);
    }
    return transportFeedbackPacket(FORMAT, this.senderSsrc, mediaSsrc, body);
  }

  #forget(before: number): void {
    for (const [sequence, arrival] of this.#arrivals) {
      // Insertion order approximates arrival order.
      if (arrival >= before) break;
      this.#arrivals.delete(sequence);
    }
  }
}

/** Packet status chunks: runs where they are long, vectors of 14 one-bit or 7 two-bit symbols otherwise. */
function encodeChunks(statuses: readonly Status[]): number[] {
  const chunks: number[] = [];
  for (let index = 0; index < statuses.length;) {
    const symbol = statuses[index] ?? NOT_RECEIVED;
    const run = runLength(statuses, index);
    const oneBit = statuses.slice(index, index + 14);
    if (run >= 14 || (run > 7 && symbol === LARGE_DELTA) || run === statuses.length - index) {
      chunks.push((symbol << 13) | run);
      index += run;
    } else if (oneBit.includes(LARGE_DELTA)) {
      chunks.push(vector(0xc000, statuses.slice(index, index + 7), 2));
      index += 7;
    } else {
      chunks.push(vector(0x8000, oneBit, 1));
      index += 14;
    }
  }
  return chunks;
}

function runLength(statuses: readonly Status[], from: number): number {
  let end = from + 1;
  while (end < statuses.length && end - from < MAX_RUN && statuses[end] === statuses[from]) end++;
  return end - from;
}

function vector(head: number, symbols: readonly Status[], bits: number): number {
  return symbols.reduce((chunk: number, symbol, index) => chunk | (symbol << (14 - bits * (index + 1))), head);
}
