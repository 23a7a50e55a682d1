import { expect, test } from 'vitest';
import { activateLocale, needTexts } from '../../../i18n/locale.js';
import { textOf } from '../../../i18n/use-text.js';
import { auditDetails, targetsOf, targetText } from './audit-details.js';

test('what an entry is about is named once each', () => {
  expect(targetsOf('member:7', { member: 'member:7', reason: 'x' })).toEqual(['member:7']);
  expect(targetsOf('report:3', { member: 'member:7', about: 'review:8' })).toEqual([
    'report:3',
    'member:7',
    'review:8',
  ]);
});

test('details are words and money; what is not known stands as it was written', async () => {
  await needTexts('office');
  await activateLocale('en');
  expect(targetText(textOf, 'payment-case:2')).toBe('Payment issue 2');
  expect(targetText(textOf, 'moon:2')).toBe('moon:2');
  const closed = { kind: 'unknown-payment', outcome: 'returned', amount_cents: 42_000, order_no: '2026', reason: 'x' };
  expect(auditDetails(textOf, closed)).toEqual(['Unknown payment', 'Paid back by hand', 'NT$420', 'Order number 2026']);
  expect(auditDetails(textOf, { scope: 'mentor', amountCents: 100_000 })).toEqual(['Mentor wallet', 'NT$1,000']);
  expect(auditDetails(textOf, { channel: 'mobile', amount_cents: null })).toEqual(['Mobile']);
  expect(auditDetails(textOf, { moon: [1], scope: 'constructor' })).toEqual(['moon: [1]', 'scope: constructor']);
});
