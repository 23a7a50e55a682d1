const box = (type: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};

/** An MP4 of nothing that says how long it is, with so many bytes of pictures. */
export function film(seconds: number, bytes = 16): Buffer {
  const header = Buffer.alloc(100);
  const TIMESCALE = 1_000;
  header.writeUInt32BE(TIMESCALE, 12);
  header.writeUInt32BE(seconds * TIMESCALE, 16);
  const brand = Buffer.concat([Buffer.from('isom'), Buffer.alloc(4), Buffer.from('isommp42')]);
  return Buffer.concat([box('ftyp', brand), box('moov', box('mvhd', header)), box('mdat', Buffer.alloc(bytes))]);
}
