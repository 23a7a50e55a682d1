// @vitest-environment node
import { expect, test } from 'vitest';
import { onTheWayIn, redirectTarget } from './search.js';

test.each([
  ['', '/'],
  ['?redirect=%2Fqianbao%3Ftab%3Dcoupons', '/qianbao?tab=coupons'],
  ['?redirect=https%3A%2F%2Fevil.test', '/'],
  ['?redirect=%2F%2Fevil.test', '/'],
  ['?redirect=%2Flogin%3Fredirect%3D%252Fx', '/'],
])('a login at %s leads to %s', (search, target) => {
  expect(redirectTarget(search)).toBe(target);
});

test('the target goes along from page to page', () => {
  expect(onTheWayIn('/email-login', '?redirect=%2Fmyorder')).toBe('/email-login?redirect=%2Fmyorder');
  expect(onTheWayIn('/email-login', '?other=1')).toBe('/email-login');
});
