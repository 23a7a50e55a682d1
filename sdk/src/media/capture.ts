import { race, throwIfAborted } from '../core/abort.js';
import { LecternError, type ErrorReason } from '../core/errors.js';
import type { MediaPort } from '../platform/types.js';
import { OPEN_USER_MEDIA_FAIL_CODE, type ErrorType } from '../protocol/index.js';

const NO_DEVICE = 'getUserMedia error: not have input device';

/** Errors of `getUserMedia` by name; every other one has the reason `media`. */
const REASONS: Readonly<Record<string, ErrorReason>> = {
  NotAllowedError: 'permission',
  SecurityError: 'permission',
  NotFoundError: 'device-missing',
  // Not of a browser: the page has no media devices, as outside of https, or there is no page at all.
  unsupported: 'unsupported',
  // The device that the constraints name was unplugged, or none satisfies them.
  OverconstrainedError: 'device-missing',
  NotReadableError: 'device-busy',
  // Firefox for Android and some drivers report a device in use so.
  AbortError: 'device-busy',
};

const ADVICE: Readonly<Partial<Record<ErrorReason, string>>> = {
  permission: 'is not allowed: allow it for this page in the browser and the system',
  'device-missing': 'was not found: connect it, or choose another one',
  'device-busy': 'is in use: close the program that uses it',
  unsupported: 'needs a page by https',
};

function failure({ audio, video }: MediaStreamConstraints, name: string, cause?: unknown): LecternError {
  const reason = REASONS[name] ?? 'media';
  const device = audio && video ? 'camera or microphone' : video ? 'camera' : 'microphone';
  return new LecternError(
    `the ${device} ${(name !== 'OverconstrainedError' && ADVICE[reason]) || `could not be opened: ${name}`}`,
    {
      reason,
      code: OPEN_USER_MEDIA_FAIL_CODE,
      errorType: 'open_user_media_fail' satisfies ErrorType,
      specMessage:
        reason === 'unsupported' || name === 'NotFoundError'
          ? NO_DEVICE
          : `open media error. ${name} when get camera/microphone`,
      cause,
    },
  );
}

/** True if the track's device exists and was not stopped. */
export const isLive = ({ readyState }: MediaStreamTrack): boolean => readyState === 'live';

/** Stops every track: the camera's indicator turns off. */
export function stopTracks(media: MediaStream): void {
  for (const track of media.getTracks()) track.stop();
}

/**
 * Opens camera and microphone. Rejects at once when the signal is aborted; media that arrives later is stopped.
 * @throws {LecternError} `open_user_media_fail` −201 with reason `permission`, `device-missing`, `device-busy`,
 * `unsupported` where no media devices exist, or `media`.
 */
export async function openUserMedia(
  port: MediaPort | undefined,
  constraints: MediaStreamConstraints,
  signal?: AbortSignal,
): Promise<MediaStream> {
  throwIfAborted(signal);
  if (!constraints.audio && !constraints.video) {
    throw new LecternError('publish needs audio or video', {
      reason: 'invalid-argument',
      specMessage: 'pubS null or stream not open',
    });
  }
  if (!port) throw failure(constraints, 'unsupported');
  const opening = port.getUserMedia(constraints);
  try {
    return await race(opening, { signal });
  } catch (cause) {
    if (signal?.aborted) opening.then(stopTracks, () => undefined);
    throwIfAborted(signal);
    throw failure(constraints, cause instanceof Error ? cause.name : String(cause), cause);
  }
}
