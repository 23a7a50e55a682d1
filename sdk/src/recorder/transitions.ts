import type { TransitionTable } from '../core/state-machine.js';

/** State of a recording. `finishing`: recorded to the end, being made seekable. */
export type RecorderState = 'idle' | 'recording' | 'paused' | 'finishing' | 'finished' | 'closed';

/** Events of a recording. */
export type RecorderEvent =
  | 'start'
  | 'pause'
  | 'resume'
  /** The browser's recorder has ended: it was stopped, its source has ended, or it failed. */
  | 'end'
  /** The file is ready. */
  | 'finish'
  | 'close';

/** Transitions of a recording. An event that a state does not list is an error. */
export const RECORDER_TRANSITIONS: TransitionTable<RecorderState, RecorderEvent> = {
  idle: { start: 'recording', close: 'closed' },
  recording: { pause: 'paused', end: 'finishing', close: 'closed' },
  paused: { resume: 'recording', end: 'finishing', close: 'closed' },
  finishing: { finish: 'finished', close: 'closed' },
  finished: { close: 'closed' },
  closed: { close: 'closed' },
};
