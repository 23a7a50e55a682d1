import { describe, expect, it } from 'vitest';
import { FakeClock } from '../testing/index.js';
import { FailureThrottle, Throttled } from './failure-throttle.js';

describe('the throttle of failures', () => {
  it('takes nothing for what succeeds, or for our own faults', async () => {
    const throttle = new FailureThrottle(new FakeClock(), { perAccount: 2, perAddress: 2, windowMs: 1_000 });
    for (let tries = 0; tries < 9; tries += 1) {
      await throttle.attempt('a', 'x', async () => true);
      await expect(throttle.attempt('a', 'x', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    }
    await expect(throttle.attempt('a', 'x', async () => false)).resolves.toBe(false);
  });

  it('lets in who was right from an address before, whatever else fails there', async () => {
    const throttle = new FailureThrottle(new FakeClock(), { perAccount: 2, perAddress: 3, windowMs: 1_000 });
    await throttle.attempt('a', 'ann', async () => true);
    for (const name of ['x', 'y', 'z']) await throttle.attempt('a', name, async () => false);
    await expect(throttle.attempt('a', 'ben', async () => true)).rejects.toThrow(Throttled);
    await expect(throttle.attempt('a', 'ann', async () => true)).resolves.toBe(true);
    // Its own failures count.
    for (let tries = 0; tries < 2; tries += 1) await throttle.attempt('a', 'ann', async () => false);
    await expect(throttle.attempt('a', 'ann', async () => true)).rejects.toThrow(Throttled);
  });

  describe('for one room', () => {
    const target = 'room LC1';
    const from = (member: string, address = 'a', isTrusted = false) => ({ member, address, target, isTrusted });
    const right = async () => true;
    const wrong = async () => false;

    it('holds for all guests of an address, and spares those who were right before or belong to it', async () => {
      const throttle = new FailureThrottle(new FakeClock(), { perAccount: 2, perAddress: 100, windowMs: 1_000 });
      await throttle.attemptAsMember(from('ann'), right);
      for (let guest = 0; guest < 10; guest += 1) await throttle.attemptAsMember(from(`guest-${guest}`), wrong);
      await expect(throttle.attemptAsMember(from('guest-11'), right)).rejects.toThrow(Throttled);
      await expect(throttle.attemptAsMember(from('ann'), right)).resolves.toBe(true);
      await expect(throttle.attemptAsMember(from('teacher', 'a', true), right)).resolves.toBe(true);
      // Others, at other addresses or rooms, are not affected.
      await expect(throttle.attemptAsMember(from('cem', 'b'), right)).resolves.toBe(true);
      await expect(throttle.attemptAsMember({ ...from('cem'), target: 'room LC2' }, right)).resolves.toBe(true);
    });

    it('holds for all addresses together', async () => {
      const throttle = new FailureThrottle(new FakeClock(), { perAccount: 2, perAddress: 6, windowMs: 1_000 });
      await throttle.attemptAsMember(from('ann'), right);
      for (let guest = 0; guest < 6; guest += 1) {
        await throttle.attemptAsMember(from(`guest-${guest}`, `address-${guest}`), wrong);
      }
      await expect(throttle.attemptAsMember(from('guest-7', 'new'), right)).rejects.toThrow(Throttled);
      await expect(throttle.attemptAsMember(from('ann'), right)).resolves.toBe(true);
    });
  });
});
