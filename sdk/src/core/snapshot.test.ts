import { expect, it, vi } from 'vitest';
import { SnapshotStore } from './snapshot.js';

it('tells of each change, and not of the same object', () => {
  const store = new SnapshotStore({ n: 1 });
  const seen: number[] = [];
  const stop = store.subscribe(() => seen.push(store.getSnapshot().n));
  store.set(store.getSnapshot());
  store.set({ n: 2 });
  store.update(({ n }) => ({ n: n + 1 }));
  stop();
  store.set({ n: 4 });
  expect(seen).toEqual([2, 3]);
});

it('keeps two subscriptions of one function apart, and calls nobody who has stopped', () => {
  const store = new SnapshotStore(0);
  const listener = vi.fn();
  store.subscribe(listener)();
  const stops = [store.subscribe(listener), store.subscribe(listener)];
  stops[0]?.();
  store.set(1);
  expect(listener).toHaveBeenCalledTimes(1);
  store.subscribe(() => stops[1]?.());
  const late = vi.fn();
  const stopLate: () => void = store.subscribe(() => stopLate2());
  const stopLate2 = store.subscribe(late);
  store.set(2);
  stopLate();
  expect(late).not.toHaveBeenCalled();
});

it('a listener that throws keeps nobody else from being told, nor the owner from going on', () => {
  vi.useFakeTimers();
  const store = new SnapshotStore(0);
  const other = vi.fn();
  store.subscribe(() => {
    throw new Error('broken view');
  });
  store.subscribe(other);
  store.set(1);
  expect(other).toHaveBeenCalledTimes(1);
  // It still reaches the page's error handler.
  expect(() => vi.runAllTimers()).toThrow('broken view');
  vi.useRealTimers();
});
