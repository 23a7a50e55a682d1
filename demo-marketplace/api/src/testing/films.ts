const box = (type: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};

const BRAND = box('ftyp', Buffer.concat([Buffer.from('isom'), Buffer.alloc(4), Buffer.from('isommp42')]));

/** An MP4 without media that declares its duration, followed by `bytes` bytes of data. */
export function film(seconds: number, bytes = 16): Buffer {
  const header = Buffer.alloc(100);
  const TIMESCALE = 1_000;
  header.writeUInt32BE(TIMESCALE, 12);
  header.writeUInt32BE(seconds * TIMESCALE, 16);
  return Buffer.concat([BRAND, box('moov', box('mvhd', header)), box('mdat', Buffer.alloc(bytes))]);
}

/** An MP4 header followed by `count` empty boxes of 8 bytes. */
export const filmOfBoxes = (count: number): Buffer =>
  Buffer.concat([BRAND, Buffer.alloc(8 * count, box('free', Buffer.alloc(0)))]);

const element = (id: string, content: Buffer): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE((0x10000000 | content.length) >>> 0);
  return Buffer.concat([Buffer.from(id, 'hex'), size, content]);
};
const uint = (value: number): Buffer => {
  const content = Buffer.alloc(4);
  content.writeUInt32BE(value);
  return content;
};

interface WebmOptions {
  /** Duration of one timestamp tick, in nanoseconds. */
  readonly timestampScale?: number;
  /** True when the segment has an unknown size, as in a live recording. */
  readonly isStreamed?: boolean;
}

/** A WebM without media that declares its duration, unless `seconds` is undefined. */
export function webm(
  seconds: number | undefined,
  { timestampScale = 1_000_000, isStreamed = false }: WebmOptions = {},
): Buffer {
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(((seconds ?? 0) * 1_000_000_000) / timestampScale);
  const info = [
    element('2ad7b1', uint(timestampScale)),
    ...(seconds === undefined ? [] : [element('4489', duration)]),
    element('4d80', Buffer.from('test')),
  ];
  const content = Buffer.concat([
    element('ec', Buffer.alloc(30)),
    element('1549a966', Buffer.concat(info)),
    element('1f43b675', Buffer.alloc(100)),
  ]);
  const ebml = element('1a45dfa3', element('4282', Buffer.from('webm')));
  const segment = isStreamed
    ? Buffer.concat([Buffer.from('1853806701ffffffffffffff', 'hex'), content])
    : element('18538067', content);
  return Buffer.concat([ebml, segment]);
}
