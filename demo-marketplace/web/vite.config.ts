import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Compiles the texts while building, so that no message parser is sent to browsers. */
const compiledCatalogs: Plugin = {
  name: 'lectern-catalogs',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/i18n\/catalogs\/[\w.-]+\.json$/.test(id)) return undefined;
    const texts = Object.entries(JSON.parse(code) as Record<string, string>);
    const compiled = texts.map(([key, text]) => [key, compileMessage(text)]);
    return { code: JSON.stringify(Object.fromEntries(compiled)), map: { mappings: '' } };
  },
};

/** Lets the bundler drop those of the router's components that no page uses: their names, for developer tools, keep them. */
const lightRouter: Plugin = {
  name: 'lectern-light-router',
  apply: 'build',
  transform(code, id) {
    if (!/\/react-router\/dist\/production\/[^/]+\.mjs$/.test(id)) return undefined;
    const light = code
      .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
      .replaceAll(/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1');
    return { code: light, map: { mappings: '' } };
  },
};

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** The highest takes many times as long, for little. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Compresses scripts and styles once, here, in place of with each request; the server picks what a browser takes. */
const compressed: Plugin = {
  name: 'lectern-compressed',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name));
    await Promise.all(
      names.map(async (name) => {
        const file = join(dir, name);
        const content = await readFile(file);
        const [br, gz] = await Promise.all([brotli(content, BROTLI), gzipped(content, { level: 9 })]);
        await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
      }),
    );
  },
};

/** Modules that run before any screen, without libraries of many parts, of which each page takes its own. */
const SHELL = /\/node_modules\/(react|react-dom|scheduler|react-router|@lingui)\/|\/web\/src\/.*\.tsx?$/;

/** Modules that most pages need; those of forms bring a library that pages without a form go without. */
const COMMON = /\/web\/src\/(ui|lib)\/(?!form\.|use-(action|entry)-form\.).*\.tsx?$|\/lucide-react\/dist\/esm\/icons\//;

/** Modules that the pages of courses share and few others need; cut into files of their own, they weigh more. */
const COURSES =
  /\/web\/src\/lib\/clock-text|\/features\/catalogue\/(hooks|lib|components\/(crowdfund-bar|follow-button|rating|report-link|wish-button))/;
/** Reviews, questions and announcements of a course, without their forms. */
const TALK = /\/features\/catalogue\/components\/(author|like-button|pictures)/;
/** Signs that a course’s page has at once. */
const COURSE_SIGNS =
  /\/icons\/(badge-check|clock|file-down|file-text|flag|heart|lock|megaphone|message-square-quote|pencil|play|rotate-ccw|star|thumbs-up|ticket-percent|users)\./;

type ModulesOf = (id: string) => { readonly importedIds: readonly string[] } | null;

/** Modules that `app.tsx` imports at once. */
const inShell = (() => {
  let reached: Set<string> | undefined;
  const reach = (id: string, modules: ModulesOf, all: Set<string>): Set<string> => {
    if (all.has(id)) return all;
    all.add(id);
    for (const next of modules(id)?.importedIds ?? []) reach(next, modules, all);
    return all;
  };
  return (id: string, modules: ModulesOf): boolean => {
    reached ??= reach(`${import.meta.dirname}/src/app/app.tsx`, modules, new Set());
    return reached.has(id);
  };
})();

const SERVER = process.env['LECTERN_SERVER'] ?? 'http://localhost:8080';

const ROUTER = resolve(import.meta.dirname, '../../node_modules/react-router/dist/production');
const PRODUCTION_ROUTER = [
  { find: /^react-router$/, replacement: `${ROUTER}/index.mjs` },
  { find: /^react-router\/dom$/, replacement: `${ROUTER}/dom-export.mjs` },
];

export default defineConfig(({ mode }) => ({
  plugins: [compiledCatalogs, lightRouter, react(), tailwindcss(), compressed],
  resolve: {
    conditions: ['lectern-source', 'module', 'browser', 'development|production'],
    // Its exports name the build with the warnings only.
    alias: mode === 'production' ? PRODUCTION_ROUTER : [],
  },
  build: {
    target: 'es2022',
    // Not named in the files, of which each page loads many.
    sourcemap: 'hidden',
    // Lists the files that each page loads, for its budget.
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'share.html'],
      output: {
        codeSplitting: {
          // Few files in place of forty: fewer requests, which share what compression learns.
          groups: [
            {
              name: (id, modules) => (inShell(id, (each) => modules.getModuleInfo(each)) ? 'shell' : null),
              test: SHELL,
              priority: 1,
            },
            { name: 'courses', test: COURSES, minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'talk', test: TALK, minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'course-signs', test: COURSE_SIGNS, minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'common', test: COMMON, minShareCount: 14, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: {
    // Everything that is not the page comes from a running `npm start`.
    proxy: Object.fromEntries(
      ['/api', '/easemob', '/files', '/lectern', '/media', '/privacy', '/rtc', '/terms'].map((path) => [
        path,
        { target: SERVER, ws: path === '/rtc' },
      ]),
    ),
  },
}));
