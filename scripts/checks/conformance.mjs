// The conformance documents name files and tests, which have to exist.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Text of a row without code in place of a file: the part that brings it, or the reason why there is no code. */
const EXPLAINED = /^(later|impossible|not used): \S/;
/** The library and its server; the marketplace; the security promises. */
export const CONFORMANCE_DOCUMENTS = ['docs/conformance.md', 'docs/conformance-marketplace.md', 'docs/security.md'];
const LINK = /`([^`]+)`(?: › “([^”]+)”)?/g;

/** Cells of each row of each table, with its line; heading and delimiter rows are left out. */
export const rowsOf = (markdown) =>
  markdown.split('\n').flatMap((text, index, lines) => {
    const isBody =
      text.startsWith('|') && !/^\|[\s|:-]+\|$/.test(text) && !/^\|[\s|:-]+\|$/.test(lines[index + 1] ?? '');
    if (!isBody) return [];
    // A bar inside a cell is written \|.
    const cells = text.slice(1, -1).split(/(?<!\\)\|/);
    return [{ line: index + 1, cells: cells.map((cell) => cell.trim()) }];
  });

const missing = (cell, root) =>
  [...cell.matchAll(LINK)].flatMap(([, file, name]) => {
    if (!existsSync(join(root, file))) return [`there is no ${file}`];
    if (name === undefined || readFileSync(join(root, file), 'utf8').includes(name)) return [];
    return [`${file} has no test “${name}”`];
  });

/** @returns {string[]} the errors of the document; `path` appears in their messages */
export function conformanceGaps(markdown, root, path = 'docs/conformance.md') {
  return rowsOf(markdown).flatMap(({ line, cells }) => {
    const [statement, where = '', test = ''] = cells;
    const tell = (what) => `${path}:${line}: “${statement}”: ${what}`;
    if (cells.length !== 3) return [tell('a row has three cells')];
    if (EXPLAINED.test(where)) return missing(test, root).map(tell);
    const isOpen = [where, test].some((cell) => ![...cell.matchAll(LINK)].length);
    if (isOpen) return [tell('names no file, or no test')];
    return [...missing(where, root), ...missing(test, root)].map(tell);
  });
}
