import { HEADER_BYTES } from '../webm-header.js';
import { WebmWriter } from '../webm-writer.js';
import { encodeFlashes } from './packets.js';

/** A recording of {@link encodeFlashes} in VP8 and Opus: as its writer completes it, and as it was just before. */
export async function recordedFile(
  folder: string,
  { seconds, startedAt }: { readonly seconds: number; readonly startedAt: number },
): Promise<{ readonly complete: Buffer; readonly unfinished: Buffer }> {
  const media = await encodeFlashes(folder, { codec: 'VP8', seconds });
  let header: Buffer = Buffer.alloc(HEADER_BYTES);
  const parts: Buffer[] = [];
  const writer = new WebmWriter(
    { append: (bytes) => void parts.push(bytes), patchHeader: (bytes) => (header = bytes) },
    startedAt,
  );
  writer.addAudio();
  writer.setVideo({ codec: 'VP8', width: 320, height: 180 });
  const blocks = [
    ...media.audio.map((frame) => ({ ...frame, track: 'audio' as const, durationMs: 20, isKeyframe: true })),
    ...media.video.map((frame) => ({
      ...frame,
      track: 'video' as const,
      durationMs: 0,
      isKeyframe: (frame.data[0]! & 1) === 0,
    })),
  ].toSorted((a, b) => a.timeMs - b.timeMs);
  for (const block of blocks) writer.write(block);
  const unfinished = Buffer.concat([header, ...parts]);
  writer.finish();
  return { complete: Buffer.concat([header, ...parts]), unfinished };
}
