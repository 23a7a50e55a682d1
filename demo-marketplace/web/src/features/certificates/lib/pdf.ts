/** A JPEG image and its size in pixels. */
export interface JpegPicture {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A4 across, in points. */
const [PAGE_WIDTH, PAGE_HEIGHT] = [842, 595];

const rounded = (value: number): string => value.toFixed(2);

/** Creates a PDF of one page, A4 landscape, with the image scaled to fit. */
export function pdfOf({ bytes, width, height }: JpegPicture): Uint8Array<ArrayBuffer> {
  const scale = Math.min(PAGE_WIDTH / width, PAGE_HEIGHT / height);
  const [w, h] = [width * scale, height * scale];
  const place = [w, 0, 0, h, (PAGE_WIDTH - w) / 2, (PAGE_HEIGHT - h) / 2].map(rounded).join(' ');
  const draw = `q ${place} cm /Picture Do Q`;
  const encoder = new TextEncoder();
  const objects: readonly (readonly [dictionary: string, stream?: Uint8Array])[] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE_WIDTH} ${PAGE_HEIGHT}] ` +
        '/Resources << /XObject << /Picture 4 0 R >> >> /Contents 5 0 R >>',
    ],
    [
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB ` +
        `/BitsPerComponent 8 /Filter /DCTDecode /Length ${bytes.length} >>`,
      bytes,
    ],
    [`<< /Length ${draw.length} >>`, encoder.encode(draw)],
  ];
  const parts: Uint8Array[] = [];
  let length = 0;
  const write = (part: string | Uint8Array): void => {
    const encoded = typeof part === 'string' ? encoder.encode(part) : part;
    parts.push(encoded);
    length += encoded.length;
  };
  write('%PDF-1.4\n');
  const offsets = objects.map(([dictionary, stream], index) => {
    const offset = length;
    write(`${index + 1} 0 obj\n${dictionary}\n`);
    if (stream !== undefined) {
      write('stream\n');
      write(stream);
      write('\nendstream\n');
    }
    write('endobj\n');
    return offset;
  });
  const table = length;
  write(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`);
  for (const offset of offsets) write(`${String(offset).padStart(10, '0')} 00000 n \n`);
  write(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
