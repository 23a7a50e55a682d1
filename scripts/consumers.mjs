// Downloads the dependencies of the applications in test/consumers, if their lock files changed, and the descriptions of
// peer dependencies, without which npm cannot install our packages offline: `node scripts/consumers.mjs`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './lib/run.mjs';
import { digestOf, Stamps } from './lib/stamps.mjs';

const CONSUMERS = 'test/consumers';
const PACKAGES = ['sdk', 'react-bindings', 'server'];
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

/** Required packages of others that our packages leave to the application. */
function peers() {
  const names = PACKAGES.flatMap((folder) => {
    const { peerDependencies = {}, peerDependenciesMeta = {} } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    );
    return Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  });
  return [...new Set(names)].filter((name) => !name.startsWith('@lectern/'));
}

// `npm ci` caches short descriptions; npm 11.19 reads the full ones when it checks peers.
const npmVersion = (await run('npm', ['--version'])).output.trim();
for (const name of peers()) {
  if (stamps.has(`peer ${name}`, npmVersion)) continue;
  const { code, output } = await run('npm', ['view', name, 'version']);
  if (code !== 0) {
    console.error(`consumers: the description of ${name} could not be downloaded:\n${output}`);
    process.exit(1);
  }
  stamps.set(`peer ${name}`, npmVersion);
}
