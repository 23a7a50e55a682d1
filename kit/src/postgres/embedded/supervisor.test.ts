import { expect, it } from 'vitest';
import { Supervisor, type Running } from './supervisor.js';

/** A program whose ends are told by hand. */
function supervise() {
  const ends: ((how: 'crashed' | 'stopped') => void)[] = [];
  let started = (): void => undefined;
  const supervisor = new Supervisor({
    start: async (): Promise<Running> => {
      const exited = new Promise<'crashed' | 'stopped'>((resolve) => ends.push(resolve));
      const end = ends.at(-1);
      started();
      return { exited, stop: async () => end?.('stopped') };
    },
    log: () => undefined,
  });
  const again = (): Promise<void> => new Promise((resolve) => (started = resolve));
  return { supervisor, ends, again };
}

it.each(['crashed', 'stopped'] as const)('starts a program again that %s without being asked to', async (how) => {
  const { supervisor, ends, again } = supervise();
  await supervisor.begin();
  const restarted = again();
  ends[0]?.(how);
  await restarted;
  await supervisor.stop();
  expect(ends).toHaveLength(2);
});

it('leaves a program ended that it stopped itself', async () => {
  const { supervisor, ends } = supervise();
  await supervisor.begin();
  await supervisor.stop();
  await supervisor.stop();
  expect(ends).toHaveLength(1);
});
