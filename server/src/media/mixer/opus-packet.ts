import { SAMPLES_PER_MS } from './format.js';

/** Properties of an Opus packet that its first bytes give without decoding (RFC 6716 3). */
export interface OpusPacketInfo {
  /** Duration of its audio, in samples at 48 kHz. */
  readonly samples: number;
  /** The encoder sends nothing until the next packet, which may come much later (DTX). */
  readonly isPause: boolean;
  /** It contains the previous packet in lower quality (in-band FEC). */
  readonly hasFec: boolean;
}

const MAX_SAMPLES = 120 * SAMPLES_PER_MS;
const SILK_FRAME_MS = [10, 20, 40, 60] as const;
const HYBRID_FRAME_MS = [10, 20] as const;
const CELT_FRAME_MS = [2.5, 5, 10, 20] as const;

/** Parses a packet's header; undefined where it is no Opus packet. */
export function readOpusPacket(payload: Uint8Array): OpusPacketInfo | undefined {
  const toc = payload[0];
  if (toc === undefined) return undefined;
  const config = toc >> 3;
  const frameMs = frameDuration(config);
  const count = frameCount(toc & 3, payload[1]);
  const samples = count * frameMs * SAMPLES_PER_MS;
  if (count === 0 || samples > MAX_SAMPLES) return undefined;
  return { samples, isPause: payload.length <= 2, hasFec: hasFec(payload, config, frameMs) };
}

function frameDuration(config: number): number {
  if (config < 12) return SILK_FRAME_MS[(config & 3) as 0 | 1 | 2 | 3];
  if (config < 16) return HYBRID_FRAME_MS[(config & 1) as 0 | 1];
  return CELT_FRAME_MS[(config & 3) as 0 | 1 | 2 | 3];
}

function frameCount(code: number, second: number | undefined): number {
  if (code === 0) return 1;
  if (code < 3) return 2;
  return second === undefined ? 0 : second & 0x3f;
}

/** The first bits of SILK: a voice activity flag for each 20 ms, then whether the previous frames follow. */
function hasFec(payload: Uint8Array, config: number, frameMs: number): boolean {
  const isSingle = ((payload[0] ?? 0) & 3) === 0;
  const first = payload[1];
  if (config >= 16 || !isSingle || first === undefined || payload.length <= 2) return false;
  const silkFrames = Math.max(1, frameMs / 20);
  return ((first >> (7 - silkFrames)) & 1) === 1;
}
