import { race, throwIfAborted } from '../core/abort.js';
import { LecternError } from '../core/errors.js';
import type { MediaPort } from '../platform/types.js';
import { OPEN_USER_MEDIA_FAIL_CODE, type ErrorType } from '../protocol/index.js';

const failure = (message: string, cause?: unknown): LecternError =>
  new LecternError(message, {
    reason: 'media',
    code: OPEN_USER_MEDIA_FAIL_CODE,
    errorType: 'open_user_media_fail' satisfies ErrorType,
    cause,
  });

/** True if the track's device exists and was not stopped. */
export const isLive = ({ readyState }: MediaStreamTrack): boolean => readyState === 'live';

/** Stops every track: the camera's indicator turns off. */
export function stopTracks(media: MediaStream): void {
  for (const track of media.getTracks()) track.stop();
}

/**
 * Opens camera and microphone. Rejects at once when the signal is aborted; media that arrives later is stopped.
 * @throws {LecternError} `open_user_media_fail` −201 with the messages of spec §8.
 */
export async function openUserMedia(
  port: MediaPort | undefined,
  constraints: MediaStreamConstraints,
  signal?: AbortSignal,
): Promise<MediaStream> {
  throwIfAborted(signal);
  if (!constraints.audio && !constraints.video) {
    throw new LecternError('pubS null or stream not open', { reason: 'invalid-argument' });
  }
  if (!port) throw failure('getUserMedia error: not have input device');
  const opening = port.getUserMedia(constraints);
  try {
    return await race(opening, { signal });
  } catch (cause) {
    if (signal?.aborted) opening.then(stopTracks, () => undefined);
    throwIfAborted(signal);
    const name = cause instanceof Error ? cause.name : String(cause);
    throw failure(
      name === 'NotFoundError'
        ? 'getUserMedia error: not have input device'
        : `open media error. ${name} when get camera/microphone`,
      cause,
    );
  }
}
