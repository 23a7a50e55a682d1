import { Disposables } from '../core/disposables.js';
import type { Dispose } from '../core/clock.js';
import { listen } from './listen.js';

/** Parts of the page that an overlay needs; injected, so that tests need no page. */
export interface OverlayPage {
  /** Device pixels of one CSS pixel. */
  pixelRatio(): number;
  /** Calls back before the next paint of the page; the returned function cancels it. */
  requestFrame(callback: () => void): Dispose;
  /** Calls back when the size of the canvas, of the video's frames or the screen's density may have changed. */
  watchSizes(canvas: HTMLCanvasElement, video: HTMLVideoElement, listener: () => void): Dispose;
  /** Creates a detached canvas. */
  createCanvas(): HTMLCanvasElement;
}

/** The browser's. */
export function browserPage(view: Window): OverlayPage {
  const watchDensity = (listener: () => void): Dispose => {
    let stop: Dispose = () => undefined;
    // A media query matches one density, so each change needs a new one.
    const watch = (): void => {
      const query = view.matchMedia(`(resolution: ${view.devicePixelRatio}dppx)`);
      const onChange = (): void => {
        listener();
        watch();
      };
      query.addEventListener('change', onChange, { once: true });
      stop = () => query.removeEventListener('change', onChange);
    };
    watch();
    return () => stop();
  };
  return {
    pixelRatio: () => view.devicePixelRatio,
    requestFrame: (callback) => {
      const frame = view.requestAnimationFrame(callback);
      return () => view.cancelAnimationFrame(frame);
    },
    watchSizes: (canvas, video, listener) => {
      const held = new Disposables();
      const observer = new ResizeObserver(listener);
      observer.observe(canvas);
      held.add(() => observer.disconnect());
      // The size of the frames became known or changed.
      for (const event of ['loadedmetadata', 'resize']) listen(held, video, event, listener);
      held.add(watchDensity(listener));
      return () => held.close();
    },
    createCanvas: () => view.document.createElement('canvas'),
  };
}
