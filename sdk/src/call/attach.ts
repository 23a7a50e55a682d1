import type { Dispose } from '../core/clock.js';
import type { Snapshots } from '../core/snapshot.js';
import { playOnSpeaker, type SoundOutput } from '../media/sound-output.js';
import type { Platform } from '../platform/types.js';
import type { CallSnapshot, Side } from './types.js';

/** The elements that play media of calls now. */
export interface CallSound extends SoundOutput {
  readonly elements: Set<HTMLMediaElement>;
  readonly platform: Platform;
}

/** Shows one side's media in an element, for as long as the call lasts. */
export function attachMedia(
  call: Snapshots<CallSnapshot>,
  element: HTMLMediaElement,
  side: Side,
  sound: CallSound,
): Dispose {
  element.muted ||= side === 'local';
  const show = (): void => {
    const { state, [`${side}Media` as const]: shown } = call.getSnapshot();
    const media = (state !== 'ended' && shown) || null;
    if (element.srcObject === media) return;
    element.srcObject = media;
    if (!media) return void sound.elements.delete(element);
    sound.elements.add(element);
    playOnSpeaker(element, sound);
    // An element that the browser blocks shows that itself.
    element.play().catch(() => undefined);
  };
  show();
  const stop = call.subscribe(show);
  return () => {
    stop();
    sound.elements.delete(element);
    element.srcObject = null;
  };
}
