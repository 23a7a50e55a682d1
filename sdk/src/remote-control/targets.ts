import { argumentError, stateError } from '../conference/context.js';
import type { ConferencePort } from '../conference/port.js';
import type { Conference, StreamSnapshot } from '../conference/types.js';
import type { StreamRef } from './types.js';

const idOf = (stream: StreamRef): string => (typeof stream === 'string' ? stream : stream.id);

/**
 * Resolves the stream of another member that is to be controlled (spec §5).
 * @throws {LecternError} reason `invalid-argument`, when there is no such stream or it is local; `invalid-state` 'Not
 * allow control. cause by the stream not sub'.
 */
export function controlledStream(conference: Conference, ref: StreamRef): StreamSnapshot {
  const id = idOf(ref);
  const stream = conference.state.getSnapshot().streams.find((known) => known.id === id);
  if (!stream || stream.isLocal) {
    throw argumentError(`stream ${id} does not exist or is local: control a stream of another member`);
  }
  if (!stream.wanted) {
    throw stateError('subscribe the stream first', 'Not allow control. cause by the stream not sub');
  }
  return stream;
}

/** Reason why a control of this stream must end; undefined if it may continue. */
export function endOf(
  { context: { store } }: ConferencePort,
  streamId: string,
  memberId: string,
): 'closed' | 'member-left' | 'stream-removed' | 'hang-up' | undefined {
  const { state, members, streams } = store.now;
  if (state === 'left') return 'closed';
  if (!members.some(({ id }) => id === memberId)) return 'member-left';
  const stream = streams.find(({ id }) => id === streamId);
  if (!stream) return 'stream-removed';
  return stream.isLocal || stream.wanted ? undefined : 'hang-up';
}
