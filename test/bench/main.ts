import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { BenchSession } from './bench-session.js';
import * as api from './api.js';
import * as bitrate from './bitrate.js';
import * as collector from './collector.js';
import * as flood from './flood.js';
import * as forwarding from './forwarding.js';
import * as im from './im.js';
import * as join from './join.js';
import * as leaks from './leaks.js';
import * as marketVolume from './market-volume.js';
import * as mixing from './mixing.js';
import * as quality from './quality.js';
import { keptOf, toMarkdown } from './report.js';
import type { BenchResult } from './result.js';
import * as sizes from './sizes.js';
import * as webSizes from './web-sizes.js';

const REPORT = fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url));

const GROUPS = {
  sizes,
  pages: webSizes,
  api,
  volume: marketVolume,
  forwarding,
  flood,
  mixing,
  quality,
  collector,
  im,
  bitrate,
};
const SESSION_GROUPS = { join, leaks };

/** Groups that were named on the command line; all without any. */
const wanted = process.argv.slice(2);

const results: BenchResult[] = [];
const add = (more: readonly BenchResult[]): void => {
  for (const { name, value, isMet, note } of more) {
    console.log(`${isMet === false ? '✗' : '✓'} ${name}: ${value}`);
    if (wanted.length > 0) console.log(`  ${note}`);
  }
  results.push(...more);
};

const known = [...Object.keys(GROUPS), ...Object.keys(SESSION_GROUPS)];
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) throw new Error(`no such benchmarks: ${unknown.join(', ')}; there are ${known.join(', ')}`);
const isWanted = ([name]: readonly [string, unknown]): boolean => wanted.length === 0 || wanted.includes(name);

for (const [, group] of Object.entries(GROUPS).filter(isWanted)) add(await group.run());
const inSession = Object.entries(SESSION_GROUPS).filter(isWanted);
let browserVersion = '';
if (inSession.length > 0) {
  const session = await BenchSession.start();
  ({ browserVersion } = session);
  try {
    for (const [, group] of inSession) add(await group.run(session));
  } finally {
    await session.close();
  }
}
if (wanted.length === 0) {
  const kept = keptOf(await readFile(REPORT, 'utf8'));
  await writeFile(REPORT, toMarkdown(results, [`Chromium ${browserVersion}`]) + kept);
  console.log(`written to ${REPORT}`);
}
