import { describe, expect, it } from 'vitest';
import { measureSizes } from './sizes.js';

const sizes = await measureSizes();

describe('size budgets of the built packages, gzipped', () => {
  it.each(sizes)('$name', ({ bytes, maxBytes, toleratedBytes = maxBytes }) => {
    expect(bytes).toBeLessThanOrEqual(toleratedBytes);
  });
});
