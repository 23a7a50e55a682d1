// Reports of the public API: the declarations of each entry as a user's compiler sees them, without comments.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';
import { withoutInternal } from './internal.mjs';
import { PUBLISHED } from './packed.mjs';
import { root } from './run.mjs';

const REPORTS = 'api';
const SUFFIX = '.api.md';
const printer = ts.createPrinter({ removeComments: true });

const typesOf = (target) =>
  typeof target === 'object' ? (target.import?.types ?? target.types ?? undefined) : undefined;

/** Entries of a package with declarations: import name and path of the declarations. */
function entriesOf(workspace) {
  const manifest = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
  return Object.entries(manifest.exports)
    .map(([subpath, target]) => ({ name: join(manifest.name, subpath), subpath, types: typesOf(target) }))
    .filter(({ types }) => types !== undefined && !types.endsWith('.css.d.ts'))
    .map((entry) => ({ ...entry, types: join(root, workspace, entry.types) }));
}

const reportOf = (workspace, subpath) =>
  join(root, workspace, REPORTS, `${subpath === '.' ? 'index' : subpath.slice(2)}${SUFFIX}`);

/** The statement of a variable, or the declaration itself. */
const printable = (declaration) => (ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration);

const isPrivate = (member) =>
  (ts.canHaveModifiers(member) ? (ts.getModifiers(member) ?? []) : []).some(
    ({ kind }) => kind === ts.SyntaxKind.PrivateKeyword,
  ) ||
  (member.name !== undefined && ts.isPrivateIdentifier(member.name));

/** The declaration without members that no caller reaches, as text. */
function textOf(declaration) {
  const node = printable(declaration);
  const shown = ts.isClassDeclaration(node)
    ? ts.factory.updateClassDeclaration(
        node,
        node.modifiers,
        node.name,
        node.typeParameters,
        node.heritageClauses,
        node.members.filter((member) => !isPrivate(member)),
      )
    : node;
  const text = printer.printNode(ts.EmitHint.Unspecified, shown, declaration.getSourceFile());
  return text.replace(/^(?:export )?(?:default )?(?:declare )?/, '');
}

/** Declarations inside the repository's packages that a declaration names. */
function namedBy(declaration, checker, isOwn) {
  const found = new Set();
  const visit = (node) => {
    if (ts.isIdentifier(node)) {
      const symbol = checker.getSymbolAtLocation(node);
      const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      const first = target?.declarations?.[0];
      const isTop = first !== undefined && ts.isSourceFile(printable(first).parent ?? first);
      if (isTop && isOwn(first.getSourceFile().fileName)) found.add(target);
    }
    if (!(ts.isClassElement(node) && isPrivate(node))) ts.forEachChild(node, visit);
  };
  visit(printable(declaration));
  return found;
}

/** Exported names of a module with their symbols. */
function exportsOf(program, file) {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(file));
  const resolve = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);
  return checker.getExportsOfModule(module).map((symbol) => [symbol.name, resolve(symbol)]);
}

/** Symbols that declarations name, and those name in turn, without those that some entry exports. */
function hiddenBy(exported, published, checker, isOwn) {
  const seen = new Set(published);
  const own = (symbol) => (symbol.declarations ?? []).filter((one) => isOwn(one.getSourceFile().fileName));
  const queue = exported.flatMap(([, symbol]) => own(symbol));
  const hidden = [];
  for (let declaration = queue.pop(); declaration !== undefined; declaration = queue.pop()) {
    for (const symbol of namedBy(declaration, checker, isOwn)) {
      if (seen.has(symbol)) continue;
      seen.add(symbol);
      hidden.push([symbol.name, symbol]);
      queue.push(...own(symbol));
    }
  }
  return hidden;
}

const blocksOf = (symbols) =>
  symbols
    .map(([name, symbol]) => {
      const texts = [...new Set((symbol.declarations ?? []).map(textOf))];
      const local = symbol.name === name ? '' : `// exported as ${name}\n`;
      return { name, text: local + texts.join('\n') };
    })
    .sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : one.text < other.text ? -1 : 1))
    .map(({ text }) => text);

