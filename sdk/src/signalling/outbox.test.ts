import { describe, expect, it } from 'vitest';
import { Outbox } from './outbox.js';

function setUp() {
  const sent: number[] = [];
  const line = { isUp: true };
  const outbox = new Outbox(({ op }) => {
    if (line.isUp) sent.push(op);
    return line.isUp;
  });
  return { sent, line, outbox };
}

describe('Outbox', () => {
  it('keeps messages until it is opened, then passes them on in order', () => {
    const { sent, outbox } = setUp();
    outbox.put({ op: 1 });
    outbox.put({ op: 2 });
    expect(sent).toEqual([]);
    outbox.open();
    outbox.put({ op: 3 });
    expect(sent).toEqual([1, 2, 3]);
    expect(outbox.size).toBe(0);
  });

  it('keeps what could not be passed on, and puts what is repeated before it', () => {
    const { sent, line, outbox } = setUp();
    outbox.open();
    line.isUp = false;
    outbox.put({ op: 2 });
    outbox.put({ op: 3 });
    outbox.hold([{ op: 0 }, { op: 1 }]);
    line.isUp = true;
    outbox.put({ op: 4 });
    expect(sent).toEqual([]);
    outbox.open();
    expect(sent).toEqual([0, 1, 2, 3, 4]);
  });

  it('forgets all when it is cleared', () => {
    const { sent, outbox } = setUp();
    outbox.put({ op: 1 });
    outbox.clear();
    outbox.put({ op: 2 });
    outbox.open();
    expect(sent).toEqual([2]);
  });
});
