import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './lib/run.mjs';

const read = (file) => readFileSync(join(root, file), 'utf8');

const guide = read('docs/deployment.md');
const compose = read('deploy/compose.yaml');
const nginx = read('deploy/nginx.conf');

/** Settings that the server documents, beside those of Node itself. */
const settings = new Set([...read('docs/settings.md').matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name));
settings.add('NODE_ENV');

/** Names of environment variables by the file that sets them for the server. */
const set = {
  'deploy/compose.yaml': [
    ...(/ {4}environment:\n((?: {6}.*\n)+)/.exec(compose)?.[1] ?? '').matchAll(/^ {6}([A-Z_]+):/gm),
  ],
  'deploy/Dockerfile': [...read('deploy/Dockerfile').matchAll(/(?<=ENV .*)([A-Z_]+)=/g)],
  'deploy/lectern.service': [...read('deploy/lectern.service').matchAll(/(?<=^Environment=.*)([A-Z_]+)=/gm)],
  'docs/deployment.md': [
    ...(/lectern\.env`[\s\S]*?```sh\n([\s\S]*?)```/.exec(guide)?.[1] ?? '').matchAll(/^([A-Z_]+)=/gm),
  ],
};

test.each(Object.entries(set))('%s sets nothing that the server does not know', (_file, found) => {
  const names = found.map(([, name]) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !settings.has(name))).toEqual([]);
});

test('containers and systemd run the server with the same settings', () => {
  const names = (file) =>
    set[file]
      .map(([, name]) => name)
      .filter((name) => name !== 'PORT')
      .sort();
  expect(names('docs/deployment.md')).toEqual(names('deploy/compose.yaml'));
});

test('each variable of compose.yaml is in the example of its settings', () => {
  const asked = new Set([...compose.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name));
  const given = [...read('deploy/.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(given.sort()).toEqual([...asked].sort());
});

test('media and relay ports are the same in firewall table, image, settings and relay', () => {
  const [first, last] = /MEDIA_PORTS: (\d+)-(\d+)/.exec(compose)?.slice(1) ?? [];
  expect(guide).toMatch(new RegExp(`\\| ${first} to ${last} +\\| UDP `));
  expect(guide).toContain(`MEDIA_PORTS=${first}-${last}`);
  expect(read('deploy/Dockerfile')).toContain(`${first}-${last}/udp`);
  const relay = read('deploy/turnserver.conf');
  const [min, max] = ['min-port', 'max-port'].map((name) => new RegExp(`^${name}=(\\d+)`, 'm').exec(relay)?.[1]);
  expect(guide).toMatch(new RegExp(`\\| ${min} to ${max} +\\| UDP `));
  expect(Number(min) > Number(last)).toBe(true);
});

test('nginx passes upgrades, the address of the client and bodies of any size on', () => {
  for (const line of [
    'proxy_set_header Upgrade $http_upgrade;',
    'proxy_set_header Connection $connection_upgrade;',
    // Appending would let a client claim an address.
    'proxy_set_header X-Forwarded-For $remote_addr;',
    'client_max_body_size 0;',
  ]) {
    expect(nginx).toContain(line);
  }
});

test('the image runs as an unprivileged user, and starts what the package installs', () => {
  const dockerfile = read('deploy/Dockerfile');
  expect(dockerfile.lastIndexOf('USER node')).toBeGreaterThan(dockerfile.lastIndexOf('FROM '));
  const { bin } = JSON.parse(read('server/package.json'));
  expect(Object.keys(bin)).toContain(/ENTRYPOINT \["\S+\/([\w-]+)"\]/.exec(dockerfile)?.[1]);
  expect(read('deploy/lectern.service')).toContain(`@lectern/server/${bin.lectern.slice(2)} serve`);
  const node = JSON.parse(read('package.json')).engines.node.slice(2).split('.').map(Number);
  const image = /^FROM node:(\d+)\.(\d+)/m.exec(dockerfile)?.slice(1).map(Number) ?? [];
  expect(image[0] === node[0] && image[1] >= node[1]).toBe(true);
});

test('the guide names every file of the folder', () => {
  const missing = readdirSync(join(root, 'deploy')).filter(
    (file) => !guide.includes(file) && !file.endsWith('.dockerignore'),
  );
  expect(missing).toEqual([]);
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test.runIf(hasSystemd)('systemd takes the unit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-unit-'));
  try {
    // The program is not installed here, and systemd looks for it.
    const unit = read('deploy/lectern.service').replace(/^ExecStart=.*$/m, `ExecStart=${process.execPath}`);
    writeFileSync(join(folder, 'lectern.service'), unit);
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', join(folder, 'lectern.service')], {
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
