import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Encoder } from '@evan/opus';
import { FRAME, SAMPLE_RATE } from './format.js';

// Not imported, so that a bundle of the worker need not contain the binaries.
const require = createRequire(import.meta.url);

const MAX_PACKET_BYTES = 1_500;
const MAX_FRAME_SAMPLES = 5_760;

/** Exports of libopus, compiled to WebAssembly. */
interface OpusExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  _initialize?(): void;
  malloc(bytes: number): number;
  opus_decoder_get_size(channels: number): number;
  opus_decoder_init(decoder: number, sampleRate: number, channels: number): number;
  opus_decode(
    decoder: number,
    packet: number,
    bytes: number,
    samples: number,
    maxSamples: number,
    useFec: number,
  ): number;
}

/** The part of WebAssembly used here, which the types of Node do not declare. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}

let compiled: object | undefined;

function instantiate(): OpusExports {
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;
  compiled ??= new Module(readFileSync(require.resolve('@evan/opus/wasm/simd.wasm')));
  const nothing = (): void => undefined;
  const instance = new Instance(compiled, {
    wasi_snapshot_preview1: { fd_seek: nothing, fd_write: nothing, fd_close: nothing, proc_exit: nothing },
    env: { emscripten_notify_memory_growth: nothing },
  });
  return instance.exports as OpusExports;
}

/** The memory of one instance, and the addresses in use. */
interface DecoderInstance {
  readonly opus: OpusExports;
  readonly decoder: number;
  readonly packet: number;
  readonly samples: number;
}

function createInstance(): DecoderInstance {
  const opus = instantiate();
  // oxlint-disable-next-line no-underscore-dangle -- the module's own name
  opus._initialize?.();
  const decoder = opus.malloc(opus.opus_decoder_get_size(1));
  check(opus.opus_decoder_init(decoder, SAMPLE_RATE, 1));
  return { opus, decoder, packet: opus.malloc(MAX_PACKET_BYTES), samples: opus.malloc(2 * MAX_FRAME_SAMPLES) };
}

/**
 * Decodes one speaker's packets.
 *
 * It runs in a WebAssembly instance of its own rather than in native code: hostile packets cannot harm other speakers
 * there, and the native binding offers neither concealment of a chosen length nor FEC. It costs about a quarter more.
 */
export class OpusDecoder {
  #instance = createInstance();
  #hasTrapped = false;

  /** The packet's audio, valid until the next call; @throws where the packet is damaged. */
  decode(packet: Uint8Array): Int16Array {
    return this.#decode(packet, MAX_FRAME_SAMPLES, false);
  }

  /** The audio of the packet before `packet`, from the redundancy in `packet`. */
  recover(packet: Uint8Array, samples: number): Int16Array {
    return this.#decode(packet, samples, true);
  }

  /** Conceals a gap: continues the previous audio, fading; or the background noise in a pause. */
  conceal(samples: number): Int16Array {
    return this.#decode(undefined, samples, false);
  }

  /** Resets the state. Keeps the instance, whose creation takes most of a millisecond, unless it trapped. */
  reset(): void {
    if (this.#hasTrapped) this.#instance = createInstance();
    else check(this.#instance.opus.opus_decoder_init(this.#instance.decoder, SAMPLE_RATE, 1));
    this.#hasTrapped = false;
  }

  #decode(packet: Uint8Array | undefined, samples: number, useFec: boolean): Int16Array {
    const length = packet?.length ?? 0;
    if (length > MAX_PACKET_BYTES) throw new RangeError(`an Opus packet of ${length} bytes is too long`);
    const { opus, ...at } = this.#instance;
    if (packet !== undefined) new Uint8Array(opus.memory.buffer, at.packet, length).set(packet);
    const pointer = packet === undefined ? 0 : at.packet;
    // Only an instance that trapped may be corrupt; a rejected packet changes nothing in it.
    this.#hasTrapped = true;
    const count = opus.opus_decode(at.decoder, pointer, length, at.samples, samples, useFec ? 1 : 0);
    this.#hasTrapped = false;
    return new Int16Array(opus.memory.buffer, at.samples, check(count));
  }
}

const BITRATE = 48_000;
/** Half of the full effort costs a quarter less and makes no audible difference at this rate. */
const COMPLEXITY = 5;

/** Encodes one mix, frame after frame. */
export class OpusEncoder {
  readonly #encoder: Encoder;

  constructor() {
    const { Encoder } = require('@evan/opus') as typeof import('@evan/opus');
    // Coding for music rather than speech: the speech model does not fit several voices at once, and music coding takes
    // a third of its CPU time.
    this.#encoder = new Encoder({ channels: 1, sample_rate: SAMPLE_RATE, application: 'audio' });
    this.#encoder.bitrate = BITRATE;
    this.#encoder.complexity = COMPLEXITY;
  }

  encode(frame: Int16Array): Buffer {
    if (frame.length !== FRAME) throw new RangeError(`a frame has ${FRAME} samples, not ${frame.length}`);
    const packet = this.#encoder.encode(frame);
    return Buffer.from(packet.buffer, packet.byteOffset, packet.length);
  }

  /**
   * Encodes so that a decoder that has had other packets before can begin here.
   *
   * @param before the previous frame, as decoded by that decoder
   */
  encodeEntry(before: Int16Array, frame: Int16Array): Buffer {
    this.#encoder.reset();
    this.encode(before);
    return this.encodeIndependent(frame);
  }

  /** Encodes without reference to the frames before. */
  encodeIndependent(frame: Int16Array): Buffer {
    this.#encoder.prediction_disabled = true;
    const packet = this.encode(frame);
    this.#encoder.prediction_disabled = false;
    return packet;
  }
}

function check(result: number): number {
  if (result < 0) throw new Error(`Opus refused a packet or a setting (${result})`);
  return result;
}
