// Loads every entry of the installed packages by `import`, and prints how many names each exports.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const require = createRequire(import.meta.url);
const options = { appKey: 'org#app', restUrl: 'http://localhost:1', identity: { memName: 'org#app_ann', token: 'T' } };
// A server that renders pages creates the client of the page too.
for (const { RtcClient } of [await import('@lectern/rtc'), require('@lectern/rtc')]) new RtcClient(options);

const counts = {};
for (const name of ['@lectern/rtc', '@lectern/server']) {
  const manifest = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
  for (const [path, conditions] of Object.entries(manifest.exports)) {
    const entry = path === '.' ? name : `${name}/${path.slice(2)}`;
    counts[entry] = { import: Object.keys(await import(entry)).length };
    if (conditions.require) counts[entry].require = Object.keys(require(entry)).length;
  }
}
console.log(JSON.stringify(counts));
