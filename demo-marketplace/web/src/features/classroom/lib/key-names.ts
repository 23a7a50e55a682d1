/** By `KeyboardEvent.keyCode`; letters and digits are their own names. */
const NAMES: Readonly<Record<number, string>> = {
  8: '⌫',
  9: '⇥',
  13: '↵',
  16: '⇧',
  17: 'Ctrl',
  18: 'Alt',
  20: '⇪',
  27: 'Esc',
  32: '␣',
  33: 'PgUp',
  34: 'PgDn',
  35: 'End',
  36: 'Home',
  37: '←',
  38: '↑',
  39: '→',
  40: '↓',
  46: 'Del',
  91: '⌘',
};
const FIRST_F_KEY = 112;
const F_KEYS = 12;

/** The name of a key; undefined if its code means different keys on different keyboards. */
export function keyName(keyCode: number): string | undefined {
  if ((keyCode >= 48 && keyCode <= 57) || (keyCode >= 65 && keyCode <= 90)) return String.fromCharCode(keyCode);
  if (keyCode >= FIRST_F_KEY && keyCode < FIRST_F_KEY + F_KEYS) return `F${keyCode - FIRST_F_KEY + 1}`;
  return NAMES[keyCode];
}
