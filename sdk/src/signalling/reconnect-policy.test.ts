import { describe, expect, it } from 'vitest';
import { FakeRandom } from '../testing/index.js';
import { specifiedReconnectPolicy } from './reconnect-policy.js';

describe('specifiedReconnectPolicy', () => {
  it('is 13 attempts: the first within a second, the others 3 s apart', () => {
    for (let seed = 0; seed < 100; seed++) {
      const policy = specifiedReconnectPolicy(new FakeRandom(seed));
      const delays = Array.from({ length: 14 }, (_, index) => policy.nextDelayMs({ attempt: index + 1, elapsedMs: 0 }));
      expect(delays[0]).toBeLessThan(1_000);
      expect(delays.slice(1)).toEqual([...Array.from({ length: 12 }, () => 3_000), undefined]);
    }
  });
});
