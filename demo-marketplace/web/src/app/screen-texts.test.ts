import { expect, test } from 'vitest';
import { pages } from './routes.js';
import { FIRST_SECTIONS, loadCatalog, type Section } from '../i18n/messages.js';

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*'], {
  eager: true,
  query: '?raw',
  import: 'default',
});
const catalogs = import.meta.glob<Record<string, string>>('../i18n/catalogs/*.en.json', {
  eager: true,
  import: 'default',
});

/** Each text that is loaded with screens, with the section it is in. */
const sectionOf = new Map(
  Object.entries(catalogs).flatMap(([file, texts]) => {
    const section = file.replace(/^.*\//, '').replace('.en.json', '');
    return Object.keys(texts).map((id) => [id, section] as const);
  }),
);

const pathFrom = (file: string, target: string): string =>
  new URL(target, new URL(file, 'file:///src/app/')).pathname.replace('/src/', '../').replace(/^\.\.\/app\//, './');

const fileOf = (path: string): string | undefined =>
  [path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')].find((file) => file in sources);

/** A part that is loaded when it is needed, together with texts of its own. */
const PART = /import\('(\.[^']+)'\),\s*needTexts\(([^)]*)\)/g;

const sectionsIn = (list: string): Section[] =>
  [...list.matchAll(/'([\w-]+)'/g)].map(([, section]) => section as Section);

const IMPORT = /(?:(?:import|export) (?:type )?(\{[^}]*\}) from|from|import\()\s*'(\.[^']+)'/g;

const namesIn = (list: string): string[] =>
  list
    .replaceAll(/[{}]|\btype /g, '')
    .split(',')
    .map((name) => name.trim());

/** The modules that a file imports; through the index of a feature, only those of the names it takes. */
function importsOf(file: string, source: string): string[] {
  return [...source.matchAll(IMPORT)].flatMap(([, names, target = '']) => {
    const next = fileOf(pathFrom(file, target));
    if (next === undefined) return [];
    if (names === undefined || !next.endsWith('/index.ts')) return [next];
    const wanted = namesIn(names);
    return [...sources[next]!.matchAll(IMPORT)].flatMap(([, exported = '', inner = '']) =>
      namesIn(exported).some((name) => wanted.includes(name)) ? (fileOf(pathFrom(next, inner)) ?? []) : [],
    );
  });
}

/** A file and all that it imports, at once or when it is needed; but for parts with texts of their own. */
function reachedFrom(file: string, reached = new Set<string>()): ReadonlySet<string> {
  if (reached.has(file)) return reached;
  reached.add(file);
  for (const next of importsOf(file, sources[file]!.replace(PART, ''))) reachedFrom(next, reached);
  return reached;
}

/** The texts that a file uses and that are not loaded: complete ids, and prefixes without any loaded text. */
function missingIn(file: string, loaded: object): string[] {
  const source = sources[file]!;
  const whole = [...source.matchAll(/'([\w-]+(?:\.[\w-]+)+)'/g)].map(([, id = '']) => id);
  const begun = [...source.matchAll(/`([\w-]+\.[\w.-]*)\$\{/g)].map(([, start = '']) => start);
  const among = (start: string) => (id: string) => id.startsWith(start);
  return [
    ...whole.filter((id) => sectionOf.has(id) && !(id in loaded)).map((id) => `${id} (${sectionOf.get(id)})`),
    ...begun.filter((start) => [...sectionOf.keys()].some(among(start)) && !Object.keys(loaded).some(among(start))),
  ].map((text) => `${file}: ${text}`);
}

/** List every screen's title, the classroom's own among them, and every screen. */
const ROUTE_TABLES: readonly string[] = ['../lib/site-map.ts', './routes.ts'];

const routeFiles = Object.keys(sources).filter((file) => /^\.\.\/features\/[^/]+\/routes\.ts$/.test(file));

const screens = routeFiles.flatMap((file) =>
  [
    ...sources[file]!.matchAll(
      /'(\/[^']*)': page\(\s*async \(\) => \(await import\('([^']+)'\)\)\.\w+,\s*\[([^\]]*)\]/g,
    ),
  ].map(([, path = '', module = '', sections = '']) => ({
    path,
    file: fileOf(pathFrom(file, module))!,
    sections: sectionsIn(sections),
  })),
);

test('the screens and their sections are found', () => {
  expect(screens.map(({ path }) => path).toSorted()).toEqual(Object.keys(pages).toSorted());
  expect(screens.every(({ file }) => file in sources)).toBe(true);
});

/** Returns the texts that a screen and its lazily loaded parts use without loading their sections. */
async function lackedBy(file: string, sections: readonly Section[]): Promise<readonly string[]> {
  const loaded = await loadCatalog('en', [...FIRST_SECTIONS, ...sections]);
  const reached = [...reachedFrom(file)].filter((each) => !ROUTE_TABLES.includes(each));
  const parts = reached.flatMap((each) =>
    [...sources[each]!.matchAll(PART)].map(([, target = '', own = '']) =>
      lackedBy(fileOf(pathFrom(each, target))!, [...sections, ...sectionsIn(own)]),
    ),
  );
  return [...reached.flatMap((each) => missingIn(each, loaded)), ...(await Promise.all(parts)).flat()];
}

test.each(screens)('$path loads each text that it or what it opens can show', async ({ file, sections }) => {
  expect(await lackedBy(file, sections)).toEqual([]);
});
