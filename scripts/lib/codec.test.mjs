import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CODEC_FOLDER, codecModules } from './codec.mjs';

const modules = await codecModules();

it.each(Object.keys(modules))('%s of the instant messaging codec is what msync.proto says (npm run codec)', (file) => {
  expect(readFileSync(join(CODEC_FOLDER, file), 'utf8')).toBe(modules[file]);
});
