import type { Conference, ConferenceSnapshot } from '@lectern/rtc';
import { memo, useCallback, useEffect, useMemo, useState, type ReactElement } from 'react';
import { useConference, usePlaybackBlocked } from './conference.js';
import { useStream, useStreamIds } from './streams.js';

/** Playback of the others' sound. */
export interface AudioPlayback {
  /** True if the browser's autoplay policy keeps something silent: a click must call `resume`. */
  readonly isBlocked: boolean;
  /** Plays what was blocked; resolves when it does. Call it from a click or a key. */
  resume(): Promise<void>;
}

/**
 * Reports whether the browser keeps the others silent, and resumes them.
 *
 * @example
 * const { isBlocked, resume } = useAudioPlayback();
 * // {isBlocked && <button onClick={resume}>Turn the sound on</button>}
 */
export function useAudioPlayback(): AudioPlayback {
  const conference = useConference();
  const isBlocked = usePlaybackBlocked();
  const resume = useCallback(async () => conference?.resumePlayback(), [conference]);
  return useMemo(() => ({ isBlocked, resume }), [isBlocked, resume]);
}

type Stream = ConferenceSnapshot['streams'][number];

const isHeard = ({ isLocal, wanted }: Stream): boolean => !isLocal && wanted?.audio === true;

/** Sound of one stream. Its element is not in a tile, so that hiding or moving the tile does not silence it. */
const StreamSound = memo(function StreamSound({ id, conference }: { id: string; conference: Conference }) {
  const media = useStream(id)?.mediaStream;
  const [element, setElement] = useState<HTMLAudioElement | null>(null);
  useEffect(
    () => (element && media ? conference.remoteStream(id)?.attach(element) : undefined),
    [conference, element, id, media],
  );
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- live sound has no captions
  return <audio ref={setElement} data-sound-of={id} autoPlay hidden />;
});

/**
 * Plays the sound of all subscribed streams, apart from the tiles that show them. Mount it once for each conference,
 * and give every {@link VideoView} `muted`, or a stream is heard twice. Mixed conferences play their mix by themselves.
 *
 * @example
 * <AudioRenderer />
 * <VideoView stream={stream} muted />
 */
export function AudioRenderer(): ReactElement {
  const conference = useConference();
  const ids = useStreamIds(isHeard);
  return <>{conference && ids.map((id) => <StreamSound key={id} id={id} conference={conference} />)}</>;
}
