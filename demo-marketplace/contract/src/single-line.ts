// Names and titles are shown to others on one line. Invisible characters are refused in them: they break lines, change
// the direction of the text around them, or make two names look alike.

/** Controls, line and paragraph separators, lone surrogates, and characters that change the text direction. */
const CONTROLS = String.raw`\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069`;
/** Letters and marks without width or shape: soft hyphen, joiners, fillers, byte order mark, empty braille. */
const INVISIBLE = String.raw`\u00AD\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u2060-\u2065\u206A-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}`;
/** A pictograph with optional variation selector or skin tone; a joiner may stand between two of them. */
const PICTURE = String.raw`\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?`;
/** Flags of subdivisions, such as Scotland: a black flag, tag characters and an end tag. */
const TAGGED_FLAG = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{2,6}\u{E007F}/gu;
/** Scripts whose spelling needs joiners (U+200C, U+200D). */
const JOINING = String.raw`\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}`;
const SPELLED_JOINER = new RegExp(
  String.raw`(?<=(?=[${JOINING}])[\p{L}\p{M}])[\u200C\u200D](?=(?=[${JOINING}])[\p{L}\p{M}])`,
  'gu',
);
const PICTURE_JOINER = new RegExp(String.raw`(?<=${PICTURE})\u200D(?=\p{Extended_Pictographic})`, 'gu');
/** Variation selectors after pictographs, digits and symbols, and after Han characters. */
const PICTURE_VARIANT = /(?<=[\p{Emoji}\p{S}\p{P}])[\uFE0E\uFE0F]/gu;
const HAN_VARIANT = /(?<=\p{scx=Hani})[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu;

const HIDDEN = new RegExp(String.raw`[${CONTROLS}${INVISIBLE}\u200C\u200D\uFE00-\uFE0F]`, 'u');
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** The text without the invisible characters that its script and its pictographs require. */
const withoutNeeded = (text: string): string =>
  text
    .replace(TAGGED_FLAG, '\u{1F3F4}')
    .replace(SPELLED_JOINER, '')
    .replace(PICTURE_JOINER, '')
    .replace(HAN_VARIANT, '')
    .replace(PICTURE_VARIANT, '');

/**
 * True when a text can be shown on one line: it has no control characters, line separators, changes of direction or
 * characters without a shape, except where a script or a pictograph requires them. An empty text is valid.
 */
export const isSingleLine = (text: string): boolean =>
  text === '' || (VISIBLE.test(text) && !HIDDEN.test(withoutNeeded(text)));
