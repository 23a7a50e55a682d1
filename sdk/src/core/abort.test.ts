import { describe, expect, it, vi } from 'vitest';
import { FakeClock } from '../testing/clock.js';
import { delay, onAbort, race } from './abort.js';
import { Disposables } from './disposables.js';

describe('race', () => {
  it('rejects after the timeout and leaves no timer', async () => {
    const clock = new FakeClock();
    const call = race(new Promise(() => undefined), { clock, timeoutMs: 100 });
    const outcome = expect(call).rejects.toMatchObject({ reason: 'timeout' });
    await clock.advance(100);
    await outcome;
    expect(clock.pendingTimers).toBe(0);
  });

  it('settles with the promise and leaves no timer', async () => {
    const clock = new FakeClock();
    expect(await race(Promise.resolve(1), { clock, timeoutMs: 100 })).toBe(1);
    expect(clock.pendingTimers).toBe(0);
  });

  it('rejects when aborted before or later', async () => {
    const clock = new FakeClock();
    const never = new Promise(() => undefined);
    await expect(race(never, { signal: AbortSignal.abort(), clock, timeoutMs: 9 })).rejects.toMatchObject({
      reason: 'aborted',
    });
    const controller = new AbortController();
    const call = race(never, { signal: controller.signal, clock, timeoutMs: 9 });
    controller.abort();
    await expect(call).rejects.toMatchObject({ reason: 'aborted' });
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('delay', () => {
  it('resolves in time, and an abort leaves no timer', async () => {
    const clock = new FakeClock();
    const done = vi.fn();
    void delay(clock, 50).then(done);
    await clock.advance(49);
    expect(done).not.toHaveBeenCalled();
    await clock.advance(1);
    expect(done).toHaveBeenCalledOnce();
    const controller = new AbortController();
    const aborted = delay(clock, 50, controller.signal);
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ reason: 'aborted' });
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('onAbort', () => {
  it('stops listening', () => {
    const controller = new AbortController();
    const callback = vi.fn();
    onAbort(controller.signal, callback)();
    controller.abort();
    expect(callback).not.toHaveBeenCalled();
  });
});

describe('Disposables', () => {
  it('undoes in reverse order, once, and at once after close', () => {
    const log: number[] = [];
    const disposables = new Disposables();
    disposables.add(() => log.push(1));
    disposables.add(() => log.push(2));
    disposables.close();
    disposables.close();
    disposables.add(() => log.push(3));
    expect(log).toEqual([2, 1, 3]);
  });

  it('undoes all even when one throws', () => {
    const first = vi.fn();
    const disposables = new Disposables();
    disposables.add(first);
    disposables.add(() => {
      throw new Error('no');
    });
    expect(() => disposables.close()).toThrow('no');
    expect(first).toHaveBeenCalledOnce();
  });
});
