import { parseFile } from 'music-metadata';
import { open, type FileHandle } from 'node:fs/promises';

const HEAD_BYTES = 16;
/** Version 1 has times of 8 bytes, and ends with what is read here at byte 36. */
const MOVIE_HEADER_BYTES = 36;

interface Box {
  readonly type: string;
  /** Where its content begins and ends. */
  readonly from: number;
  readonly to: number;
}

/** Boxes of an MP4 that stand one after the other between two places. */
async function* boxesOf(file: FileHandle, from: number, to: number): AsyncGenerator<Box> {
  for (let at = from; at + 8 <= to;) {
    const head = Buffer.alloc(HEAD_BYTES);
    await file.read(head, 0, HEAD_BYTES, at);
    const short = head.readUInt32BE(0);
    const headSize = short === 1 ? HEAD_BYTES : 8;
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? to - at : short;
    // A size that leads nowhere would be read for ever.
    if (size < headSize || at + size > to) return;
    yield { type: head.toString('latin1', 4, 8), from: at + headSize, to: at + size };
    at += size;
  }
}

async function findBox(
  file: FileHandle,
  type: string,
  { from, to }: Pick<Box, 'from' | 'to'>,
): Promise<Box | undefined> {
  for await (const box of boxesOf(file, from, to)) if (box.type === type) return box;
  return undefined;
}

/** Of an MP4, by its movie header; undefined when that does not say. */
async function mp4Seconds(path: string): Promise<number | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const movie = await findBox(file, 'moov', { from: 0, to: size });
    const header = movie && (await findBox(file, 'mvhd', movie));
    if (header === undefined || header.to - header.from < MOVIE_HEADER_BYTES) return undefined;
    const content = Buffer.alloc(MOVIE_HEADER_BYTES);
    await file.read(content, 0, MOVIE_HEADER_BYTES, header.from);
    const isLong = content.readUInt8(0) === 1;
    const scale = content.readUInt32BE(isLong ? 20 : 12);
    const duration = isLong ? Number(content.readBigUInt64BE(24)) : content.readUInt32BE(16);
    return scale === 0 ? undefined : duration / scale;
  } finally {
    await file.close();
  }
}

/** How long a film is, in whole seconds; undefined when it does not say. */
export async function filmSeconds(path: string, mime: string): Promise<number | undefined> {
  const seconds =
    mime === 'video/mp4'
      ? await mp4Seconds(path)
      : await parseFile(path, { duration: true, skipCovers: true }).then(
          ({ format }) => format.duration,
          () => undefined,
        );
  return seconds === undefined || seconds <= 0 ? undefined : Math.ceil(seconds);
}
