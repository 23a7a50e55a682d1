import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ActionQueue, type Batch } from './action-queue.js';
import type { PointerAction } from './types.js';

const key = (sn: number): PointerAction => ({ kind: 'key-down', keyCode: 65, sn });
const move = (sn: number): PointerAction => ({ kind: 'move', x: 0, y: 0, isMirrored: false, sn, time: 0 });
const snsOf = (batch: Batch | undefined) => batch && [batch.after, batch.wire.map(({ sn }) => sn)];

function queueOf(...actions: readonly PointerAction[]): ActionQueue {
  const queue = new ActionQueue();
  for (const action of actions) queue.put(action);
  return queue;
}

/** Sends each action in its own batch. */
function sendEach(queue: ActionQueue, ...sns: readonly number[]): Batch[] {
  return sns.map((sn) => {
    queue.put(key(sn));
    return queue.take()!;
  });
}

describe('actions on their way', () => {
  it('are a hundred in a batch at most', () => {
    const queue = queueOf(...Array.from({ length: 250 }, (_, index) => key(index + 1)));
    expect([queue.take(), queue.take(), queue.take()].map((batch) => [batch?.after, batch?.wire.length])).toEqual([
      [0, 100],
      [100, 100],
      [200, 50],
    ]);
  });

  it('go out again without those behind them that are still on their way', () => {
    const queue = new ActionQueue();
    const [first] = sendEach(queue, 1, 2);
    queue.put(key(3));
    queue.lose(first!);
    expect([snsOf(queue.take()), snsOf(queue.take())]).toEqual([
      [0, [1]],
      [2, [3]],
    ]);
  });

  it('go out again with those before them, which can not have come through', () => {
    const queue = new ActionQueue();
    const [, second] = sendEach(queue, 1, 2, 3);
    queue.lose(second!);
    expect(snsOf(queue.take())).toEqual([0, [1, 2]]);
  });

  it('are kept until they were sent, whatever is acknowledged', () => {
    const queue = new ActionQueue();
    sendEach(queue, 1);
    queue.put(key(2));
    queue.acknowledge(1_000);
    expect(snsOf(queue.take())).toEqual([1, [2]]);
  });

  it('arrive once and in order over a connection that loses and refuses, and of all but moves none is missing', () => {
    type Step = 'key' | 'move' | 'deliver' | 'lose' | 'vanish';
    const step = fc.constantFrom<Step>('key', 'move', 'deliver', 'deliver', 'lose', 'vanish');
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const queue = new ActionQueue();
        const keys: number[] = [];
        const heard: number[] = [];
        let [sn, handled] = [0, 0];
        const onTheirWay: Batch[] = [];
        /** The other side acts only on actions without a gap, and on each once. */
        const deliver = (batch: Batch): void => {
          if (batch.after > handled) return queue.lose(batch);
          heard.push(...batch.wire.map((action) => action.sn).filter((each) => each > handled));
          handled = Math.max(handled, batch.sn);
          queue.acknowledge(handled);
        };
        const happen = (what: Step): void => {
          for (let batch = queue.take(); batch; batch = queue.take()) onTheirWay.push(batch);
          if (what === 'key' || what === 'move') {
            sn += 1;
            queue.put(what === 'key' ? key(sn) : move(sn));
            if (what === 'key') keys.push(sn);
            return;
          }
          // Losses are reported later than the batches sent after them.
          const batch = onTheirWay.shift();
          if (!batch) return;
          if (what === 'deliver') deliver(batch);
          else if (what === 'lose') queue.lose(batch);
          else onTheirWay.push(batch);
        };
        for (const what of steps) happen(what);
        for (let rounds = 0; rounds < 1_000; rounds += 1) happen('deliver');
        expect(onTheirWay).toEqual([]);
        expect(heard).toEqual([...heard].sort((a, b) => a - b));
        expect(heard.filter((each) => keys.includes(each))).toEqual(keys);
      }),
    );
  });
});
