import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amountOf,
  centsOf,
  isAccount,
  isAmount,
  isCode,
  isDate,
  isEmail,
  isIdCard,
  isLandline,
  isMobile,
  isNumber,
  isPassword,
  isPricePair,
  isUrl,
  passwordRules,
} from './index.js';

const table: readonly [string, (text: string) => boolean, readonly string[], readonly string[]][] = [
  [
    'e-mail',
    isEmail,
    ['a@b.tw', 'first.last+tag@mail.example.org', "o'neil@example.co.uk", 'x_1@a-b.com'],
    [
      '',
      'a',
      'a@b',
      '@b.tw',
      'a@',
      'a b@c.tw',
      '.a@b.tw',
      'a.@b.tw',
      'a..b@c.tw',
      'a@-b.tw',
      'a@b.t',
      'a@b.tw\n',
      `${'a'.repeat(65)}@b.tw`,
      '林@例.tw',
    ],
  ],
  [
    'mobile',
    isMobile,
    ['13000000000', '19999999999', '15812345678'],
    ['', '12000000000', '10000000000', '23000000000', '1300000000', '130000000000', '1300000000a', ' 13000000000'],
  ],
  [
    'url',
    isUrl,
    ['http://a.tw', 'https://example.org:8080/p?q=1#h', 'http://localhost:8080/x', 'HTTPS://A.TW/線上'],
    ['', 'a.tw', 'ftp://a.tw', 'javascript:alert(1)', 'http://', 'http://a b.tw', 'https://plain', '//a.tw'],
  ],
  [
    'date',
    isDate,
    ['2026-11-22', '2024-02-29', '2000-02-29', '0001-01-01'],
    [
      '',
      '2026-02-29',
      '1900-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-04-31',
      '26-01-01',
      '2026/01/01',
      '2026-1-1',
      '0000-01-01',
    ],
  ],
  [
    'number',
    isNumber,
    ['0', '-1', '+2.5', '0012', '3.14159'],
    ['', '.', '1.', '.5', '1e3', '١', '1,000', 'NaN', '- 1'],
  ],
  [
    'amount',
    isAmount,
    ['0', '0.5', '0.05', '1000', '1280.00', '999999999999.99'],
    ['', '-1', '+1', '01', '1.', '.5', '1.234', '1,000', '1e3', '9999999999999', ' 1'],
  ],
  [
    'id card',
    isIdCard,
    ['11010519491231002X', '11010519491231002x', '440308199901101512', '110105491231002', 'A123456789', 'a123456789'],
    [
      '',
      '110105194912310021',
      '11010519491331002X',
      '010105194912310020',
      'A123456788',
      'A323456789',
      '12345',
      '110105491331002',
    ],
  ],
  [
    'landline',
    isLandline,
    ['02-23456789', '0223456789', '010-62345678', '0755-8234567', '23456789', '02-23456789#123', '02-23456789-8'],
    ['', '12345', '02--23456789', '02-1234567', '1223456789', '02-234567890123', 'abc'],
  ],
  ['code', isCode, ['000000', '123456'], ['', '12345', '1234567', '12345a', '１２３４５６', ' 123456']],
  [
    'password',
    isPassword,
    ['abcd123!', 'A1~aaaaaaaaa', '1@aaaaaa', '[Passw0rd]'],
    ['', 'abcd12!', 'abcd12345678!', 'abcdefgh', 'abcd1234', 'abcdefg!', '1234567!', 'abc 123!', '密碼abc123!'],
  ],
];

describe.each(table)('%s', (_name, isValid, good, bad) => {
  test.each(good)('takes %j', (text) => {
    expect(isValid(text)).toBe(true);
  });
  test.each(bad)('refuses %j', (text) => {
    expect(isValid(text)).toBe(false);
  });
});

test('password rules tell what is missing', () => {
  expect(passwordRules('abc')).toEqual({ hasLength: false, hasLetter: true, hasDigit: false, hasSymbol: false });
  expect(passwordRules('12345678!')).toEqual({ hasLength: true, hasLetter: false, hasDigit: true, hasSymbol: true });
});

test('the original price is not below the price', () => {
  expect(isPricePair('100', '100.00')).toBe(true);
  expect(isPricePair('99.99', '100')).toBe(true);
  expect(isPricePair('100.01', '100')).toBe(false);
  expect(isPricePair('1000', '999')).toBe(false);
});

test('cents and amounts are the same money, whatever it is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999_999 }), (cents) => {
      const amount = amountOf(cents);
      expect(isAmount(amount)).toBe(true);
      expect(centsOf(amount)).toBe(cents);
    }),
  );
  expect(centsOf('0.5')).toBe(50);
  expect(amountOf(-105)).toBe('-1.05');
  expect(() => centsOf('1.005')).toThrow('2 decimals');
  expect(() => amountOf(0.5)).toThrow(RangeError);
});

test('an account has the form of its channel and area', () => {
  expect(isAccount({ channel: 'email', account: 'a@b.tw' })).toBe(true);
  expect(isAccount({ channel: 'mobile', account: '13000000000' })).toBe(true);
  expect(isAccount({ channel: 'mobile', area: '886', account: '0912345678' })).toBe(true);
  expect(isAccount({ channel: 'mobile', area: '852', account: '91234567' })).toBe(true);
  expect(isAccount({ channel: 'mobile', account: '0912345678' })).toBe(false);
  expect(isAccount({ channel: 'mobile', area: '852', account: '31234567' })).toBe(false);
});
