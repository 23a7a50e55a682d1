import { describe, expect, it, vi } from 'vitest';
import { StateMachine, type TransitionTable } from './state-machine.js';

const door: TransitionTable<'open' | 'shut' | 'locked', 'close' | 'open' | 'lock'> = {
  open: { close: 'shut', open: 'open' },
  shut: { open: 'open', lock: 'locked' },
  locked: {},
};

describe('StateMachine', () => {
  it('follows the table and tells of changes', () => {
    const onChange = vi.fn();
    const machine = new StateMachine({ name: 'door', initial: 'open', transitions: door, onChange });
    expect(machine.send('close')).toBe('shut');
    expect(machine.send('open')).toBe('open');
    expect(machine.send('open')).toBe('open');
    expect(onChange.mock.calls).toEqual([
      ['shut', 'open', 'close'],
      ['open', 'shut', 'open'],
    ]);
  });

  it('throws on an illegal event and stays', () => {
    const machine = new StateMachine({ name: 'door', initial: 'open', transitions: door });
    expect(() => machine.send('lock')).toThrow('door: "lock" is not allowed while "open"');
    expect(machine.state).toBe('open');
    expect(machine.can('lock')).toBe(false);
    expect(machine.trySend('lock')).toBe(false);
    expect(machine.trySend('close')).toBe(true);
    expect(machine.is('shut', 'locked')).toBe(true);
  });
});
