// @vitest-environment node
import { expect, test } from 'vitest';
import { browserOf, systemOf } from './device.js';

const KIT = '(KHTML, like Gecko)';
const APPLE = `Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 ${KIT}`;

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 ${KIT} Chrome/142.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
  [`Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 ${KIT} Chrome/142.0 Safari/537.36 Edg/142.0`, 'Edge', 'Windows'],
  [`Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 ${KIT} Chrome/142.0 Mobile Safari/537`, 'Chrome', 'Android'],
  [`${APPLE} Version/19.1 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone'],
  [`${APPLE} CriOS/142.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'macOS'],
  ['curl/8.5.0', undefined, undefined],
])('%s is %s on %s', (userAgent, browser, system) => {
  expect(browserOf(userAgent)).toBe(browser);
  expect(systemOf(userAgent)).toBe(system);
});
