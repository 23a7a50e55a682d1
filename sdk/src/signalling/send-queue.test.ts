import { describe, expect, it } from 'vitest';
import { SendQueue } from './send-queue.js';

function setUp() {
  const sent: number[] = [];
  const line = { isUp: true };
  const sendQueue = new SendQueue(({ op }) => {
    if (line.isUp) sent.push(op);
    return line.isUp;
  });
  return { sent, line, sendQueue };
}

describe('SendQueue', () => {
  it('keeps messages until it is opened, then passes them on in order', () => {
    const { sent, sendQueue } = setUp();
    sendQueue.put({ op: 1 });
    sendQueue.put({ op: 2 });
    expect(sent).toEqual([]);
    sendQueue.open();
    sendQueue.put({ op: 3 });
    expect(sent).toEqual([1, 2, 3]);
    expect(sendQueue.size).toBe(0);
  });

  it('keeps what could not be passed on, and puts what is repeated before it', () => {
    const { sent, line, sendQueue } = setUp();
    sendQueue.open();
    line.isUp = false;
    sendQueue.put({ op: 2 });
    sendQueue.put({ op: 3 });
    sendQueue.hold([{ op: 0 }, { op: 1 }]);
    line.isUp = true;
    sendQueue.put({ op: 4 });
    expect(sent).toEqual([]);
    sendQueue.open();
    expect(sent).toEqual([0, 1, 2, 3, 4]);
  });

  it('forgets all when it is cleared', () => {
    const { sent, sendQueue } = setUp();
    sendQueue.put({ op: 1 });
    sendQueue.clear();
    sendQueue.put({ op: 2 });
    sendQueue.open();
    expect(sent).toEqual([2]);
  });
});
