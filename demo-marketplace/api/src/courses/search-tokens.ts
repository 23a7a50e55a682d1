import { sql, type SQL } from 'drizzle-orm';

const EAST_ASIAN = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]`;
const RUNS = new RegExp(String.raw`(${EAST_ASIAN}+)|((?:(?!${EAST_ASIAN})[\p{L}\p{M}\p{N}])+)`, 'gu');
/** Longer words are found by their beginning. */
const MAX_WORD = 40;
/** Nobody types more to find something. */
const MAX_QUERY_TOKENS = 24;

interface Runs {
  /** Without space between words: cut into pairs of characters. */
  readonly pairs: readonly (readonly string[])[];
  readonly words: readonly string[];
}

function runsOf(text: string): Runs {
  const found = [...text.normalize('NFKC').toLowerCase().matchAll(RUNS)];
  return {
    pairs: found.flatMap(([, run]) => (run === undefined ? [] : [Array.from(run)])),
    words: found.flatMap(([, , word]) => (word === undefined ? [] : [Array.from(word).slice(0, MAX_WORD).join('')])),
  };
}

const bigrams = (run: readonly string[]): readonly string[] =>
  run.slice(1).map((sign, index) => `${run[index]}${sign}`);

/** What texts are found by: words as they are, Chinese as single characters and pairs of them. */
export function searchTokens(texts: readonly string[]): readonly string[] {
  const tokens = texts
    .map(runsOf)
    .flatMap(({ pairs, words }) => [...words, ...pairs.flatMap((run) => [...run, ...bigrams(run)])]);
  return [...new Set(tokens)];
}

/** For the column `search` of a row that has these texts. */
export const searchVector = (texts: readonly string[]): SQL<string> =>
  sql<string>`array_to_tsvector(${sql.param(searchTokens(texts))}::text[])`;

/** A tsquery for rows that have all of what somebody typed, the words by their beginning; empty when that is nothing. */
export function searchQuery(text: string): string {
  const { pairs, words } = runsOf(text);
  const tokens = [
    ...words.map((word) => `'${word}':*`),
    ...pairs.flatMap((run) => (run.length === 1 ? run : bigrams(run))).map((token) => `'${token}'`),
  ];
  return [...new Set(tokens)].slice(0, MAX_QUERY_TOKENS).join(' & ');
}