const fenced = (blocks) => ['```ts', blocks.join('\n\n'), '```'];

/**
 * Reports of entries.
 *
 * @param {readonly { name: string, types: string }[]} entries import names and absolute paths of their declarations
 * @param {(file: string) => boolean} isOwn true for files whose declarations belong to the API
 * @returns {Promise<string[]>} a text for each
 */
export async function reportsOf(entries, isOwn) {
  const compilerOptions = {
    ...{ strict: true, skipLibCheck: true, noEmit: true, types: [], noLib: true },
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(compilerOptions);
  const readFile = host.readFile.bind(host);
  // Declarations as they are packed.
  host.readFile = (file) => (isOwn(file) ? withoutInternal(readFile(file) ?? '') : readFile(file));
  // Only names are read, so nobody else's declarations are needed.
  host.resolveModuleNameLiterals = (literals, file, _redirected, options) =>
    literals.map(({ text }) =>
      /^\.|^@lectern\//.test(text) ? ts.resolveModuleName(text, file, options, host) : { resolvedModule: undefined },
    );
  const program = ts.createProgram(
    entries.map(({ types }) => types),
    compilerOptions,
    host,
  );
  const options = { ...(await resolveConfig(join(root, 'x.md'))), parser: 'markdown' };
  const all = entries.map(({ name, types }) => ({ name, exported: exportsOf(program, types) }));
  // Types that another entry exports are in its report.
  const published = all.flatMap(({ exported }) => exported.map(([, symbol]) => symbol));
  return Promise.all(
    all.map(({ name, exported }) => {
      const hidden = hiddenBy(exported, published, program.getTypeChecker(), isOwn);
      const lines = [`# API of \`${name}\``, '', 'Made from the declarations by `npm run api`.', ''];
      lines.push(...fenced(blocksOf(exported)));
      if (hidden.length > 0) lines.push('', '## Named by them, but not exported', '', ...fenced(blocksOf(hidden)));
      return format(`${lines.join('\n')}\n`, options);
    }),
  );
}

/** Reports of all published packages by their paths, from the declarations that were built. */
export async function apiReports() {
  const own = [...PUBLISHED, 'kit'].map((folder) => `${join(root, folder)}/`);
  const reports = new Map();
  for (const workspace of PUBLISHED) {
    const entries = entriesOf(workspace);
    const [folder, kit] = [`${join(root, workspace)}/`, own.at(-1)];
    const isOwn = (file) => [folder, kit].some((start) => file.startsWith(start)) && !file.includes('/node_modules/');
    const texts = await reportsOf(entries, isOwn);
    entries.forEach(({ subpath }, index) => reports.set(reportOf(workspace, subpath), texts[index]));
  }
  return reports;
}

const storedReports = () =>
  PUBLISHED.map((workspace) => join(root, workspace, REPORTS))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)));

/** Writes the reports and removes those of entries that are gone. */
export async function writeApiReports() {
  const reports = await apiReports();
  for (const path of storedReports()) if (!reports.has(path)) rmSync(path);
  for (const [path, text] of reports) {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
  }
}

/** First line in which two texts differ. */
function firstDifference(before, now) {
  const [old, fresh] = [before.split('\n'), now.split('\n')];
  const line = fresh.findIndex((text, index) => text !== old[index]);
  return line < 0 ? `ends after line ${fresh.length}` : `line ${line + 1}: ${old[line] ?? '(end)'} → ${fresh[line]}`;
}

/** Differences between the reports in the repository and the declarations that were built. */
export async function apiGaps() {
  const reports = await apiReports();
  const shown = (path) => relative(root, path);
  const changed = [...reports].flatMap(([path, text]) => {
    const stored = existsSync(path) ? readFileSync(path, 'utf8') : '';
    return stored === text ? [] : [`${shown(path)}: the public API has changed, ${firstDifference(stored, text)}`];
  });
  const gone = storedReports().filter((path) => !reports.has(path));
  const gaps = [...changed, ...gone.map((path) => `${shown(path)}: the package has no such entry any more`)];
  return gaps.length === 0 ? [] : [...gaps, 'if that is intended, run npm run api and add a changeset'];
}
