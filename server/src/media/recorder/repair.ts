import { open, type FileHandle } from 'node:fs/promises';
import type { RecordingContent } from '../record.js';
import { buildHeader } from './webm-header.js';
import { readWebm } from './webm-reader.js';
import { buildCues } from './webm-writer.js';

/**
 * Completes a file whose writer died or could not write on: cuts off the incomplete end and adds length and index. On a
 * disk without room for the index it adds the length alone. A complete file stays as it is.
 *
 * @param openFile opens the file for reading and writing
 * @returns its content; undefined where it holds nothing playable
 */
export async function repairWebm(
  path: string,
  openFile: (path: string) => Promise<FileHandle> = (file) => open(file, 'r+'),
): Promise<RecordingContent | undefined> {
  const index = await readWebm(path);
  if (index === undefined || index.isComplete) return index?.content;
  const { header, content, cues, clusterBytes } = index;
  const handle = await openFile(path);
  try {
    await handle.truncate(clusterBytes);
    const cuesBytes = await appendCues(handle, buildCues(cues), clusterBytes);
    const bytes = clusterBytes + cuesBytes;
    const cuesAt = cuesBytes === 0 ? undefined : clusterBytes;
    const end = { durationMs: content.durationMs, cuesAt, fileBytes: bytes };
    await writeAll(handle, buildHeader({ ...header, end }), 0);
    await handle.sync();
    return { ...content, bytes };
  } finally {
    await handle.close();
  }
}

/** Appends the index; resolves with its size, which is 0 where there is no room for it. */
async function appendCues(handle: FileHandle, cues: Buffer, position: number): Promise<number> {
  try {
    await writeAll(handle, cues, position);
    return cues.length;
  } catch {
    await handle.truncate(position);
    return 0;
  }
}

/** A disk that becomes full takes a part of a write without an error. */
async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}
