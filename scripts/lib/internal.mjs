// Removes what is marked @internal from declarations, as the compiler's stripInternal does, also from lists of exports.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const MARK = '@internal';

/** True for a node whose own doc comment, the last one before it, marks it as internal. */
export function isInternal(node, text) {
  const ranges = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
  const last = ranges.at(-1);
  const comment = last === undefined ? '' : text.slice(last.pos, last.end);
  return comment.startsWith('/**') && comment.includes(MARK);
}

/**
 * Removes statements and members that are marked.
 *
 * @param {string} text of a declaration file
 * @returns {string} the text without them and without their comments; the same text where nothing is marked
 */
export function withoutInternal(text) {
  if (!text.includes(MARK)) return text;
  const source = ts.createSourceFile('file.d.ts', text, ts.ScriptTarget.Latest, true);
  const cuts = [];
  const visit = (node) => {
    const isPart = ts.isStatement(node) || ts.isTypeElement(node) || ts.isClassElement(node);
    if (isPart && isInternal(node, text)) cuts.push([node.getFullStart(), node.getEnd()]);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return cuts.reduceRight((rest, [start, end]) => rest.slice(0, start) + rest.slice(end), text);
}

/** Removes them from all declarations of a folder. */
export function removeInternal(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.d\.c?ts$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, 'utf8');
    const published = withoutInternal(text);
    if (published !== text) writeFileSync(path, published);
  }
}
