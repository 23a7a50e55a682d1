import type { StreamType } from '@lectern/rtc/protocol';
import type { RecordedConference, RecordingRecord } from '../store/index.js';

/** The conference that a stream is recorded in. */
export type RecordingConference = Pick<RecordedConference, 'id' | 'appKey' | 'creator' | 'admins' | 'isMerged'>;

export interface RecordedStream {
  readonly streamId: string;
  readonly streamType: StreamType;
  readonly memName: string;
}

/** A recording cannot be started; the message says why. */
export class RecordingRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RecordingRefused';
  }
}

/**
 * - `starting`: the engine is asked
 * - `recording`: it writes
 * - `ending`: it was told to stop
 */
type Phase = 'starting' | 'recording' | 'ending';

const TRANSITIONS: Readonly<Record<Phase, readonly Phase[]>> = {
  starting: ['recording', 'ending'],
  recording: ['ending'],
  ending: [],
};

/** A recording under way. */
export class ActiveRecording {
  phase: Phase = 'starting';
  /** The engine has told of its end. */
  isCompleting = false;
  /** Why it was told to stop, where the engine cannot know. */
  endReason: string | undefined;
  readonly started: Promise<void>;
  #finish: () => void = () => undefined;
  /** Resolves when the record is complete or failed. */
  readonly finished: Promise<void>;

  constructor(
    readonly record: RecordingRecord,
    readonly conference: RecordingConference,
    readonly stream: RecordedStream,
    start: (active: ActiveRecording) => Promise<void>,
  ) {
    this.finished = new Promise((resolve) => (this.#finish = resolve));
    this.started = start(this);
  }

  go(phase: Phase): boolean {
    if (!TRANSITIONS[this.phase].includes(phase)) return false;
    this.phase = phase;
    return true;
  }

  finish(): void {
    this.#finish();
  }
}
