import { open } from 'node:fs/promises';
import type { RecordingContent } from '../record.js';
import { buildHeader } from './webm-header.js';
import { readWebm } from './webm-reader.js';
import { buildCues } from './webm-writer.js';

/**
 * Completes a file whose writer died: cuts off the incomplete end and adds length and index. A complete file stays as
 * it is.
 *
 * @returns its content; undefined where it holds nothing playable
 */
export async function repairWebm(path: string): Promise<RecordingContent | undefined> {
  const index = await readWebm(path);
  if (index === undefined || index.isComplete) return index?.content;
  const { header, content, cues, clusterBytes } = index;
  const tail = buildCues(cues);
  const fileBytes = clusterBytes + tail.length;
  const handle = await open(path, 'r+');
  try {
    await handle.truncate(clusterBytes);
    await handle.write(tail, 0, tail.length, clusterBytes);
    const end = { durationMs: content.durationMs, cuesAt: clusterBytes, fileBytes };
    const bytes = buildHeader({ ...header, end });
    await handle.write(bytes, 0, bytes.length, 0);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { ...content, bytes: fileBytes };
}
