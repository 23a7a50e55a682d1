interface Part {
  readonly start: number;
  readonly data: Blob;
}

/**
 * A file with random write access, in parts that the browser may keep on disk: hours of video do not fit into one
 * buffer.
 */
export class BlobFile {
  /** In order, without overlap. */
  #parts: Part[] = [];

  write(start: number, bytes: Uint8Array<ArrayBuffer>): void {
    const end = start + bytes.byteLength;
    const cut = this.#parts.flatMap((part): Part[] => {
      const stop = part.start + part.data.size;
      if (stop <= start || part.start >= end) return [part];
      return [
        { start: part.start, data: part.data.slice(0, Math.max(0, start - part.start)) },
        { start: Math.min(end, stop), data: part.data.slice(Math.min(end, stop) - part.start) },
      ].filter(({ data }) => data.size > 0);
    });
    this.#parts = [...cut, { start, data: new Blob([bytes]) }].sort((one, other) => one.start - other.start);
  }

  /** The whole file; ranges that were never written are zero. */
  toBlob(type: string): Blob {
    const pieces: BlobPart[] = [];
    let at = 0;
    for (const { start, data } of this.#parts) {
      if (start > at) pieces.push(new Uint8Array(start - at));
      pieces.push(data);
      at = start + data.size;
    }
    return new Blob(pieces, { type });
  }
}
