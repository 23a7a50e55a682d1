import { expect, test } from 'vitest';
import { ClientRoute } from './client-route.js';

const FORMER = { address: '192.0.2.1', port: 1_000 };
const NEW = { address: '192.0.2.1', port: 2_000 };

test('is replaced once nothing has come from it for longer than the checks of a client are apart', () => {
  const route = new ClientRoute();
  expect(route.isReplacedBy(NEW, 60_000, true)).toBe(false);
  route.begin(FORMER, 0);
  route.heard(FORMER, 2_000);
  route.heard(NEW, 4_000);
  expect(route.isReplacedBy(NEW, 4_999, false)).toBe(false);
  expect(route.isReplacedBy(NEW, 5_000, false)).toBe(true);
  expect(route.isReplacedBy(FORMER, 5_000, true)).toBe(false);
  route.begin(NEW, 5_000);
  expect(route.isReplacedBy(FORMER, 7_999, false)).toBe(false);
});

test('is replaced half a second after it fell silent where the client is known to be at the other address', () => {
  const route = new ClientRoute();
  route.begin(FORMER, 0);
  route.heard(FORMER, 2_000);
  expect(route.isReplacedBy(NEW, 2_499, true)).toBe(false);
  expect(route.isReplacedBy(NEW, 2_500, false)).toBe(false);
  expect(route.isReplacedBy(FORMER, 2_500, true)).toBe(false);
  expect(route.isReplacedBy(NEW, 2_500, true)).toBe(true);
});
