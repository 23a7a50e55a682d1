/** Lengths of the frames of Opus by their configuration (RFC 6716 3.1), in ms. */
const SILK_MS = [10, 20, 40, 60];
const HYBRID_MS = [10, 20];
const CELT_MS = [2.5, 5, 10, 20];

/** Length of {@link SILENCE}, in ms. */
export const SILENCE_MS = 20;
/** A packet that decodes to silence. */
export const SILENCE = Buffer.from([0xf8, 0xff, 0xfe]);

/** Duration of an Opus packet, in ms; undefined for an invalid one. */
export function opusDurationMs(packet: Buffer): number | undefined {
  const toc = packet[0];
  if (toc === undefined) return undefined;
  const config = toc >> 3;
  const frameMs = config < 12 ? SILK_MS[config & 3] : config < 16 ? HYBRID_MS[config & 1] : CELT_MS[config & 3];
  const code = toc & 3;
  const frames = code === 0 ? 1 : code < 3 ? 2 : (packet[1] ?? 0) & 0x3f;
  const duration = (frameMs ?? 0) * frames;
  return duration > 0 && duration <= 120 ? duration : undefined;
}
