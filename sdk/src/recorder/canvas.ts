import type { Clock } from '../core/clock.js';
import { systemClock } from '../platform/system.js';
import { CANVAS_FRAMES_PER_SECOND, CANVAS_REFRESH_MS } from './constants.js';
import { argumentError, unsupportedError } from './errors.js';

/** How a canvas is captured. */
export interface CanvasCaptureOptions {
  /** Pictures per second at most, above 0 and up to 60 (default 25, spec §9). */
  readonly framesPerSecond?: number;
  /** Goes with the picture, e.g. a microphone's; stays the caller's. */
  readonly audio?: MediaStreamTrack;
  readonly clock?: Clock;
}

/** A canvas as a stream. */
export interface CanvasCapture {
  /** For `conference.publish({ media })`. */
  readonly mediaStream: MediaStream;
  /** Sends what the canvas shows now, at once. */
  requestFrame(): void;
  /** Ends the picture; a sound that was handed in goes on. Idempotent. */
  close(): void;
}

/** Draws nothing: browsers send a canvas only when something was drawn on it. */
function touch(canvas: HTMLCanvasElement): void {
  // None where the canvas is drawn on otherwise.
  const context = canvas.getContext('2d');
  if (!context) return;
  context.save();
  context.resetTransform();
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = 'transparent';
  context.fillRect(0, 0, 1, 1);
  context.restore();
}

/**
 * Makes a stream of what a canvas shows, 25 pictures a second (spec §9). While nobody draws it goes out once a second, so
 * that members who come later see it; a canvas of WebGL must be drawn for that. Get the canvas's context first.
 * In hidden pages it goes on, but browsers give those no animation frames and let their timers run once a second: draw
 * there on messages of a worker.
 * @throws {LecternError} reason `unsupported` where canvases can not be captured; `invalid-argument`.
 * @example
 * const capture = captureCanvas(canvas);
 * const board = await conference.publish({ media: capture.mediaStream, name: 'whiteboard' });
 */
export function captureCanvas(canvas: HTMLCanvasElement, options: CanvasCaptureOptions = {}): CanvasCapture {
  const { framesPerSecond = CANVAS_FRAMES_PER_SECOND, audio, clock = systemClock } = options;
  if (!(framesPerSecond > 0 && framesPerSecond <= 60)) {
    throw argumentError(`${framesPerSecond} pictures a second: a number above 0, up to 60 is needed`);
  }
  if (typeof canvas.captureStream !== 'function') throw unsupportedError('this browser can not capture a canvas');
  const mediaStream = canvas.captureStream(framesPerSecond);
  const picture = mediaStream.getVideoTracks()[0] as Partial<CanvasCaptureMediaStreamTrack> | undefined;
  if (audio) mediaStream.addTrack(audio);
  const requestFrame = (): void => {
    touch(canvas);
    picture?.requestFrame?.();
  };
  const stopRefresh = clock.every(CANVAS_REFRESH_MS, () => {
    // A publication that ended has stopped it.
    if (picture?.readyState === 'ended') stopRefresh();
    else requestFrame();
  });
  return {
    mediaStream,
    requestFrame,
    close: () => {
      stopRefresh();
      picture?.stop?.();
    },
  };
}
