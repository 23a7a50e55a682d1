import { expect, it, vi } from 'vitest';
import { FakeClock } from '../testing/index.js';
import { Supervisor, type Running } from './index.js';

/** A program that the test ends by hand. */
function supervise({ failures = 0 } = {}) {
  const clock = new FakeClock();
  const ends: ((how: 'crashed' | 'stopped') => void)[] = [];
  const startedAt: number[] = [];
  let toFail = failures;
  const supervisor = new Supervisor({
    name: 'the program',
    clock,
    start: async (): Promise<Running> => {
      startedAt.push(clock.now());
      if (startedAt.length > 1 && toFail-- > 0) throw new Error('no');
      const exited = new Promise<'crashed' | 'stopped'>((resolve) => ends.push(resolve));
      const end = ends.at(-1);
      return { exited, stop: async () => end?.('stopped') };
    },
    log: () => undefined,
  });
  /** Ends the program, and waits until its supervisor restarts it. */
  const crash = async (how: 'crashed' | 'stopped' = 'crashed'): Promise<void> => {
    ends.at(-1)?.(how);
    await vi.waitFor(() => expect(clock.pending).toBe(1), { interval: 1 });
  };
  const starts = (count: number): Promise<void> =>
    vi.waitFor(() => expect(startedAt).toHaveLength(count), { interval: 1 });
  return { clock, supervisor, ends, startedAt, crash, starts };
}

it.each(['crashed', 'stopped'] as const)('starts a program again that %s without being asked to', async (how) => {
  const { clock, supervisor, ends, crash, starts } = supervise();
  await supervisor.begin();
  await crash(how);
  clock.advance(100);
  await starts(2);
  await supervisor.stop();
  expect(ends).toHaveLength(2);
});

it('waits twice as long each time for one that ends as soon as it has started, and anew once it ran for long', async () => {
  const { clock, supervisor, startedAt, crash, starts } = supervise();
  await supervisor.begin();
  const delays: number[] = [];
  const crashAgain = async (): Promise<void> => {
    const count = startedAt.length;
    const endedAt = clock.now();
    await crash();
    while (startedAt.length === count) {
      clock.advance(100);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await starts(count + 1);
    delays.push((startedAt.at(-1) ?? 0) - endedAt);
  };
  for (let times = 0; times < 8; times += 1) await crashAgain();
  clock.advance(30_000);
  await crashAgain();
  expect(delays).toEqual([100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000, 100]);
  await supervisor.stop();
});

it('tries a start again that fails', async () => {
  const { clock, supervisor, crash, starts } = supervise({ failures: 1 });
  await supervisor.begin();
  await crash();
  clock.advance(100);
  await vi.waitFor(() => expect(clock.pending).toBe(1), { interval: 1 });
  clock.advance(200);
  await starts(3);
  await supervisor.stop();
});

it('leaves a program ended that it stopped itself, also while it waits to start it', async () => {
  const { supervisor, ends } = supervise();
  await supervisor.begin();
  await supervisor.stop();
  await supervisor.stop();
  expect(ends).toHaveLength(1);
  const waiting = supervise();
  await waiting.supervisor.begin();
  await waiting.crash();
  await waiting.supervisor.stop();
  expect([waiting.startedAt.length, waiting.clock.pending]).toEqual([1, 0]);
});
