const MASK = '***';

/** Names of object members, and names in texts, whose values are secret. */
const SECRET =
  '(?:access_?|role_?|rt|admin_?|refresh_?|auth_?)?token|tkt|ticket|pass(?:word|wd)?|pwd|secret|credentials?|authorization|sess(?:ion)?_?id|rtcCfg2?|rtKey|sig(?:nature)?|digest|nonce|admtok|api_?key|qoeUpUrl|ice-(?:pwd|ufrag)';
const NAME = new RegExp(`^(?:${SECRET})$`, 'i');
/** Matches values in JSON, in JSON inside of JSON, in addresses and headers. */
const VALUE = '"(?:[^"\\\\]|\\\\.)*"|\\\\+"(?:(?!\\\\+").)*\\\\+"|[^\\s"&,;{}\\\\]+';
const IN_TEXT = new RegExp(`(\\b(?:${SECRET})\\b\\\\*"?\\s*[=:]\\s*)(?:${VALUE})`, 'gi');
const BEARER = /\b(Bearer|Basic)\s+[\w.~+/=-]+/gi;
/** Signed tokens with any prefix: two or three parts of base64url. */
const SIGNED = /\b[\w-]{16,}\.[\w-]{16,}(?:\.[\w-]{16,})?/g;
const MAX_DEPTH = 6;
const MAX_ITEMS = 50;
/** Limits for objects of one value, and characters of one text: logging must not block the page. */
const MAX_OBJECTS = 500;
const MAX_TEXT = 8_000;

/** Masks secrets in a text that are recognisable by their format or their name. */
export const maskText = (text: string): string =>
  text.slice(0, MAX_TEXT).replace(BEARER, `$1 ${MASK}`).replace(IN_TEXT, `$1${MASK}`).replace(SIGNED, MASK);

/** Copies a value for a log: secrets are masked, errors and levels that are too deep become text. */
export function maskValue(value: unknown, depth = 0, budget = { objects: MAX_OBJECTS }): unknown {
  if (typeof value === 'string') return maskText(value);
  if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'function')
    return String(value.valueOf());
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH || budget.objects-- <= 0) return '…';
  if (value instanceof Error) {
    const { name, message, code, reason, cause } = value as Error & {
      readonly code?: unknown;
      readonly reason?: unknown;
    };
    return { name, message: maskText(message), code, reason, cause: maskValue(cause, depth + 1, budget) };
  }
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => maskValue(item, depth + 1, budget));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_ITEMS)
      .map(([key, item]) => [key, NAME.test(key) ? MASK : maskValue(item, depth + 1, budget)]),
  );
}
