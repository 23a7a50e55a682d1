import { FileTooComplex, type ByteSource } from './byte-source.js';

/** Maximum boxes read before the search ends; regular videos have the header among the first dozen. */
export const MAX_BOXES = 1_024;
const HEAD_BYTES = 16;
const SHORT_HEAD_BYTES = 8;
/** End of the duration field in the longer form of a movie header (version 1). */
const MOVIE_HEADER_BYTES = 36;

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Searches boxes in order; all searches of one file share a budget of {@link MAX_BOXES}. */
class BoxReader {
  #left = MAX_BOXES;

  constructor(private readonly source: ByteSource) {}

  /** Content of the first box of a type within a range. @throws {FileTooComplex} */
  find(type: string, { from, to }: Range): Range | undefined {
    for (let at = from; at + SHORT_HEAD_BYTES <= to;) {
      this.#left -= 1;
      if (this.#left < 0) throw new FileTooComplex('boxes');
      const head = this.source.read(at, HEAD_BYTES);
      if (head.length < SHORT_HEAD_BYTES) return undefined;
      const short = head.readUInt32BE(0);
      if (short === 1 && head.length < HEAD_BYTES) return undefined;
      const headBytes = short === 1 ? HEAD_BYTES : SHORT_HEAD_BYTES;
      const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? to - at : short;
      if (size < headBytes || at + size > to) return undefined;
      if (head.toString('latin1', 4, 8) === type) return { from: at + headBytes, to: at + size };
      at += size;
    }
    return undefined;
  }
}

/**
 * Duration of an MP4 in seconds, from its movie header; undefined where that is missing or malformed. Reads at most
 * {@link MAX_BOXES} box heads, whatever the file's size. @throws {FileTooComplex}
 */
export function mp4Duration(source: ByteSource): number | undefined {
  const boxes = new BoxReader(source);
  const movie = boxes.find('moov', { from: 0, to: source.size });
  const header = movie && boxes.find('mvhd', movie);
  if (header === undefined || header.to - header.from < MOVIE_HEADER_BYTES) return undefined;
  const content = source.read(header.from, MOVIE_HEADER_BYTES);
  if (content.length < MOVIE_HEADER_BYTES) return undefined;
  const isLong = content.readUInt8(0) === 1;
  const scale = content.readUInt32BE(isLong ? 20 : 12);
  const duration = isLong ? Number(content.readBigUInt64BE(24)) : content.readUInt32BE(16);
  return scale === 0 ? undefined : duration / scale;
}
