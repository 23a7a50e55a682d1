// Downloads the dependencies of the applications in test/consumers, if their lock files changed: `node
// scripts/consumers.mjs`.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './lib/run.mjs';
import { digestOf, Stamps } from './lib/stamps.mjs';

const CONSUMERS = 'test/consumers';
const stamps = new Stamps(join(root, 'node_modules/.cache/lectern/consumers.json'));

for (const name of readdirSync(join(root, CONSUMERS))) {
  const folder = `${CONSUMERS}/${name}`;
  if (!existsSync(join(root, folder, 'package-lock.json'))) continue;
  const digest = digestOf([`${folder}/package.json`, `${folder}/package-lock.json`], root);
  if (stamps.has(name, digest) && existsSync(join(root, folder, 'node_modules'))) continue;
  const { code, output } = await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: join(root, folder),
  });
  if (code !== 0) {
    console.error(`consumers: ${folder} could not be installed:\n${output}`);
    process.exit(1);
  }
  stamps.set(name, digest);
  console.log(`consumers: installed ${name}`);
}
