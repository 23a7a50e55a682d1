/** Numbers of pictures in VP8 payload descriptors (RFC 7741 4.2). */

interface Pictures {
  /** Offset of the picture id in the payload; undefined without one. */
  readonly idAt: number | undefined;
  readonly isLong: boolean;
  readonly id: number;
  /** Offset of TL0PICIDX. */
  readonly baseAt: number | undefined;
  readonly base: number;
  readonly length: number;
}

/** Added to the numbers of a segment. */
export interface PictureOffsets {
  readonly id: number;
  readonly base: number;
}

/** Length of the descriptor; undefined where the payload ends within it. */
export function descriptorLength(payload: Buffer): number | undefined {
  return readPictures(payload)?.length;
}

function readPictures(payload: Buffer): Pictures | undefined {
  const first = payload[0] ?? 0;
  let length = 1;
  let [idAt, baseAt]: (number | undefined)[] = [];
  let isLong = false;
  if ((first & 0x80) !== 0) {
    const extension = payload[length++] ?? 0;
    if ((extension & 0x80) !== 0) {
      idAt = length;
      isLong = ((payload[length] ?? 0) & 0x80) !== 0;
      length += isLong ? 2 : 1;
    }
    if ((extension & 0x40) !== 0) baseAt = length++;
    if ((extension & 0x30) !== 0) length++;
  }
  if (length >= payload.length) return undefined;
  const id = idAt === undefined ? 0 : isLong ? payload.readUInt16BE(idAt) & 0x7fff : payload.readUInt8(idAt) & 0x7f;
  return { idAt, isLong, id, baseAt, base: baseAt === undefined ? 0 : payload.readUInt8(baseAt), length };
}

/** The numbering of the pictures of one forwarded stream, continuous over all changes of the feeds behind it. */
export class PictureNumbers {
  #id: number | undefined;
  #base = 0;
  #offsets: PictureOffsets = { id: 0, base: 0 };

  /** Begins a segment with this packet; returns its offsets. */
  begin(payload: Buffer): PictureOffsets {
    const pictures = readPictures(payload);
    if (this.#id === undefined || pictures === undefined) this.#offsets = { id: 0, base: 0 };
    else this.#offsets = { id: this.#id + 1 - pictures.id, base: this.#base + 1 - pictures.base };
    return this.#offsets;
  }

  /** The payload with the numbers of the current segment; the original is not changed. */
  rewrite(payload: Buffer): Buffer {
    const pictures = readPictures(payload);
    if (pictures === undefined) return payload;
    const id = (pictures.id + this.#offsets.id) & 0x7fff;
    const ahead = this.#id === undefined ? 0 : ((id - this.#id + 0x4000) & 0x7fff) - 0x4000;
    if (ahead >= 0) {
      this.#id = id;
      this.#base = (pictures.base + this.#offsets.base) & 0xff;
    }
    return shiftPictures(payload, this.#offsets);
  }
}

/** The payload with these offsets added; unchanged where they are none. */
export function shiftPictures(payload: Buffer, { id, base }: PictureOffsets): Buffer {
  const pictures = id === 0 && base === 0 ? undefined : readPictures(payload);
  if (pictures === undefined) return payload;
  const shifted = Buffer.from(payload);
  const { idAt, isLong, baseAt } = pictures;
  if (idAt !== undefined && isLong) shifted.writeUInt16BE(0x8000 | ((pictures.id + id) & 0x7fff), idAt);
  else if (idAt !== undefined) shifted.writeUInt8((pictures.id + id) & 0x7f, idAt);
  if (baseAt !== undefined) shifted.writeUInt8((pictures.base + base) & 0xff, baseAt);
  return shifted;
}
