import type { Dispose } from '../core/clock.js';

/** Frame rate if the camera's own frames are not reported (spec §9: canvas capture rate). */
export const FRAME_RATE = 25;
/** Interval at which a frozen frame is drawn again, so that late subscribers receive one. */
const REFRESH_MS = 1_000;

/** Chromium's API for the frames of a track; the DOM types do not know it. */
interface FrameReaders {
  readonly MediaStreamTrackProcessor?: new (init: {
    readonly track: MediaStreamTrack;
    readonly maxBufferSize: number;
  }) => {
    readonly readable: ReadableStream<{ close(): void }>;
  };
}

function everyMs(intervalMs: number, tick: () => void): Dispose {
  const timer = setInterval(tick, intervalMs);
  return () => clearInterval(timer);
}

/** Undefined where the browser does not support it. */
function byFrames(camera: MediaStreamTrack, tick: () => void): Dispose | undefined {
  const { MediaStreamTrackProcessor: Processor } = globalThis as FrameReaders;
  if (!Processor) return undefined;
  const reader = new Processor({ track: camera, maxBufferSize: 1 }).readable.getReader();
  const follow = async (): Promise<void> => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      value.close();
      tick();
    }
  };
  // The loop ends with the camera, whose end is handled elsewhere.
  follow().catch(() => undefined);
  return () => void reader.cancel().catch(() => undefined);
}

/** A worker's timer; the page's own if the page's policy (`worker-src`) forbids `blob:` workers. */
function byWorker(tick: () => void): Dispose {
  const intervalMs = 1_000 / FRAME_RATE;
  const script = new Blob([`setInterval(() => postMessage(0), ${intervalMs})`], { type: 'text/javascript' });
  const url = URL.createObjectURL(script);
  let stop: Dispose;
  try {
    const worker = new Worker(url);
    stop = () => {
      // The worker may still report its refusal.
      worker.onerror = null;
      worker.terminate();
    };
    worker.onmessage = tick;
    worker.onerror = () => (stop = everyMs(intervalMs, tick));
  } catch {
    stop = everyMs(intervalMs, tick);
  }
  return () => {
    stop();
    URL.revokeObjectURL(url);
  };
}

/**
 * Calls back for each new frame of a camera, and at least once a second; in hidden pages too, where browsers limit the
 * page's timers to once a second and report no video frames.
 */
export function everyPicture(camera: MediaStreamTrack, tick: () => void): Dispose {
  const stopRefresh = everyMs(REFRESH_MS, tick);
  const stopTicking = byFrames(camera, tick) ?? byWorker(tick);
  return () => {
    stopRefresh();
    stopTicking();
  };
}
