// @vitest-environment node
import { expect, test } from 'vitest';
import { sizeText } from './size-text.js';

test.each([
  [0, '0 byte'],
  [1023, '1,023 byte'],
  [1024, '1 kB'],
  [1536, '1.5 kB'],
  [348_160, '340 kB'],
  [52_428_800, '50 MB'],
  [1_258_291, '1.2 MB'],
])('%i bytes are %s', (bytes, text) => expect(sizeText(bytes, 'en')).toBe(text));
