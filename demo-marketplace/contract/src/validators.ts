import { CODE_DIGITS, PASSWORD_MAX, PASSWORD_MIN } from './constants.js';

// Validators of the marketplace specification, §5.

/** Longest valid e-mail address (RFC 5321). */
const EMAIL_MAX = 254;
const EMAIL =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

/** The standard pattern of an e-mail address. */
export const isEmail = (text: string): boolean =>
  text.length <= EMAIL_MAX && EMAIL.test(text) && !/^\.|\.\.|\.@/.test(text);

/** "11 digits, starting 1, second digit 3 to 9". */
export const isMobile = (text: string): boolean => /^1[3-9]\d{9}$/.test(text);

/** Country calling codes that mobiles may have, with the form of a number. */
export const MOBILE_AREAS = {
  '86': isMobile,
  '886': (text: string): boolean => /^0?9\d{8}$/.test(text),
  '852': (text: string): boolean => /^[4-9]\d{7}$/.test(text),
} as const;
export type MobileArea = keyof typeof MOBILE_AREAS;
export const DEFAULT_AREA: MobileArea = '86';
/** Country calling code that forms begin with, that of the site. */
export const SITE_AREA: MobileArea = '886';

const HOST = String.raw`(?:localhost|(?:[^\s/?#:@[\]]+\.)+[^\s/?#:@[\].]+|\[[0-9a-f:.]+\])`;
const URL_FORM = new RegExp(String.raw`^https?://(?:[^\s/?#@]*@)?${HOST}(?::\d{1,5})?(?:[/?#]\S*)?$`, 'i');

/** An absolute http or https address. */
export const isUrl = (text: string): boolean => URL_FORM.test(text);

/** A valid calendar date, `yyyy-mm-dd`. */
export const isDate = (text: string): boolean => {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === '' || year === '0000') return false;
  const date = new Date(`${text}T00:00:00Z`);
  // `new Date` turns 30 February into a day of March instead of refusing it.
  return !Number.isNaN(date.getTime()) && date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
};

/** A decimal number, with or without sign and fraction. */
export const isNumber = (text: string): boolean => /^[+-]?\d+(?:\.\d+)?$/.test(text);

/** An amount of money: not negative, with up to 2 decimals. */
export const isAmount = (text: string): boolean => /^(?:0|[1-9]\d{0,11})(?:\.\d{1,2})?$/.test(text);

const ID_CARD_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const ID_CARD_CHECKS = '10X98765432';
const TAIWAN_LETTERS = 'ABCDEFGHJKLMNPQRSTUVXYWZIO';

function isMainlandIdCard(text: string): boolean {
  if (/^\d{15}$/.test(text)) return isDate(`19${text.slice(6, 8)}-${text.slice(8, 10)}-${text.slice(10, 12)}`);
  if (!/^[1-9]\d{16}[\dXx]$/.test(text)) return false;
  if (!isDate(`${text.slice(6, 10)}-${text.slice(10, 12)}-${text.slice(12, 14)}`)) return false;
  const sum = ID_CARD_WEIGHTS.reduce((total, weight, index) => total + weight * Number(text[index]), 0);
  return ID_CARD_CHECKS[sum % 11] === text[17]?.toUpperCase();
}

function isTaiwanIdCard(text: string): boolean {
  if (!/^[A-Za-z][1289]\d{8}$/.test(text)) return false;
  const letter = TAIWAN_LETTERS.indexOf(text.charAt(0).toUpperCase()) + 10;
  const digits = [Math.floor(letter / 10), letter % 10, ...text.slice(1).split('').map(Number)];
  const weights = [1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1];
  return weights.reduce((total, weight, index) => total + weight * (digits[index] ?? 0), 0) % 10 === 0;
}

/** An identity card: of 18 digits with a right check digit, of 15 digits, or of Taiwan. */
export const isIdCard = (text: string): boolean => isMainlandIdCard(text) || isTaiwanIdCard(text);

/** A landline: area code from 0, 7 or 8 digits, and an extension if there is one. */
export const isLandline = (text: string): boolean => /^(?:0\d{1,3}-?)?[2-9]\d{6,7}(?:[-#]\d{1,6})?$/.test(text);

/** "numeric codes of 6 digits". */
export const isCode = (text: string): boolean => text.length === CODE_DIGITS && /^\d+$/.test(text);

/** Password rules that a text fulfils, for a meter beside the field. */
export interface PasswordRules {
  readonly hasLength: boolean;
  readonly hasLetter: boolean;
  readonly hasDigit: boolean;
  readonly hasSymbol: boolean;
}

/** "must contain letters, digits and a special symbol, 8 to 12 characters". */
export const passwordRules = (text: string): PasswordRules => ({
  hasLength: text.length >= PASSWORD_MIN && text.length <= PASSWORD_MAX,
  hasLetter: /[A-Za-z]/.test(text),
  hasDigit: /\d/.test(text),
  // Printable ASCII without the space, which every keyboard can type.
  hasSymbol: /[!-/:-@[-`{-~]/.test(text),
});

export const isPassword = (text: string): boolean =>
  /^[!-~]*$/.test(text) && Object.values(passwordRules(text)).every(Boolean);

/** True when the original price is not below the current one; both are amounts. */
export const isPricePair = (price: string, original: string): boolean => centsOf(original) >= centsOf(price);

/** Converts an amount to cents. @throws {RangeError} for a text that is no amount */
export function centsOf(amount: string): number {
  if (!isAmount(amount)) throw new RangeError(`"${amount}" is no amount with up to 2 decimals`);
  const [whole = '0', fraction = ''] = amount.split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

/** Formats whole cents as an amount, such as `1280.00`. */
export function amountOf(cents: number): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`${cents} is no whole number of cents`);
  const text = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`;
}
