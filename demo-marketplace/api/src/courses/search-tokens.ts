import { sql, type SQL } from 'drizzle-orm';

const EAST_ASIAN = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]`;
const RUNS = new RegExp(String.raw`(${EAST_ASIAN}+)|((?:(?!${EAST_ASIAN})[\p{L}\p{M}\p{N}])+)`, 'gu');
/** Longest token; longer words are found by their prefix. */
const MAX_WORD = 40;
/** Maximum tokens of one query. */
const MAX_QUERY_TOKENS = 24;

interface Runs {
  /** Runs of text without spaces between words, indexed as pairs of characters. */
  readonly pairs: readonly (readonly string[])[];
  readonly words: readonly string[];
}

/** Splits a text into runs of Chinese and words of other scripts, in lower case. */
export function runsOf(text: string): Runs {
  const found = [...text.normalize('NFKC').toLowerCase().matchAll(RUNS)];
  return {
    pairs: found.flatMap(([, run]) => (run === undefined ? [] : [Array.from(run)])),
    words: found.flatMap(([, , word]) => (word === undefined ? [] : [Array.from(word).slice(0, MAX_WORD).join('')])),
  };
}

/** Pairs of neighbouring characters. */
export const bigrams = (run: readonly string[]): readonly string[] =>
  run.slice(1).map((sign, index) => `${run[index]}${sign}`);

/** Search tokens of texts: words as they are, Chinese as single characters and pairs of characters. */
export function searchTokens(texts: readonly string[]): readonly string[] {
  const tokens = texts
    .map(runsOf)
    .flatMap(({ pairs, words }) => [...words, ...pairs.flatMap((run) => [...run, ...bigrams(run)])]);
  return [...new Set(tokens)];
}

/** Value of the column `search` for a row with these texts. */
export const searchVector = (texts: readonly string[]): SQL<string> =>
  sql<string>`array_to_tsvector(${sql.param(searchTokens(texts))}::text[])`;

/** A tsquery that matches rows with all words of the text, by prefix; empty when the text has no tokens. */
export function searchQuery(text: string): string {
  const { pairs, words } = runsOf(text);
  const tokens = [
    ...words.map((word) => `'${word}':*`),
    ...pairs.flatMap((run) => (run.length === 1 ? run : bigrams(run))).map((token) => `'${token}'`),
  ];
  return [...new Set(tokens)].slice(0, MAX_QUERY_TOKENS).join(' & ');
}
