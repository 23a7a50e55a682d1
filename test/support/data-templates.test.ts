import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { copyTemplate, shareTemplates, TEMPLATES_FOLDER } from './data-templates.js';

let folder: string;
let unshare: () => Promise<void>;

beforeEach(async () => {
  vi.stubEnv(TEMPLATES_FOLDER, '');
  folder = await mkdtemp(join(tmpdir(), 'lectern-copies-'));
  unshare = await shareTemplates();
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await unshare();
  await rm(folder, { recursive: true, force: true });
});

const target = (): Promise<string> => mkdtemp(join(folder, 'copy-'));
const contentOf = (copy: string): Promise<string> => readFile(join(copy, 'content'), 'utf8');

test('a template is made once, though two ask for it at the same time, and each has a copy of its own', async () => {
  const make = vi.fn(async (to: string) => writeFile(join(to, 'content'), 'seeded'));
  const [one, other] = await Promise.all([target(), target()]);
  await Promise.all([copyTemplate('demo', one, make), copyTemplate('demo', other, make)]);
  await writeFile(join(one, 'content'), 'changed');
  const later = await target();
  expect(await copyTemplate('demo', later, make)).toBe(true);
  expect(make).toHaveBeenCalledTimes(1);
  expect(await Promise.all([other, later].map(contentOf))).toEqual(['seeded', 'seeded']);
});

test('one that could not be made is made for the next who asks', async () => {
  const copy = await target();
  await expect(copyTemplate('demo', copy, () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  await copyTemplate('demo', copy, (to) => writeFile(join(to, 'content'), 'seeded'));
  expect(await contentOf(copy)).toBe('seeded');
});

test('nothing is copied where no folder is shared', async () => {
  vi.stubEnv(TEMPLATES_FOLDER, '');
  const make = vi.fn(async () => undefined);
  expect(await copyTemplate('demo', await target(), make)).toBe(false);
  expect(make).not.toHaveBeenCalled();
});
