import { describe, expect, it } from 'vitest';

describe('importing in plain Node', () => {
  it.each([
    '../index.js',
    '../protocol/index.js',
    '../testing/index.js',
    '../admin/index.js',
    '../messages/index.js',
    '../desktop/index.js',
    '../devices/index.js',
    '../deployment/index.js',
    '../p2p/index.js',
    '../call/index.js',
    './browser/index.js',
    './node/index.js',
  ])('%s touches nothing of a page', async (path) => {
    expect(typeof window).toBe('undefined');
    await expect(import(path)).resolves.toBeDefined();
  });
});
