// Names and titles are shown to others on one line. Characters that cannot be seen are refused in them: they break lines,
// turn the direction of what stands beside them, or make two names look like one.

/** Controls, line and paragraph separators, lone surrogates, and what turns the direction of text. */
const CONTROLS = String.raw`\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069`;
/** Letters and marks without width or shape: soft hyphen, joiners, fillers, byte order mark, empty braille. */
const INVISIBLE = String.raw`\u00AD\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u2060-\u2065\u206A-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}`;
/** A picture, perhaps with its variation or skin tone: what a joiner may stand between. */
const PICTURE = String.raw`\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?`;
/** Flags of countries within countries, as Scotland has one: a black flag, tags, and an end. */
const TAGGED_FLAG = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{2,6}\u{E007F}/gu;
/** Scripts whose spelling needs joiners (U+200C, U+200D). */
const JOINING = String.raw`\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}`;
const SPELLED_JOINER = new RegExp(
  String.raw`(?<=(?=[${JOINING}])[\p{L}\p{M}])[\u200C\u200D](?=(?=[${JOINING}])[\p{L}\p{M}])`,
  'gu',
);
const PICTURE_JOINER = new RegExp(String.raw`(?<=${PICTURE})\u200D(?=\p{Extended_Pictographic})`, 'gu');
/** Selectors of variants of the character before: of pictures, digits and signs, and of Han characters. */
const PICTURE_VARIANT = /(?<=[\p{Emoji}\p{S}\p{P}])[\uFE0E\uFE0F]/gu;
const HAN_VARIANT = /(?<=\p{scx=Hani})[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu;

const HIDDEN = new RegExp(String.raw`[${CONTROLS}${INVISIBLE}\u200C\u200D\uFE00-\uFE0F]`, 'u');
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** The text without what its script and its pictures are written with. */
const withoutNeeded = (text: string): string =>
  text
    .replace(TAGGED_FLAG, '\u{1F3F4}')
    .replace(SPELLED_JOINER, '')
    .replace(PICTURE_JOINER, '')
    .replace(HAN_VARIANT, '')
    .replace(PICTURE_VARIANT, '');

/**
 * Whether a text can be shown on one line with all that is in it: no control characters, line separators, changes of
 * direction, or characters without a shape, except where a script or a picture is written with them. An empty text is good.
 */
export const isSingleLine = (text: string): boolean =>
  text === '' || (VISIBLE.test(text) && !HIDDEN.test(withoutNeeded(text)));
