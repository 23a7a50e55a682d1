import { type Depacketizer, PictureBudget, type VideoFrame } from './frames.js';
import { readPictureSize } from './h264-sps.js';

const SLICE_IDR = 5;
const SEI = 6;
const SPS = 7;
const PPS = 8;
const DELIMITER = 9;
const STAP_A = 24;
const FU_A = 28;
/** They are stored in the file's header, whose size is limited; real ones have some 30 bytes. */
const MAX_PARAMETER_SET_BYTES = 512;

/** Assembles H264 frames (RFC 6184, packetization modes 0 and 1), with a length before each unit. */
export class H264Depacketizer implements Depacketizer {
  #units: Buffer[] = [];
  #fragments: Buffer[] | undefined;
  #timestamp: number | undefined;
  #isBroken = false;
  readonly #budget = new PictureBudget();
  #sps: Buffer | undefined;
  #pps: Buffer | undefined;

  push(
    { timestamp, marker, payload }: { timestamp: number; marker: boolean; payload: Buffer },
    isAfterLoss: boolean,
  ): VideoFrame | undefined {
    if (payload.length === 0) return undefined;
    if (this.#timestamp !== timestamp) this.#begin(timestamp);
    // The lost packet may have belonged to this frame or to the previous one.
    if (isAfterLoss) this.#fragments = undefined;
    if (this.#budget.take(payload.length)) this.#take(payload);
    else this.#giveUp();
    if (!marker) return undefined;
    const units = this.#units;
    const isBroken = this.#isBroken || this.#fragments !== undefined;
    this.#timestamp = undefined;
    if (isBroken || units.length === 0) return undefined;
    return this.#toFrame(timestamp, units);
  }

  #begin(timestamp: number): void {
    this.#timestamp = timestamp;
    this.#units = [];
    this.#fragments = undefined;
    this.#isBroken = false;
    this.#budget.reset();
  }

  /** The frame is lost; its parts are discarded at once. */
  #giveUp(): void {
    this.#isBroken = true;
    this.#units = [];
    this.#fragments = undefined;
  }

  #take(payload: Buffer): void {
    const type = (payload[0] ?? 0) & 0x1f;
    if (type > 0 && type < STAP_A) this.#add(payload);
    else if (type === STAP_A) this.#takeAggregate(payload);
    else if (type === FU_A) this.#takeFragment(payload);
    else this.#isBroken = true;
  }

  #takeAggregate(payload: Buffer): void {
    for (let offset = 1; offset + 2 < payload.length;) {
      const end = offset + 2 + payload.readUInt16BE(offset);
      if (end > payload.length) {
        this.#isBroken = true;
        return;
      }
      this.#add(payload.subarray(offset + 2, end));
      offset = end;
    }
  }

  #takeFragment(payload: Buffer): void {
    if (payload.length < 3) return;
    const indicator = payload[0] ?? 0;
    const header = payload[1] ?? 0;
    const isStart = (header & 0x80) !== 0;
    const isEnd = (header & 0x40) !== 0;
    if (isStart) this.#fragments = [Buffer.from([(indicator & 0xe0) | (header & 0x1f)])];
    if (this.#fragments === undefined) {
      this.#isBroken = true;
      return;
    }
    this.#fragments.push(payload.subarray(2));
    if (!isEnd) return;
    const unit = Buffer.concat(this.#fragments);
    this.#fragments = undefined;
    this.#add(unit);
  }

  #add(unit: Buffer): void {
    const type = (unit[0] ?? 0) & 0x1f;
    if (unit.length === 0 || type === DELIMITER) return;
    const isParameterSet = type === SPS || type === PPS;
    if (isParameterSet && unit.length > MAX_PARAMETER_SET_BYTES) this.#isBroken = true;
    else if (type === SPS) this.#sps = Buffer.from(unit);
    else if (type === PPS) this.#pps = Buffer.from(unit);
    this.#units.push(unit);
  }

  #toFrame(timestamp: number, units: readonly Buffer[]): VideoFrame | undefined {
    const types = units.map((unit) => (unit[0] ?? 0) & 0x1f);
    // Parameter sets alone belong to the next frame; they are kept and emitted with it.
    if (types.every((type) => type === SPS || type === PPS || type === SEI)) return undefined;
    const data = Buffer.concat(units.flatMap((unit) => [lengthOf(unit), unit]));
    if (!types.includes(SLICE_IDR)) return { timestamp, isKeyframe: false, data };
    const size = this.#sps && readPictureSize(this.#sps);
    if (this.#sps === undefined || this.#pps === undefined || size === undefined) return undefined;
    return { timestamp, isKeyframe: true, data, size, configuration: configurationRecord(this.#sps, this.#pps) };
  }
}

function lengthOf(unit: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(unit.length);
  return length;
}

/** The avcC record (ISO/IEC 14496-15 5.3.3.1). */
function configurationRecord(sps: Buffer, pps: Buffer): Buffer {
  const withLength = (unit: Buffer): Buffer => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(unit.length);
    return Buffer.concat([length, unit]);
  };
  return Buffer.concat([
    Buffer.from([1, sps[1] ?? 0, sps[2] ?? 0, sps[3] ?? 0, 0xff, 0xe1]),
    withLength(sps),
    Buffer.from([1]),
    withLength(pps),
  ]);
}
