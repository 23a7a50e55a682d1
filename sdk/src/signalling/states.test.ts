import { describe, expect, it } from 'vitest';
import { StateMachine } from '../core/state-machine.js';
import { TRANSITIONS, type SignallingEvent } from './states.js';
import type { SignallingState } from './types.js';

const EVENTS: readonly SignallingEvent[] = ['enter', 'open', 'accept', 'lose', 'offline', 'online', 'close'];

/** One row per state, in the order of EVENTS; `-` is illegal. */
const EXPECTED: Readonly<Record<SignallingState, string>> = {
  idle: 'connecting - - - - - closed',
  connecting: '- entering - reconnecting offline - closed',
  entering: '- - connected reconnecting offline - closed',
  connected: '- - - reconnecting offline - closed',
  reconnecting: '- entering - reconnecting offline reconnecting closed',
  offline: '- - - - - reconnecting closed',
  closed: '- - - - - - -',
};

describe('the signalling states', () => {
  const cases = (Object.keys(EXPECTED) as SignallingState[]).flatMap((state) =>
    EXPECTED[state].split(' ').map((next, index) => [state, EVENTS[index] as SignallingEvent, next] as const),
  );

  it.each(cases)('%s on %s: %s', (initial, event, next) => {
    const machine = new StateMachine({ name: 'signalling', initial, transitions: TRANSITIONS });
    if (next === '-') expect(() => machine.send(event)).toThrow('is not allowed');
    else expect(machine.send(event)).toBe(next);
  });

  it('can be closed from every state, and nothing leads out of closed', () => {
    for (const state of Object.keys(TRANSITIONS) as SignallingState[]) {
      if (state !== 'closed') expect(TRANSITIONS[state].close).toBe('closed');
    }
    expect(Object.keys(TRANSITIONS.closed)).toEqual([]);
  });
});
