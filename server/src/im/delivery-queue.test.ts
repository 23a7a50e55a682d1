import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DeliveryQueue, type DeliveryStep } from './delivery-queue.js';

/** A device that behaves like deployed clients, and a database that answers when the test lets it. */
class Bench {
  readonly kept: bigint[] = [];
  readonly got: bigint[] = [];
  readonly queue = new DeliveryQueue(0n);
  #isPulling = false;
  #answer: { readonly ids: readonly bigint[]; readonly isAll: boolean } | undefined;
  #unacknowledged: bigint | undefined;

  /** Stores a message, then signals it. */
  news(): void {
    const id = BigInt(this.kept.length + 1);
    this.kept.push(id);
    this.#do(this.queue.news(id));
  }

  /** Reads the messages that are stored now. */
  look(): void {
    if (this.queue.state !== 'reading') return;
    const found = this.kept.filter((id) => id > this.queue.after);
    this.#answer ??= { ids: found.slice(0, 3), isAll: found.length <= 3 };
  }

  answer(): void {
    const answer = this.#answer;
    this.#answer = undefined;
    if (answer === undefined) return;
    const step = this.queue.read(answer.ids, answer.isAll);
    if (step.kind === 'batch') {
      this.got.push(...answer.ids);
      this.#unacknowledged = step.nextKey;
    } else {
      this.#do(step);
    }
  }

  acknowledge(): void {
    if (this.#unacknowledged === undefined) return;
    this.queue.acknowledge(this.#unacknowledged);
    this.#unacknowledged = undefined;
    this.#do(this.queue.pull());
  }

  /**
   * Acknowledges a message that was never sent, or one acknowledged long ago; returns true if the queue accepted it.
   */
  lie(key: bigint): boolean {
    const isTrue = key > this.queue.after && key <= (this.got.at(-1) ?? 0n);
    return !isTrue && this.queue.acknowledge(key);
  }

  settle(): void {
    for (let turn = 0; turn < 3 * this.kept.length + 3; turn += 1) {
      this.look();
      this.answer();
      this.acknowledge();
    }
  }

  #do(step: DeliveryStep | undefined): void {
    // Notices during a pull are ignored.
    if (step?.kind === 'notice' && !this.#isPulling) {
      this.#isPulling = true;
      this.queue.pull();
    }
    if (step?.kind === 'last') this.#isPulling = false;
  }
}

describe('the delivery to one device', () => {
  it('brings everything in order and once, however messages and pulls fall together', () => {
    const action = fc.constantFrom('news' as const, 'look' as const, 'answer' as const, 'acknowledge' as const);
    const lie = fc.bigInt({ min: 0n, max: 40n });
    fc.assert(
      fc.property(fc.array(fc.oneof({ arbitrary: action, weight: 9 }, lie), { maxLength: 60 }), (actions) => {
        const bench = new Bench();
        for (const each of actions) {
          if (typeof each === 'bigint') expect(bench.lie(each)).toBe(false);
          else bench[each]();
        }
        bench.settle();
        expect(bench.got).toEqual(bench.kept);
        expect(bench.queue.isPending).toBe(false);
        expect(bench.queue.state).toBe('idle');
      }),
      { numRuns: 2_000 },
    );
  });

  it('sends again what was not acknowledged', () => {
    const queue = new DeliveryQueue(4n, 5n);
    expect(queue.pull()).toEqual({ kind: 'read', after: 4n });
    expect(queue.read([5n, 6n], true)).toEqual({ kind: 'batch', nextKey: 6n });
    expect(queue.pull()).toEqual({ kind: 'read', after: 4n });
    expect(queue.isPending).toBe(true);
  });

  it('can be asked again after reading failed', () => {
    const queue = new DeliveryQueue(0n);
    expect(queue.news(1n)).toEqual({ kind: 'notice' });
    queue.pull();
    queue.failed();
    expect(queue.isPending).toBe(true);
    expect(queue.news(2n)).toEqual({ kind: 'notice' });
    expect(queue.pull()).toEqual({ kind: 'read', after: 0n });
  });
});
