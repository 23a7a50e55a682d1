import { expect, test } from 'vitest';
import { isCarrier, isDonationCode, isTaxNo } from './invoices.js';

test.each([
  ['04595257', true],
  ['10458575', true],
  ['04595258', false],
  ['12345678', false],
  ['0459525', false],
  ['045952570', false],
  ['0459525a', false],
])('%s is a tax number: %s', (text, is) => expect(isTaxNo(text)).toBe(is));

test.each([
  ['/AB12+.-', true],
  ['AB12345678901234', true],
  ['/AB12', false],
  ['/ab12345', false],
  ['A112345678901234', false],
  ['', false],
])('%s is a carrier: %s', (text, is) => expect(isCarrier(text)).toBe(is));

test.each([
  ['919', true],
  ['8585', true],
  ['1234567', true],
  ['12', false],
  ['12345678', false],
  ['91a', false],
  ['', false],
])('%s is a donation code: %s', (text, is) => expect(isDonationCode(text)).toBe(is));
