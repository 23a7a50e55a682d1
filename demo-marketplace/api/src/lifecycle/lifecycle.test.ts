import { FailureReason, ResultCode } from '@lectern/marketplace-contract';
import { PgDialect, pgTable, text } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { IllegalTransitionError, Lifecycle } from './index.js';

type State = 'open' | 'paid' | 'void';
type Event = 'pay' | 'void' | 'reopen' | 'toggle';

const LIFE = new Lifecycle<State, Event>({
  name: 'invoice',
  transitions: {
    open: { pay: 'paid', void: 'void', toggle: 'paid' },
    paid: { void: 'void', toggle: 'open' },
    void: {},
  },
});

describe('a lifecycle', () => {
  it('leads to the state of its table, and refuses all others', () => {
    expect(LIFE.next('open', 'pay')).toBe('paid');
    expect(LIFE.can('paid', 'pay')).toBe(false);
    expect(() => LIFE.next('paid', 'pay')).toThrow(IllegalTransitionError);
    expect(() => LIFE.next('paid', 'pay')).toThrow('invoice: "pay" is not allowed while "paid"');
  });

  it('refuses with a reason that callers of the API see', () => {
    const refused = LIFE.refusal('void', 'pay');
    expect(refused.code).toBe(ResultCode.Conflict);
    expect(refused.data).toEqual({ reason: FailureReason.StateChanged });
    const own = new Lifecycle<State, Event>({
      name: 'invoice',
      transitions: { open: {}, paid: {}, void: {} },
      reason: FailureReason.RefundOver,
    });
    expect(own.refusal('open', 'pay').data.reason).toBe(FailureReason.RefundOver);
  });

  it('knows where an event is legal, and what it leads to', () => {
    expect(LIFE.states).toEqual(['open', 'paid', 'void']);
    expect(LIFE.events).toEqual(['pay', 'void', 'toggle']);
    expect(LIFE.sources('void')).toEqual(['open', 'paid']);
    expect(LIFE.target('void')).toBe('void');
    // The target depends on the state, or does not exist.
    expect(() => LIFE.target('toggle')).toThrow(RangeError);
    expect(() => LIFE.target('reopen')).toThrow(RangeError);
  });

  it('restricts an UPDATE to rows whose state allows the event', () => {
    const invoices = pgTable('invoice', { state: text('state', { enum: ['open', 'paid', 'void'] }).notNull() });
    const { sql, params } = new PgDialect().sqlToQuery(LIFE.allows(invoices.state, 'void'));
    expect(sql).toBe('"invoice"."state" in ($1, $2)');
    expect(params).toEqual(['open', 'paid']);
  });

  it('gives names of objects no meaning', () => {
    expect(LIFE.can('constructor' as State, 'toString' as Event)).toBe(false);
    expect(LIFE.can('open', 'constructor' as Event)).toBe(false);
  });
});
