/** Replaced by a space: line breaks, tabs and separators of lines and paragraphs. */
const BREAKS = /[\t-\r\u0085\u2028\u2029]+/gu;
/** Removed: controls, lone surrogates, characters that change the text direction, and invisible characters. */
const HIDDEN = new RegExp(
  String.raw`[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u00AD\u034F\u115F\u1160\u17B4\u17B5\u180E\u200B\u2060-\u2065\u206A-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E001F}]`,
  'gu',
);

/**
 * A display name on one line. Deployed clients send names of all sorts, so that invisible characters are removed
 * instead of refused. Joiners (U+200C, U+200D) and variation selectors stay: scripts and emoji are composed with them.
 */
export const singleLine = (text: string): string => text.replace(BREAKS, ' ').replace(HIDDEN, '').trim();
