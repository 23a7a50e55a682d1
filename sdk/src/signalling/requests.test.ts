import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LecternError } from '../core/errors.js';
import { Op, type WireResponse } from '../protocol/index.js';
import { FakeClock } from '../testing/index.js';
import { RequestTable } from './requests.js';

const answerTo = (tsxId: string): WireResponse => ({ op: Op.Response, tsxId, result: 0 });

describe('RequestTable', () => {
  it('gives every request its own transaction id of the wire form', () => {
    const clock = new FakeClock(1_795_247_820_566);
    const table = new RequestTable(clock);
    expect(table.newTsxId()).toBe('MSG1795247820566-0');
    const { message } = table.add({ op: Op.Init, rtcId: 'RTC0' });
    expect(message).toEqual({ op: Op.Init, rtcId: 'RTC0', tsxId: 'MSG1795247820566-1' });
  });

  it('keeps over a loss what was not sent yet', () => {
    const table = new RequestTable(new FakeClock());
    const request = table.add({ op: Op.Init });
    expect(table.interrupt()).toEqual([]);
    expect(table.has(request.message.tsxId)).toBe(true);
  });

  it('repeats after a second loss what was repeated after the first', () => {
    const table = new RequestTable(new FakeClock());
    const { message } = table.add({ op: Op.StreamControl });
    for (let loss = 0; loss < 2; loss++) {
      table.markSent(message.tsxId);
      expect(table.interrupt()).toEqual([message]);
      expect(table.interrupt()).toEqual([]);
    }
  });

  it('settles every request exactly once and leaves no timer, whatever happens', async () => {
    const action = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), op: fc.constantFrom(102, 105, 400, 1002), aborts: fc.boolean() }),
      fc.record({ kind: fc.constantFrom('send' as const, 'answer' as const, 'abort' as const), index: fc.nat(20) }),
      fc.record({ kind: fc.constant('interrupt' as const) }),
      fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(20_000) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 30 }), async (actions) => {
        const clock = new FakeClock();
        const table = new RequestTable(clock);
        const ids: string[] = [];
        const controllers: AbortController[] = [];
        const outcomes: string[][] = [];
        for (const step of actions) {
          if (step.kind === 'add') {
            const controller = new AbortController();
            const { message, result } = table.add({ op: step.op }, { signal: controller.signal });
            const outcome: string[] = [];
            result.promise.then(
              () => outcome.push('ok'),
              () => outcome.push('error'),
            );
            ids.push(message.tsxId);
            controllers.push(controller);
            outcomes.push(outcome);
          } else if (step.kind === 'interrupt') table.interrupt();
          else if (step.kind === 'wait') clock.advanceSync(step.ms);
          else {
            const id = ids[step.index];
            if (id === undefined) continue;
            if (step.kind === 'send') table.markSent(id);
            else if (step.kind === 'answer') table.take(id)?.result.resolve(answerTo(id));
            else controllers[step.index]?.abort();
          }
        }
        const waiting = table.size;
        expect(clock.pendingTimers).toBe(waiting);
        table.close(new LecternError('closed', { reason: 'closed' }));
        await Promise.resolve();
        await Promise.resolve();
        expect(outcomes.every((outcome) => outcome.length === 1)).toBe(true);
        expect(table.size).toBe(0);
        expect(clock.pendingTimers).toBe(0);
      }),
    );
  });
});
