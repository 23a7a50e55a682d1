import type { Platform } from '../platform/types.js';

/** Elements that play the sound of a conference, or of calls. */
export interface SoundOutput {
  /** Device that plays them; undefined until one is chosen, so that elements keep the application's. */
  speakerId: string | undefined;
  readonly elements: Iterable<HTMLMediaElement>;
}

/** Property under which calls keep their output: a plain name, so that other copies of the package find it. */
export const SOUND_OUTPUT = '~output';

/** Calls, which keep their output under a property. */
export interface SoundSource {
  readonly [SOUND_OUTPUT]: SoundOutput & { readonly platform: Pick<Platform, 'createAudioElement'> };
}

/** Plays an element on the chosen speaker. One whose speaker is gone plays on the system's. */
export function playOnSpeaker(element: HTMLMediaElement, { speakerId }: SoundOutput): void {
  if (speakerId !== undefined) element.setSinkId?.(speakerId).catch(() => undefined);
}
