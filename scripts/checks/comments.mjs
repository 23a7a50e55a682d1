import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const CODE = /\.(ts|tsx|mts|mjs)$/;
/** A comment that begins on a line: alone, or after code. Addresses such as `https://` have no space before them. */
const START = /(^|\s)(\/\/|\/\*\*?)(?:\s+(.*))?$/;
const CONTINUED = /^\s*(?:\/\/|\*(?!\/))\s?(.*)$/;
const FRAGMENT = /^(What|Who|Whose|Of|How|That|Whether)\b/;

/** Folders whose comments are still to be rewritten; one that has become clean must leave the list. */
export const UNCLEAN_FOLDERS = [];

/** The first sentence of the comment that begins on the line, without the marks of comments. */
function firstSentence(lines, index, firstText) {
  let text = firstText.replace(/\s*\*\/.*$/, '');
  let isOver = firstText.includes('*/');
  for (let next = index + 1; !isOver && !/[.?!](\s|$)/.test(text) && next < lines.length; next++) {
    const continued = CONTINUED.exec(lines[next]);
    if (continued === null) break;
    isOver = lines[next].includes('*/');
    text = `${text} ${continued[1].replace(/\s*\*\/.*$/, '')}`.trim();
  }
  return /^.*?[.?!](?=\s|$)/.exec(text)?.[0] ?? text;
}

const isFragment = (sentence) => FRAGMENT.test(sentence) && !sentence.endsWith('?');

/** @returns {number[]} the lines, counted from 1, on which comments begin that are fragments of sentences */
export function fragmentLines(text) {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const start = START.exec(line);
    if (start === null) return [];
    const [, , mark, rest = ''] = start;
    const isContinued = mark === '//' && /^\s*\/\//.test(line) && /^\s*\/\//.test(lines[index - 1] ?? '');
    return !isContinued && isFragment(firstSentence(lines, index, rest)) ? [index + 1] : [];
  });
}

/**
 * @param {readonly string[]} files relative to `base`
 * @param {readonly string[]} unclean folders that are left out, see {@link UNCLEAN_FOLDERS}
 * @returns {string[]} one complaint for each comment that is a fragment, and for each folder that needs no exception
 */
export function fragmentedComments(files, base, unclean = UNCLEAN_FOLDERS) {
  const found = files
    .filter((file) => CODE.test(file) && !file.startsWith('scripts/checks/comments'))
    .flatMap((file) => fragmentLines(readFileSync(join(base, file), 'utf8')).map((line) => ({ file, line })));
  const isExcused = ({ file }) => unclean.some((folder) => file.startsWith(`${folder}/`));
  return [
    ...found
      .filter((one) => !isExcused(one))
      .map(({ file, line }) => `${file}:${line} begins a comment with a fragment: write a sentence with a subject`),
    ...unclean
      .filter((folder) => !found.some(({ file }) => file.startsWith(`${folder}/`)))
      .map((folder) => `${folder} has no such comment left: take it off the list in scripts/checks/comments.mjs`),
  ];
}
