import type { ConferencePort } from '../conference/port.js';
import type { StreamSnapshot } from '../conference/types.js';
import type { Link } from '../link/link.js';
import { MIXED_AUDIO_STREAM_ID, StreamType } from '../protocol/index.js';
import type { WatchedStream } from './stream-watch.js';

/** True if no media of it is expected. */
function isPaused({ isLocal, audioMuted, videoMuted, videoCodecs, wanted }: StreamSnapshot): boolean {
  const needsAudio = !audioMuted && (isLocal || wanted?.audio === true);
  const needsVideo = !videoMuted && (isLocal || (wanted?.video === true && videoCodecs.length > 0));
  return !needsAudio && !needsVideo;
}

const isUp = ({ state }: Link): boolean => state === 'linked' || state === 'weak';

/**
 * Streams whose connections can be measured, in the conference's order, the mix last: those that are connected, and
 * those that were and are `known`. A stream has no network data before its first connection.
 */
export function watchedStreams(port: ConferencePort, known: (streamId: string) => boolean): WatchedStream[] {
  const { streams, isMixed } = port.context.store.now;
  const watched: WatchedStream[] = [];
  const add = (link: Link | undefined, stream: Omit<WatchedStream, 'link'>): void => {
    if (link && (isUp(link) || known(stream.streamId))) watched.push({ ...stream, link });
  };
  for (const stream of streams) {
    const { id: streamId, memberId, isLocal } = stream;
    add(port.linkOf(streamId), { streamId, memberId, isLocal, isPaused: isPaused(stream) });
  }
  if (isMixed) {
    // The mix arrives in the connection of the own stream, or in a separate one (spec §3: stream "0").
    const own = streams.find(({ isLocal, type }) => isLocal && type === StreamType.AudioMixer);
    const mix = { streamId: MIXED_AUDIO_STREAM_ID, memberId: '', isLocal: false, isPaused: false };
    add(own ? port.linkOf(own.id) : port.linkOf(MIXED_AUDIO_STREAM_ID), mix);
  }
  return watched;
}
