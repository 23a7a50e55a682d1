import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MARKETPLACE = fileURLToPath(new URL('../../..', import.meta.url));

/** Folders of which every part serves all types of purchasables. */
const SHARED = [
  ...['coupons', 'messages', 'orders', 'payments', 'purchasables', 'wallet'].map((name) => join('api/src', name)),
  ...['orders', 'wallet'].map((name) => join('web/src/features', name)),
];

/** Lines that may name a course. */
const ALLOWED: readonly RegExp[] = [
  // The address of the checkout, which the specification's course page links to.
  /search\.get\('course'\)|course !== null|\?course=/,
  // Links and words for a page without an order lead to the catalogue.
  /orders\.toCourses|kecheng-online/,
];

const NAMES = /course|crowdfund|kecheng|video-info/i;
const withoutComments = (source: string): string => source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

function linesThatName(folder: string): string[] {
  const files = readdirSync(join(MARKETPLACE, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      withoutComments(readFileSync(join(MARKETPLACE, folder, file), 'utf8'))
        .split('\n')
        .filter((line) => NAMES.test(line) && !ALLOWED.some((allowed) => allowed.test(line)))
        .map((line) => `${join(folder, file)}: ${line.trim()}`),
    );
}

test.each(SHARED)('%s serves every type of purchasable, and names no course', (folder) => {
  expect(linesThatName(folder)).toEqual([]);
});

test('a line that names a course is found', () => {
  expect(linesThatName('api/src/courses')).not.toEqual([]);
});
