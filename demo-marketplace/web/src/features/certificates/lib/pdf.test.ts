import { expect, test } from 'vitest';
import { pdfOf } from './pdf.js';

const text = (bytes: Uint8Array): string => String.fromCodePoint(...bytes);

test('a document says where each of its parts is, and holds the picture untouched, on the whole page', () => {
  const picture = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
  const bytes = pdfOf({ bytes: picture, width: 2000, height: 1400 });
  const document = text(bytes);
  expect(document.startsWith('%PDF-1.4\n')).toBe(true);
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(document)?.[1]);
  expect(document.slice(table, table + 4)).toBe('xref');
  const offsets = [...document.slice(table).matchAll(/(\d{10}) 00000 n /g)].map(([, offset]) => Number(offset));
  expect(offsets).toHaveLength(5);
  for (const [index, offset] of offsets.entries()) {
    expect(document.slice(offset, offset + 7)).toBe(`${index + 1} 0 obj`);
  }
  const start = document.indexOf('stream\n', offsets[3]) + 'stream\n'.length;
  expect(bytes.slice(start, start + 300)).toEqual(picture);
  // A4 is 842 by 595 points: as wide as the page, in the middle of its height.
  expect(document).toContain('q 842.00 0.00 0.00 589.40 0.00 2.80 cm');
});
