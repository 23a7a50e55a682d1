import { bigrams, runsOf } from './search-tokens.js';

/** Longest words that are compared; a typing error in a longer one is in its beginning too. */
const MAX_COMPARED = 24;
/** Words of the catalogue that one typed word may stand for. */
const MAX_READINGS = 8;
/** Longest run of Chinese in which a wrong character is looked for. */
const MAX_RUN = 8;
const ENDING = /(?:ings?|ers?|ed|es|s)$/;
/** Shortest stem that remains of an English word. */
const MIN_STEM = 4;

/** Number of typing errors that are tolerated in a word of this length. */
const toleratedIn = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

/**
 * Fewest insertions, deletions, replacements and swaps of neighbours that make `typed` the beginning of `word`.
 *
 * @param most greatest number of interest; a greater one is returned as `most + 1`
 */
export function errorsIn(typed: string, word: string, most: number): number {
  const [from, to] = [Array.from(typed), Array.from(word).slice(0, typed.length + most)];
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, sign] of from.entries()) {
    const next = [row + 1];
    for (const [column, other] of to.entries()) {
      const isSwap = row > 0 && column > 0 && sign === to[column - 1] && other === from[row - 1];
      next.push(
        Math.min(
          (last[column + 1] ?? 0) + 1,
          (next[column] ?? 0) + 1,
          (last[column] ?? 0) + (sign === other ? 0 : 1),
          isSwap ? (before[column - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    if (Math.min(...next) > most) return most + 1;
    [before, last] = [last, next];
  }
  return Math.min(...last, most + 1);
}

/** Returns the words of the catalogue that `typed` may stand for, the nearest first: another form of it, or misspelt. */
function readingsOf(typed: string, words: readonly string[]): readonly string[] {
  const stem = typed.replace(ENDING, '');
  const hasStem = stem !== typed && stem.length >= MIN_STEM;
  const most = toleratedIn(typed.length);
  return words
    .map((word) => {
      if (word.startsWith(typed)) return { word, errors: 0 };
      if (hasStem && word.startsWith(stem)) return { word, errors: 0.5 };
      return { word, errors: most === 0 ? 1 : errorsIn(typed, word, most) };
    })
    .filter(({ errors }) => errors <= most || errors < 1)
    .toSorted((a, b) => a.errors - b.errors || a.word.length - b.word.length)
    .slice(0, MAX_READINGS)
    .map(({ word }) => word);
}

const quoted = (token: string): string => `'${token}'`;
const anyOf = (parts: readonly string[]): string => `(${parts.join(' | ')})`;
const allOf = (parts: readonly string[]): string => `(${parts.join(' & ')})`;

/** Matches texts with all but one of the characters, in their order around it. */
const withoutOne = (run: readonly string[]): string =>
  anyOf(
    run.map((_, index) => {
      const parts = [run.slice(0, index), run.slice(index + 1)].filter((part) => part.length > 0);
      return allOf(parts.flatMap((part) => (part.length === 1 ? part : bigrams(part))).map(quoted));
    }),
  );

/**
 * A tsquery that tolerates typing errors and other forms of words: Latin words stand for the nearest words of the
 * catalogue, and one character of a run of Chinese may be wrong. Empty when the text is like nothing in the catalogue.
 */
export function nearQuery(text: string, catalogueWords: readonly string[]): string {
  const { pairs, words } = runsOf(text);
  const readings = words.map((word) => readingsOf(word.slice(0, MAX_COMPARED), catalogueWords));
  if (readings.some((found) => found.length === 0)) return '';
  const runs = pairs.map((run) => run.slice(0, MAX_RUN));
  return [
    ...readings.map((found) => anyOf(found.map(quoted))),
    ...runs.map((run) => (run.length === 1 ? allOf(run.map(quoted)) : withoutOne(run))),
  ].join(' & ');
}
