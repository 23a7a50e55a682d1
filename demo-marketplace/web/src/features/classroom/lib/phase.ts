import type { ConferenceExit } from '@lectern/rtc';
import type { JoinProblem } from './join-problem.js';

/** The fields of the lobby. */
export interface EntryForm {
  readonly name: string;
  readonly room: string;
  readonly password: string;
}

/** The end of a class: left by the local member, or the exit of the conference. */
export type Ending = 'self' | ConferenceExit;

/** The phases from the lobby to the end of a class. `S` is the session with its credentials. */
export type Phase<S> =
  | { readonly name: 'lobby'; readonly problem: JoinProblem | undefined }
  | { readonly name: 'identifying'; readonly form: EntryForm }
  | { readonly name: 'connecting'; readonly form: EntryForm; readonly session: S }
  | { readonly name: 'inside'; readonly form: EntryForm; readonly session: S }
  | { readonly name: 'over'; readonly form: EntryForm; readonly ending: Ending };

export type PhaseEvent<S> =
  | { readonly type: 'join'; readonly form: EntryForm }
  | { readonly type: 'identified'; readonly session: S }
  | { readonly type: 'joined' }
  | { readonly type: 'failed'; readonly problem: JoinProblem }
  | { readonly type: 'cancelled' }
  | { readonly type: 'left'; readonly ending: Ending }
  | { readonly type: 'rejoin' };

type Name = Phase<unknown>['name'];
type EventType = PhaseEvent<unknown>['type'];

/** Legal transitions; an event that is not listed changes nothing. */
const TABLE: Readonly<Record<Name, Readonly<Partial<Record<EventType, Name>>>>> = {
  lobby: { join: 'identifying' },
  identifying: { identified: 'connecting', failed: 'lobby', cancelled: 'lobby' },
  connecting: { joined: 'inside', failed: 'lobby', cancelled: 'lobby', left: 'over' },
  inside: { left: 'over' },
  over: { rejoin: 'identifying' },
};

export const startPhase: Phase<never> = { name: 'lobby', problem: undefined };

/** The next phase. */
export function nextPhase<S>(phase: Phase<S>, event: PhaseEvent<S>): Phase<S> {
  if (TABLE[phase.name][event.type] === undefined) return phase;
  switch (event.type) {
    case 'join':
      return { name: 'identifying', form: event.form };
    case 'failed':
      return { name: 'lobby', problem: event.problem };
    case 'cancelled':
      return startPhase;
  }
  if (phase.name === 'lobby') return phase;
  const { form } = phase;
  switch (event.type) {
    case 'identified':
      return { name: 'connecting', form, session: event.session };
    case 'joined':
      return 'session' in phase ? { name: 'inside', form, session: phase.session } : phase;
    case 'left':
      return { name: 'over', form, ending: event.ending };
    case 'rejoin':
      return { name: 'identifying', form };
  }
}
