// Builds outdated packages only: `node scripts/build.mjs [sdk|server|all] [--force]`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dim, green, red, root, run, runTool, since } from './lib/run.mjs';
import { digestOf, Stamps } from './lib/stamps.mjs';

const SHARED_INPUTS = ['tsconfig.base.json', 'package-lock.json', 'scripts/build.mjs'];

// The compiler's incremental state does not notice that its output was deleted.
const compile = (project, isBuilt) => runTool('tsc', ['-b', project, ...(isBuilt ? [] : ['--force'])]);

/** Build steps by name: their inputs, outputs, and the steps that must run before them. */
const STEPS = {
  sdk: {
    inputs: ['sdk'],
    outputs: [
      'index',
      'protocol',
      'testing',
      'node',
      'admin',
      'messages',
      'remote-control',
      'overlay',
      'desktop',
      'devices',
      'deployment',
      'element',
      'recorder',
      'quality',
      'diagnostics',
      'p2p',
      'call',
      'im',
      'im-protocol',
      'im-tabs',
    ]
      .flatMap((entry) => [`${entry}.js`, `${entry}.cjs`, `${entry}.d.ts`, `${entry}.d.cts`])
      .concat('lectern-rtc.global.js', 'lectern-rtc.es2017.global.js')
      .map((file) => `sdk/dist/${file}`),
    run: () => run('npm', ['run', '--silent', 'build', '-w', 'sdk']),
  },
  react: {
    after: ['sdk'],
    inputs: ['sdk', 'react-bindings'],
    outputs: ['index', 'ui']
      .flatMap((entry) => [`${entry}.js`, `${entry}.cjs`, `${entry}.d.ts`, `${entry}.d.cts`])
      .concat('ui.css', 'ui.css.d.ts')
      .map((file) => `react-bindings/dist/${file}`),
    run: () => run('npm', ['run', '--silent', 'build', '-w', 'react-bindings']),
  },
  kit: {
    inputs: ['kit'],
    outputs: ['kit/dist/clock.js', 'kit/dist/postgres/index.js', 'kit/dist/testing/index.js'],
    run: (isBuilt) => compile('kit', isBuilt),
  },
  server: {
    after: ['kit'],
    // The compiler reads the sources of the SDK, so the bundles of the SDK are made at the same time.
    inputs: ['kit', 'sdk', 'server'],
    // The compiler writes declarations of the SDK for its own use, and does not notice their deletion either.
    outputs: ['sdk/build/index.d.ts', 'server/dist/index.js', 'server/dist/cli.js'],
    run: (isBuilt) => compile('server', isBuilt),
  },
  start: {
    // The compiler builds referenced projects, so this one run covers contract, api and composition root.
    after: ['server'],
    inputs: [
      'kit',
      'sdk',
      'server',
      'demo-marketplace/contract',
      'demo-marketplace/api',
      'demo-marketplace/demo-data',
      ...rootFiles('demo-marketplace'),
    ],
    outputs: [
      'demo-marketplace/contract/dist/index.js',
      'demo-marketplace/api/dist/index.js',
      'demo-marketplace/demo-data/dist/index.js',
      'demo-marketplace/dist/start.js',
      'demo-marketplace/dist/market.js',
    ],
    run: (isBuilt) => compile('demo-marketplace', isBuilt),
  },
  web: {
    inputs: ['sdk', 'react-bindings', 'demo-marketplace/contract', 'demo-marketplace/web'],
    outputs: ['demo-marketplace/web/dist/index.html'],
    run: () => run('npm', ['run', '--silent', 'build', '-w', 'demo-marketplace/web']),
  },
};

const TARGETS = {
  sdk: ['sdk', 'react'],
  server: ['kit', 'sdk', 'server'],
  all: Object.keys(STEPS),
};

function rootFiles(folder) {
  return ['src', 'package.json', 'tsconfig.json'].map((name) => `${folder}/${name}`);
}

const args = process.argv.slice(2);
const force = args.includes('--force');
const target = args.find((arg) => !arg.startsWith('-')) ?? 'all';
const wanted = TARGETS[target];
if (!wanted) {
  console.error(`build: "${target}" is not a target; use one of: ${Object.keys(TARGETS).join(', ')}`);
  process.exit(2);
}

const started = performance.now();
// Outside of node_modules, which `npm ci` empties.
const stamps = new Stamps(join(root, '.cache/build.json'));
const done = new Map();

/** Builds one step once, after its dependencies; resolves to true if its output is up to date. */
function build(name) {
  if (!done.has(name)) done.set(name, buildOnce(name));
  return done.get(name);
}

async function buildOnce(name) {
  const step = STEPS[name];
  const needed = await Promise.all((step.after ?? []).map(build));
  if (needed.includes(false)) return false;

  const digest = digestOf([...step.inputs, ...SHARED_INPUTS], root);
  const isBuilt = step.outputs.every((file) => existsSync(join(root, file)));
  if (!force && isBuilt && stamps.has(name, digest)) {
    console.log(dim(`build ${name}: unchanged`));
    return true;
  }

  const stepStarted = performance.now();
  const { code, output } = await step.run(isBuilt);
  const missing = step.outputs.filter((file) => !existsSync(join(root, file)));
  if (code !== 0 || missing.length > 0) {
    const reason = code === 0 ? `did not write ${missing.join(', ')}` : 'failed';
    console.error(`${output.trimEnd()}\n${red(`build ${name}: ${reason}`)}`);
    return false;
  }
  stamps.set(name, digest);
  console.log(`build ${name}: ${green('built')} in ${since(stepStarted)}`);
  return true;
}

const results = await Promise.all(wanted.map(build));
if (results.includes(false)) process.exit(1);
console.log(`build: ready in ${since(started)}`);
