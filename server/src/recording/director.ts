import type { Logger } from 'pino';
import { adminsOf } from '../conference/authority.js';
import type { ConferenceState, Stream } from '../conference/model.js';
import type { RecordingConference } from './active.js';
import type { Recordings } from './service.js';

/** Properties of a conference that its state does not hold. */
export interface ConferenceIdentity {
  readonly appKey: string;
  readonly creator: string;
}

export interface DirectorPorts {
  readonly recordings: Recordings;
  /** Undefined for a closed conference. */
  readonly identify: (conferenceId: string) => ConferenceIdentity | undefined;
  readonly log: Logger;
}

interface Seen {
  readonly streams: ConferenceState['streams'];
  readonly isRecorded: boolean;
  /** Streams whose recording was started, with their version: one that ended early is not restarted automatically. */
  readonly begun: Map<string, number>;
}

/** True if a stream is to be recorded: all are, or a member requested this one. */
export const isRecordWanted = (state: ConferenceState, stream: Stream): boolean =>
  state.config.rec === true || state.isRecorded || stream.recordedBy.length > 0;

/** Starts and stops recordings as conferences require. */
export class RecordingDirector {
  readonly #seen = new Map<string, Seen>();

  constructor(private readonly ports: DirectorPorts) {}

  /** To be called with the state of a conference after every step of it. */
  changed(state: ConferenceState): void {
    if (state.phase === 'closed') {
      this.#seen.delete(state.id);
      this.ports.recordings.conferenceEnded(state.id, adminsOf(state));
      return;
    }
    const seen = this.#seen.get(state.id);
    if (seen?.streams === state.streams && seen.isRecorded === state.isRecorded) return;
    const begun = seen?.begun ?? new Map<string, number>();
    for (const streamId of begun.keys()) if (!state.streams.has(streamId)) begun.delete(streamId);
    // The operator can stop and restart: streams that were recorded before start a new recording.
    if (state.isRecorded && seen?.isRecorded === false) begun.clear();
    this.#seen.set(state.id, { streams: state.streams, isRecorded: state.isRecorded, begun });
    for (const stream of state.streams.values()) {
      if (stream.phase === 'live' && isRecordWanted(state, stream)) this.#begin(state, stream, begun);
    }
    for (const streamId of this.ports.recordings.recordedIn(state.id)) {
      const stream = state.streams.get(streamId);
      // A recording of a removed stream ends with its source, so that its last seconds are not cut off.
      if (stream !== undefined && !isRecordWanted(state, stream)) this.ports.recordings.stop(streamId);
    }
  }

  /** Records a stream on request. @throws as `Recordings.start` */
  async start(state: ConferenceState, streamId: string): Promise<void> {
    const stream = state.streams.get(streamId);
    const identity = this.ports.identify(state.id);
    if (stream === undefined || identity === undefined) return;
    const { appKey, creator } = identity;
    const conference: RecordingConference = {
      id: state.id,
      appKey,
      creator,
      admins: adminsOf(state),
      isMerged: state.config.recMerge === true,
    };
    const { type: streamType, memName } = stream;
    await this.ports.recordings.start(conference, { streamId, streamType, memName });
  }

  #begin(state: ConferenceState, { id, sver }: Stream, begun: Map<string, number>): void {
    if (begun.get(id) === sver) return;
    begun.set(id, sver);
    this.start(state, id).catch((error: unknown) =>
      this.ports.log.error({ err: error, conference: state.id, stream: id }, 'a stream could not be recorded'),
    );
  }
}
