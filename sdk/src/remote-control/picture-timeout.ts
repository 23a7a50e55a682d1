import { race } from '../core/abort.js';
import type { Clock } from '../core/clock.js';
import { LecternError } from '../core/errors.js';
import { PICTURE_TIMEOUT_MS, TIMED_OUT } from './constants.js';
import type { PicturePort } from './pictures.js';

/** Adds a timeout, so that a camera that delivers no frames cannot block a call forever. */
export function withPictureTimeout(pictures: PicturePort, clock: Clock): PicturePort {
  const limits = {
    clock,
    timeoutMs: PICTURE_TIMEOUT_MS,
    timeoutError: () => new LecternError('the camera gave no picture in time', { reason: 'timeout', code: TIMED_OUT }),
  };
  return {
    async open(camera, onStopped) {
      const opening = pictures.open(camera, onStopped);
      try {
        return await race(opening, limits);
      } catch (error) {
        // The pipeline may still open later.
        opening.then(
          (late) => late.detach(),
          () => undefined,
        );
        throw error;
      }
    },
    capture: (track, maxLength) => race(pictures.capture(track, maxLength), limits),
  };
}
