import type { Clock } from '../core/clock.js';
import { systemClock } from '../platform/system.js';
import { CANVAS_FRAMES_PER_SECOND, CANVAS_REFRESH_MS } from './constants.js';
import { argumentError, unsupportedError } from './errors.js';

/** Options of a canvas capture. */
export interface CanvasCaptureOptions {
  /** Maximum frame rate, above 0 and up to 60 per second (default 25, spec §9). */
  readonly framesPerSecond?: number;
  /** Track that is sent with the video, e.g. a microphone's; the caller keeps ownership. */
  readonly audio?: MediaStreamTrack;
  readonly clock?: Clock;
}

/** Capture of a canvas as a stream. */
export interface CanvasCapture {
  /** Stream for `conference.publish({ media })`. */
  readonly mediaStream: MediaStream;
  /** Sends the current frame of the canvas at once. */
  requestFrame(): void;
  /** Ends the video track; an audio track that was passed in continues. Idempotent. */
  close(): void;
}

/** Draws without a visible change: browsers capture a canvas only after drawing. */
function touch(canvas: HTMLCanvasElement): void {
  // Undefined if the canvas uses another kind of context.
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
 * Captures a canvas as a stream, at 25 frames per second (spec §9). An unchanged canvas is sent once a second, so that
 * late subscribers receive it; a WebGL canvas must be redrawn for that. Get the canvas's context first.
 * Capture continues in hidden pages, but browsers run no animation frames there and limit timers to once a second: draw
 * on messages of a worker.
 * @throws {LecternError} reason `unsupported` where canvases cannot be captured; `invalid-argument`.
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
    // A publication that has ended stopped the track.
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
