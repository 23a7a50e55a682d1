import type { StreamType } from '@lectern/rtc/protocol';
import type { RecordedConference, RecordingRecord } from '../store/index.js';

/** The conference of a recorded stream. */
export type RecordingConference = Pick<RecordedConference, 'id' | 'appKey' | 'creator' | 'admins' | 'isMerged'>;

export interface RecordedStream {
  readonly streamId: string;
  readonly streamType: StreamType;
  readonly memName: string;
}

/** A recording cannot be started; the message contains the reason. */
export class RecordingRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RecordingRefused';
  }
}

/**
 * - `starting`: requested from the engine
 * - `recording`: the engine writes
 * - `ending`: it was asked to stop
 */
type Phase = 'starting' | 'recording' | 'ending';

const TRANSITIONS: Readonly<Record<Phase, readonly Phase[]>> = {
  starting: ['recording', 'ending'],
  recording: ['ending'],
  ending: [],
};

/** An active recording. */
export class ActiveRecording {
  phase: Phase = 'starting';
  /** The engine has reported the end. */
  isCompleting = false;
  /** Reason of the stop request, which the engine does not know. */
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
