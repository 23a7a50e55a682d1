/** A part of a text: plain text, or an emoji of the table. */
export type ImTextPart =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'emoji';
      /** Name between the brackets. */
      readonly name: string;
      /** Address of its image, from the table. */
      readonly image: string;
    };

/** Images of emoji by name; a name with an empty image is unknown. */
export type ImEmojiTable = Readonly<Record<string, string>>;

/**
 * Splits a text at its emoji tokens (spec, marketplace §3): `[name]` becomes an emoji if the table has an image of that
 * name, and stays text otherwise. The parts in order make up the text. Runs in linear time for any input; nothing in it
 * is ever read as HTML: show texts as texts.
 *
 * @example
 * parseEmoji('hi [1][x]', { '1': '/smile.png' });
 * // [{ kind: 'text', text: 'hi ' }, { kind: 'emoji', name: '1', image: '/smile.png' }, { kind: 'text', text: '[x]' }]
 */
export function parseEmoji(text: string, table: ImEmojiTable): readonly ImTextPart[] {
  const parts: ImTextPart[] = [];
  let plainFrom = 0;
  const plain = (until: number): void => {
    if (until > plainFrom) parts.push({ kind: 'text', text: text.slice(plainFrom, until) });
  };
  for (const { 0: token, 1: name = '', index } of text.matchAll(TOKEN)) {
    // Own properties only: a name may be `constructor`.
    const image = Object.hasOwn(table, name) ? table[name] : undefined;
    if (!image) continue;
    plain(index);
    parts.push({ kind: 'emoji', name, image });
    plainFrom = index + token.length;
  }
  plain(text.length);
  return parts;
}

/** Names of 64 characters at most. */
const TOKEN = /\[([^[\]]{1,64})\]/g;

/** Text that is inserted for an emoji. */
export const emojiToken = (name: string | number): string => `[${name}]`;
