// @vitest-environment node
import { ExitReason } from '@lectern/rtc';
import { expect, test } from 'vitest';
import { nextPhase, startPhase, type Phase, type PhaseEvent } from './phase.js';

const form = { name: 'Ann', room: 'algebra', password: '1234' };
const problem = { kind: 'password', detail: '' } as const;
const exit = { reason: ExitReason.Closed, code: undefined, message: undefined };

const phases: readonly Phase<string>[] = [
  startPhase,
  { name: 'identifying', form },
  { name: 'connecting', form, session: 's' },
  { name: 'inside', form, session: 's' },
  { name: 'over', form, ending: 'self' },
];
const events: readonly PhaseEvent<string>[] = [
  { type: 'join', form },
  { type: 'identified', session: 's' },
  { type: 'joined' },
  { type: 'failed', problem },
  { type: 'cancelled' },
  { type: 'left', ending: exit },
  { type: 'rejoin' },
];

/** Every pair that leads anywhere; all others change nothing. */
const LEADS: Readonly<Record<string, string>> = {
  'lobby join': 'identifying',
  'identifying identified': 'connecting',
  'identifying failed': 'lobby',
  'identifying cancelled': 'lobby',
  'connecting joined': 'inside',
  'connecting failed': 'lobby',
  'connecting cancelled': 'lobby',
  'connecting left': 'over',
  'inside left': 'over',
  'over rejoin': 'identifying',
};

test.each(phases.flatMap((phase) => events.map((event) => ({ phase, event, title: `${phase.name} ${event.type}` }))))(
  '$title',
  ({ phase, event, title }) => {
    const next = nextPhase(phase, event);
    if (LEADS[title] === undefined) expect(next).toBe(phase);
    else expect(next.name).toBe(LEADS[title]);
  },
);

test('what was filled in, the session and the reason are carried along', () => {
  const run = (steps: readonly PhaseEvent<string>[]) => steps.reduce<Phase<string>>(nextPhase, startPhase);
  const join: PhaseEvent<string> = { type: 'join', form };
  const inside = [join, { type: 'identified', session: 's' }, { type: 'joined' }] as const;
  expect(run(inside)).toEqual({ name: 'inside', form, session: 's' });
  expect(run([join, { type: 'failed', problem }])).toEqual({ name: 'lobby', problem });
  const over = [...inside, { type: 'left', ending: exit }] as const;
  expect(run(over)).toEqual({ name: 'over', form, ending: exit });
  expect(run([...over, { type: 'rejoin' }])).toEqual({ name: 'identifying', form });
});
