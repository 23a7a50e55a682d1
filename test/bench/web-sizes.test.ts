import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isWithinBudget, measurePages, pageTable, TOLERATED } from './web-sizes.js';

const pages = measurePages();

/** Addresses of other screens, and a page of its own. */
const OTHERS = ['/index', '/pages/detail/detail', '/share.html'];

describe('JavaScript of each page as built, gzipped', () => {
  it(`is within ${TOLERATED.totalBytes} bytes, ${TOLERATED.ownBytes} of its own, and has no RTC code without a call`, () => {
    const isOver = pages.some((page) => !isWithinBudget(page, TOLERATED));
    expect(isOver ? `over budget (✗):\n${pageTable(pages)}` : '').toBe('');
  });

  it('is known of every screen there is', () => {
    const rows = readFileSync(new URL('../../docs/routes.md', import.meta.url), 'utf8').matchAll(
      /^\| `(\/[^`]*)`.*\| (?:ready|part) +\|$/gm,
    );
    const known = pages.map(({ path }) => path);
    const listed = [...rows].map(([, path]) => path!).filter((path) => !OTHERS.includes(path));
    expect(listed.length).toBeGreaterThan(30);
    expect(listed.filter((path) => !known.includes(path))).toEqual([]);
  });

  it('would tell RTC code: the classroom has it', () => {
    expect(pages.find(({ path }) => path === '/classroom')!.rtcSources.length).toBeGreaterThan(0);
  });
});
