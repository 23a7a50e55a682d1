// @vitest-environment node
import type { RequestOf, ResponseOf, saveProgress } from '@lectern/marketplace-contract';
import { expect, test, vi } from 'vitest';
import { ProgressKeeper, type Whereabouts } from './progress-keeper.js';

type ProgressReport = RequestOf<typeof saveProgress>;
type Answer = ResponseOf<typeof saveProgress>;

interface Settle {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

function start() {
  let at: Whereabouts = { second: 0, watched: [], ended: false };
  const calls: { report: ProgressReport; isLeaving: boolean; settle: Settle }[] = [];
  const onAnswer = vi.fn<(answer: Answer) => void>();
  const onFailure = vi.fn<(error: unknown) => void>();
  const keeper = new ProgressKeeper({
    ...{ unitId: '7', play: 'one-opening', heartbeat: 10, onAnswer, onFailure },
    look: () => at,
    send: (report, isLeaving) =>
      new Promise<Answer>((resolve, reject) => calls.push({ report, isLeaving, settle: { resolve, reject } })),
  });
  const watch = (second: number, ended = false): void => void (at = { second, watched: [[0, second]], ended });
  const go = (second: number): void => void (at = { second, watched: [], ended: false });
  return { keeper, calls, watch, go, onAnswer, onFailure };
}

test('it tells every ten seconds of video, and all that was watched', () => {
  const { keeper, calls, watch } = start();
  for (let second = 1; second <= 9; second += 1) keeper.tick();
  expect(calls).toEqual([]);
  watch(10);
  keeper.tick();
  expect(calls.map(({ report }) => report)).toEqual([
    { unit_id: '7', second: 10, watched: [[0, 10]], ended: false, play: 'one-opening', step: 1 },
  ]);
});

test('one call at a time; what came meanwhile follows, in one', async () => {
  const { keeper, calls, watch, onAnswer } = start();
  watch(3);
  const first = keeper.save();
  watch(5);
  void keeper.save();
  watch(6, true);
  void keeper.save();
  expect(calls).toHaveLength(1);
  calls[0]?.settle.resolve({ done: false, course_percent: 0 });
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  calls[1]?.settle.resolve({ done: true, course_percent: 50 });
  await first;
  expect(calls.map(({ report: { second, step, ended } }) => [second, step, ended])).toEqual([
    [3, 1, false],
    [6, 2, true],
  ]);
  expect(onAnswer).toHaveBeenLastCalledWith({ done: true, course_percent: 50 });
});

test('what is not new is not told, what failed is told again', async () => {
  const { keeper, calls, watch, onFailure } = start();
  await keeper.save();
  keeper.leave();
  expect(calls).toEqual([]);
  watch(4);
  const saving = keeper.save();
  calls[0]?.settle.reject(new TypeError('offline'));
  await saving;
  expect(onFailure).toHaveBeenCalledOnce();
  const again = keeper.save();
  calls[1]?.settle.resolve({ done: false, course_percent: 0 });
  await again;
  await keeper.save();
  expect(calls.map(({ report: { step } }) => step)).toEqual([1, 2]);
});

test('where somebody went is told, also when they watched nothing there', () => {
  const { keeper, calls, go } = start();
  go(9);
  keeper.leave();
  expect(calls.map(({ report: { second, watched } }) => [second, watched])).toEqual([[9, []]]);
});

test('who leaves tells it without waiting for what is under way', () => {
  const { keeper, calls, watch } = start();
  watch(4);
  void keeper.save();
  watch(8);
  keeper.leave();
  expect(calls.map(({ report: { second }, isLeaving }) => [second, isLeaving])).toEqual([
    [4, false],
    [8, true],
  ]);
});
