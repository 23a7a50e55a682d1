import { expect, test, type Browser } from '@playwright/test';
import { parse } from 'acorn';
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually, WAIT_LIMIT_MS } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import {
  copyExample,
  downloadDependencies,
  installConsumer,
  outsideFolder,
  packAll,
  removeFolder,
  runIn,
  type Archives,
} from './consumer.js';
import { serveFolder } from './static-site.js';

// The packages as users get them: packed, installed in empty folders, built by their tools, and run.

const folders: string[] = [];
let archives: Archives;
/** The installed server, by the command that its package brings. */
let server: ChildProcess;
let serverUrl: string;
let nodeFolder: string;

const install = async (name: string, ...packages: string[]): Promise<string> => {
  const folder = await installConsumer(name, packages);
  folders.push(folder);
  return folder;
};

async function startInstalledServer(folder: string): Promise<void> {
  const [port, dataDir] = [await freePort(), await outsideFolder()];
  folders.push(dataDir);
  serverUrl = `http://127.0.0.1:${port}`;
  server = spawn(join(folder, 'node_modules/.bin/lectern'), ['serve', '--demo'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'test', PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await eventually(
    'the installed server being healthy',
    async () => {
      if (server.exitCode !== null) throw new Error(`it exited with ${server.exitCode}`);
      return (await fetch(`${serverUrl}/healthz`)).status;
    },
    (status) => status === 200,
  );
}

test.beforeAll(async () => {
  await downloadDependencies();
  const packed = await outsideFolder();
  folders.push(packed);
  archives = await packAll(packed);
  nodeFolder = await install('node', archives.rtc, archives.server);
  await startInstalledServer(nodeFolder);
});

test.afterAll(async () => {
  if (server?.exitCode === null) {
    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    await exited;
  }
  await Promise.all(folders.map(removeFolder));
});

/** Two windows of the built page enter one class, and each shows the other's camera. */
async function expectTwoMembersSeeEachOther(browser: Browser, folder: string, room: string): Promise<void> {
  const site = await serveFolder(folder);
  const context = await browser.newContext({ permissions: ['camera', 'microphone'] });
  try {
    const pages = await Promise.all(
      ['ann', 'ben'].map(async (name) => {
        const page = await context.newPage();
        page.on('pageerror', (error) => expect.soft(String(error)).toBe(''));
        const query = new URLSearchParams({ server: serverUrl, user: `${room}-${name}`, room });
        await page.goto(`${site.origin}/?${query}`);
        return page;
      }),
    );
    for (const page of pages) {
      await expect(page.locator('#status')).toHaveText('joined');
      const frames = () =>
        page
          .locator('video[data-local=false]')
          .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);
      await expect.poll(frames).toBeGreaterThan(5);
    }
  } finally {
    await context.close();
    site.close();
  }
}

test('every entry loads on Node, by import and by require', async () => {
  const counts = JSON.parse(await runIn(nodeFolder, process.execPath, ['entries.mjs'])) as Record<
    string,
    { import: number; require?: number }
  >;
  expect(Object.keys(counts)).toHaveLength(22);
  for (const [entry, { import: imported, require: required }] of Object.entries(counts)) {
    expect([entry, imported > 0]).toEqual([entry, true]);
    if (!entry.startsWith('@lectern/server')) expect([entry, required]).toEqual([entry, imported]);
  }
});

test('members on Node register, join, publish and see each other', async () => {
  const members = ['ann', 'ben'].map((name) =>
    fork(join(nodeFolder, 'member.cjs'), [serverUrl, `node-${name}`], { cwd: nodeFolder, silent: true }),
  );
  try {
    const sizes = members.map(async (member) => {
      let errors = '';
      member.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
      const exit = once(member, 'exit').then(([code]) =>
        Promise.reject(new Error(`it exited with ${code}: ${errors}`)),
      );
      const signal = AbortSignal.timeout(WAIT_LIMIT_MS);
      const [line] = (await Promise.race([once(member.stdout!, 'data', { signal }), exit])) as [Buffer];
      exit.catch(() => undefined);
      return line.toString().trim();
    });
    expect(await Promise.all(sizes)).toEqual(['320x240', '320x240']);
  } finally {
    for (const member of members) member.kill();
  }
});

test('a page of Vite 8 and React 19 shows a class under StrictMode', async ({ browser }) => {
  const folder = await install('vite-react-19', archives.rtc, archives.react);
  await runIn(folder, 'npm', ['run', '--silent', 'build']);
  await expectTwoMembersSeeEachOther(browser, join(folder, 'dist'), 'vite19');
});

test('a page of Vite 8 and React 18 does so too, with the recorder in it', async ({ browser }) => {
  const folder = await install('vite-react-18', archives.rtc, archives.react);
  await runIn(folder, 'npm', ['run', '--silent', 'build']);
  await expectTwoMembersSeeEachOther(browser, join(folder, 'dist'), 'vite18');
});

for (const { name, base, needsReact = false } of [
  { name: 'vanilla', base: 'vite-react-19' },
  { name: 'react', base: 'vite-react-19', needsReact: true },
  { name: 'vue', base: 'vue' },
  { name: 'svelte', base: 'svelte' },
]) {
  test(`the example ${name} is built by Vite, and its members see each other`, async ({ browser }) => {
    const folder = await install(base, archives.rtc, ...(needsReact ? [archives.react] : []));
    await copyExample(name, base, folder);
    await runIn(folder, 'npm', ['run', '--silent', 'build']);
    await expectTwoMembersSeeEachOther(browser, join(folder, 'dist'), name);
  });
}

test('webpack 5 bundles every entry without a warning', async ({ browser }) => {
  const folder = await install('webpack', archives.rtc);
  await runIn(folder, 'npm', ['run', '--silent', 'build']);
  await expectTwoMembersSeeEachOther(browser, join(folder, 'dist'), 'webpack');
});

test('Next.js renders a page on the server that imports the SDK, and the class runs in the browser', async ({
  browser,
}) => {
  const folder = await install('next', archives.rtc, archives.react);
  await runIn(folder, 'npm', ['run', '--silent', 'build'], { NEXT_TELEMETRY_DISABLED: '1' });
  await expectTwoMembersSeeEachOther(browser, join(folder, 'out'), 'next');
});

/** A page with the given file of the package in a script tag. */
async function pageWithScript(name: string, script: string): Promise<string> {
  const folder = await install(name);
  await copyFile(join(nodeFolder, 'node_modules/@lectern/rtc/dist', script), join(folder, script));
  return folder;
}

test('a script tag is enough', async ({ browser }) => {
  const folder = await pageWithScript('script', 'lectern-rtc.global.js');
  await expectTwoMembersSeeEachOther(browser, folder, 'script');
});

test('an old browser parses and runs the file of ES2017, which brings what the browser lacks', async ({ browser }) => {
  const script = 'lectern-rtc.es2017.global.js';
  const folder = await pageWithScript('script-es2017', script);
  parse(await readFile(join(folder, script), 'utf8'), { ecmaVersion: 2017 });
  await expectTwoMembersSeeEachOther(browser, folder, 'es2017');
});

const RESOLUTIONS = [
  { module: 'esnext', moduleResolution: 'bundler' },
  { module: 'node16', moduleResolution: 'node16' },
  { module: 'nodenext', moduleResolution: 'nodenext' },
];

test('the types hold in strict projects of TypeScript 5.4 to 7, libraries checked', async () => {
  const folder = await install('types', archives.rtc, archives.react);
  for (const { module, moduleResolution } of RESOLUTIONS) {
    const compilerOptions = {
      ...{ module, moduleResolution, target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], jsx: 'react-jsx' },
      ...{ strict: true, skipLibCheck: false, noEmit: true, types: ['react', 'node'] },
    };
    const config = JSON.stringify({ compilerOptions, files: ['index.tsx'] });
    await writeFile(join(folder, `tsconfig.${moduleResolution}.json`), config);
  }
  const versions = ['5.4', '5.9', '6', '7'];
  const projects = RESOLUTIONS.map(({ moduleResolution }) => `tsconfig.${moduleResolution}.json`);
  for (const version of versions) {
    const compiler = join('node_modules', `typescript-${version}`, 'bin/tsc');
    await Promise.all(projects.map((project) => runIn(folder, process.execPath, [compiler, '-p', project])));
  }
});
