import { StreamRecorder, type RecorderOptions, type RecorderSnapshot, type Recording } from '@lectern/rtc/recorder';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSelected } from './selected.js';

/** A recording in the page. */
export interface PageRecorder {
  readonly state: RecorderSnapshot['state'];
  /** Bytes recorded so far. */
  readonly bytes: number;
  /** The file of the newest recording that ended; it stays until the next one starts. */
  readonly recording: Recording | undefined;
  /** Starts, unless it records already. @throws {LecternError} as `StreamRecorder` does. */
  start(): void;
  pause(): void;
  resume(): void;
  /** Ends the recording; the file is in `recording`. */
  stop(): void;
}

/**
 * Records a stream in the page, into one seekable file. When the stream ends, the file holds everything before. An
 * unfinished recording is discarded when the component unmounts.
 *
 * @example
 * const recorder = useRecorder(stream.mediaStream);
 * // <button onClick={() => (recorder.state === 'recording' ? recorder.stop() : recorder.start())}>Record</button>
 * // {recorder.recording && <button onClick={() => recorder.recording?.download('lesson.webm')}>Save</button>}
 */
export function useRecorder(media: MediaStream | undefined, options: RecorderOptions = {}): PageRecorder {
  const [recorder, setRecorder] = useState<StreamRecorder>();
  const [recording, setRecording] = useState<Recording>();
  const current = useRef<StreamRecorder | undefined>(undefined);
  const snapshot = useSelected(recorder?.state, (state) => state);
  const isActive = snapshot !== undefined && snapshot.state !== 'finished' && snapshot.state !== 'closed';

  useEffect(
    () => () => {
      current.current?.close();
      current.current = undefined;
    },
    [],
  );

  const start = (): void => {
    if (!media || isActive) return;
    const next = new StreamRecorder(media, options);
    next.start();
    next.on('finished', setRecording);
    current.current = next;
    setRecording(undefined);
    setRecorder(next);
  };
  return {
    state: snapshot?.state ?? 'idle',
    bytes: snapshot?.bytes ?? 0,
    recording,
    start,
    pause: useCallback(() => recorder?.pause(), [recorder]),
    resume: useCallback(() => recorder?.resume(), [recorder]),
    stop: useCallback(() => void recorder?.stop().catch(() => undefined), [recorder]),
  };
}
