import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { BenchSession } from './bench-session.js';
import * as bitrate from './bitrate.js';
import * as forwarding from './forwarding.js';
import * as im from './im.js';
import * as join from './join.js';
import * as leaks from './leaks.js';
import * as mixing from './mixing.js';
import * as quality from './quality.js';
import { toMarkdown } from './report.js';
import type { BenchResult } from './result.js';
import * as sizes from './sizes.js';

const REPORT = fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url));

const results: BenchResult[] = [];
const add = (more: readonly BenchResult[]): void => {
  for (const { name, value, isMet } of more) console.log(`${isMet === false ? '✗' : '✓'} ${name}: ${value}`);
  results.push(...more);
};

add(await sizes.run());
add(await forwarding.run());
add(await mixing.run());
add(await quality.run());
add(await im.run());
add(await bitrate.run());
const session = await BenchSession.start();
try {
  add(await join.run(session));
  add(await leaks.run(session));
} finally {
  await session.close();
}
await writeFile(REPORT, toMarkdown(results, [`Chromium ${session.browserVersion}`]));
console.log(`written to ${REPORT}`);
