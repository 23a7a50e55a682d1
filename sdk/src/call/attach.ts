import type { Dispose } from '../core/clock.js';
import type { Snapshots } from '../core/snapshot.js';
import type { CallSnapshot, Side } from './types.js';

/** Shows one side's media in an element, for as long as the call lasts. */
export function attachMedia(call: Snapshots<CallSnapshot>, element: HTMLMediaElement, side: Side): Dispose {
  element.muted ||= side === 'local';
  const show = (): void => {
    const { state, [`${side}Media` as const]: shown } = call.getSnapshot();
    const media = (state !== 'ended' && shown) || null;
    if (element.srcObject === media) return;
    element.srcObject = media;
    // An element that the browser blocks shows that itself.
    if (media) element.play().catch(() => undefined);
  };
  show();
  const stop = call.subscribe(show);
  return () => {
    stop();
    element.srcObject = null;
  };
}
