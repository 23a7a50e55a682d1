import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settle } from '../testing/clock.js';
import { deferred } from './abort.js';
import { IntentQueue } from './intent-queue.js';

describe('IntentQueue', () => {
  it('runs intents one after the other', async () => {
    const queue = new IntentQueue();
    const log: string[] = [];
    const first = deferred<void>();
    const one = queue.run('a', async () => {
      log.push('a starts');
      await first.promise;
      log.push('a ends');
    });
    const two = queue.run('b', () => log.push('b'));
    await settle();
    expect(log).toEqual(['a starts']);
    first.resolve();
    await Promise.all([one, two]);
    expect(log).toEqual(['a starts', 'a ends', 'b']);
    expect(queue.isIdle).toBe(true);
  });

  it('runs only the last waiting intent of a tag, in its own place, and the superseded get its outcome', async () => {
    const queue = new IntentQueue();
    const gate = deferred<void>();
    const log: string[] = [];
    const intent = (name: string) => () => {
      log.push(name);
      return name;
    };
    const results = [
      queue.run('gate', () => gate.promise),
      queue.run('mute', intent('mute 1')),
      queue.run('camera', intent('camera')),
      queue.run('mute', intent('mute 2')),
    ];
    gate.resolve();
    expect(await Promise.all(results)).toEqual([undefined, 'mute 2', 'camera', 'mute 2']);
    expect(log).toEqual(['camera', 'mute 2']);
  });

  it('does not supersede what runs already', async () => {
    const queue = new IntentQueue();
    const gate = deferred<string>();
    const running = queue.run('a', () => gate.promise);
    const next = queue.run('a', () => 'second');
    gate.resolve('first');
    expect(await Promise.all([running, next])).toEqual(['first', 'second']);
  });

  it('goes on after a failure', async () => {
    const queue = new IntentQueue();
    const failed = queue.run('a', () => {
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await queue.run('a', () => 'yes')).toBe('yes');
  });

  it('rejects at once when the caller aborts, and does not run what nobody waits for', async () => {
    const queue = new IntentQueue();
    const gate = deferred<void>();
    const controller = new AbortController();
    let ran = false;
    const first = queue.run('gate', () => gate.promise);
    const second = queue.run('a', () => (ran = true), controller.signal);
    controller.abort();
    await expect(second).rejects.toMatchObject({ reason: 'aborted' });
    gate.resolve();
    await first;
    await settle();
    expect(ran).toBe(false);
    await expect(queue.run('a', () => 1, controller.signal)).rejects.toMatchObject({ reason: 'aborted' });
  });

  it('aborts the running intent when its only caller aborts', async () => {
    const queue = new IntentQueue();
    const controller = new AbortController();
    let seen: AbortSignal | undefined;
    const gate = deferred<void>();
    const call = queue.run(
      'a',
      (signal) => {
        seen = signal;
        return gate.promise;
      },
      controller.signal,
    );
    await settle();
    controller.abort();
    await expect(call).rejects.toMatchObject({ reason: 'aborted' });
    expect(seen?.aborted).toBe(true);
  });

  it('close rejects everything and what comes later', async () => {
    const queue = new IntentQueue();
    const gate = deferred<void>();
    const calls = [queue.run('a', () => gate.promise), queue.run('b', () => 1)];
    queue.close();
    queue.close();
    for (const call of [...calls, queue.run('c', () => 1)]) {
      await expect(call).rejects.toMatchObject({ reason: 'closed' });
    }
  });

  it('settles every promise, whatever is asked, and the last intent of each tag is carried out', async () => {
    const step = fc.record({ tag: fc.constantFrom('a', 'b', 'c'), fails: fc.boolean(), aborts: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const queue = new IntentQueue();
        const last = new Map<string, number>();
        const calls = steps.map(({ tag, fails, aborts }, index) => {
          const controller = new AbortController();
          const call = queue.run(
            tag,
            async () => {
              await Promise.resolve();
              last.set(tag, index);
              if (fails) throw new Error('no');
              return index;
            },
            controller.signal,
          );
          if (aborts) controller.abort();
          return call;
        });
        await Promise.allSettled(calls);
        await settle();
        expect(queue.isIdle).toBe(true);
        for (const tag of ['a', 'b', 'c']) {
          const index = steps.findLastIndex((entry) => entry.tag === tag);
          if (index >= 0 && !steps[index]?.aborts) expect(last.get(tag)).toBe(index);
        }
      }),
    );
  });
});
