import type { Dispose } from '../core/clock.js';

/** Heights are rounded up to these steps, so that a window that is dragged larger does not send a message a pixel. */
const STEP = 90;

/** Reports the height of an element in device pixels, 0 while it is out of sight, now and whenever it changes. */
export function watchHeight(element: HTMLMediaElement, report: (height: number) => void): Dispose {
  let isVisible = true;
  let last: number | undefined;
  const look = (): void => {
    const pixels = element.clientHeight * (globalThis.devicePixelRatio || 1);
    const height = isVisible && !document.hidden ? Math.ceil(pixels / STEP) * STEP : 0;
    if (height !== last) report(height);
    last = height;
  };
  const size = new ResizeObserver(look);
  const sight = new IntersectionObserver((entries) => {
    isVisible = entries.at(-1)?.isIntersecting ?? true;
    look();
  });
  size.observe(element);
  sight.observe(element);
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    size.disconnect();
    sight.disconnect();
    document.removeEventListener('visibilitychange', look);
  };
}
