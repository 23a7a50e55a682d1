import { describe, expect, it } from 'vitest';
import { FakeClock } from './fake-clock.js';

const START = 1_000;

function record(clock: FakeClock) {
  const fired: [name: string, at: number][] = [];
  const note = (name: string) => (): void => void fired.push([name, clock.now()]);
  return { fired, note };
}

describe('a fake clock', () => {
  it('fires what falls due in order, each at its own time, intervals as often as they fall due', () => {
    const clock = new FakeClock(START);
    const { fired, note } = record(clock);
    clock.after(25, note('late'));
    clock.every(10, note('tick'));
    clock.after(5, note('early'));
    clock.advance(29);
    expect(fired).toEqual([
      ['early', START + 5],
      ['tick', START + 10],
      ['tick', START + 20],
      ['late', START + 25],
    ]);
    expect([clock.now(), clock.pending]).toEqual([START + 29, 1]);
  });

  it('fires a timer that another one armed, within the time that passes', () => {
    const clock = new FakeClock(START);
    const { fired, note } = record(clock);
    clock.after(10, () => clock.after(10, note('second')));
    clock.advance(20);
    expect(fired).toEqual([['second', START + 20]]);
  });

  it('that coalesces shows the later time at once, and fires each overdue timer once', () => {
    const clock = new FakeClock(START, { coalesces: true });
    const { fired, note } = record(clock);
    const day = 86_400_000;
    clock.every(1_000, note('poll'));
    clock.after(500, note('once'));
    clock.advance(day);
    expect(fired).toEqual([
      ['once', START + day],
      ['poll', START + day],
    ]);
    clock.advance(999);
    expect(fired).toHaveLength(2);
    clock.advance(1);
    expect(fired.at(-1)).toEqual(['poll', START + day + 1_000]);
    expect(clock.pending).toBe(1);
  });

  it.each([false, true])('leaves out a timer that an earlier one cancels (coalesces: %s)', (coalesces) => {
    const clock = new FakeClock(START, { coalesces });
    const { fired, note } = record(clock);
    clock.after(1, () => cancel());
    const cancel = clock.after(2, note('cancelled'));
    clock.advance(5);
    cancel();
    expect([fired, clock.pending]).toEqual([[], 0]);
  });
});
