// Writes docs/errors.md from the codes in the sources: `npm run errors`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_DOCUMENT, errorReference } from './lib/error-reference.mjs';
import { root } from './lib/run.mjs';

const { markdown, gaps } = await errorReference();
for (const gap of gaps) console.error(gap);
if (gaps.length > 0) process.exit(1);
writeFileSync(join(root, ERROR_DOCUMENT), markdown);
