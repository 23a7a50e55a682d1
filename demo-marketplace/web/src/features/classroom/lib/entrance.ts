import type { RtcUser } from '@lectern/marketplace-contract';
import type { JoinRoomOptions } from '@lectern/rtc';
import type { JoinProblem } from './join-problem.js';
import type { EntryForm } from './phase.js';

/** A class, as its room shows it. */
export interface Meeting {
  readonly title: string;
  /** Address that an invitation leads to, from the site's root. */
  readonly link: string;
  /** Id of the session, for its host alone. */
  readonly hostedSession?: string;
}

/** Everything that is needed to join a class. */
export interface Entry {
  readonly user: RtcUser;
  readonly room: JoinRoomOptions;
  readonly meeting: Meeting;
}

interface Attempt {
  readonly form: EntryForm;
  readonly signal: AbortSignal;
}

/** A way into a class: what is asked in its lobby, and where the credentials come from. */
export interface Entrance {
  /** Fields that are asked for. */
  readonly fields: readonly (keyof EntryForm)[];
  /** The caller's identity, for the check before the class. */
  identify(attempt: Attempt): Promise<RtcUser>;
  enter(attempt: Attempt): Promise<Entry>;
  /** Called when an attempt has failed: the identity may be the cause, or what is asked has changed. */
  onFailed(problem: JoinProblem): void;
}
