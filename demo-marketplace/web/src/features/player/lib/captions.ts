import type { Locale } from '@lectern/marketplace-contract';

/** Language of the captions, or `off`. */
export type CaptionChoice = Locale | 'off';

const wordsOf = (cue: TextTrackCue): string =>
  'getCueAsHTML' in cue ? ((cue as VTTCue).getCueAsHTML().textContent ?? '') : '';

/**
 * Emits the captions of one language, line by line. The browser does not render them itself, because they would overlap
 * with the controls.
 * @returns stops the emission
 */
export function followCaptions(
  tracks: Iterable<TextTrack> & EventTarget,
  choice: CaptionChoice,
  onLines: (lines: readonly string[]) => void,
): () => void {
  const leaving = new AbortController();
  const update = ({ activeCues }: TextTrack): void => onLines(Array.from(activeCues ?? [], wordsOf));
  const choose = (): void => {
    for (const track of tracks) {
      const isChosen = track.language === choice;
      track.mode = isChosen ? 'hidden' : 'disabled';
      if (!isChosen) continue;
      track.addEventListener('cuechange', () => update(track), { signal: leaving.signal });
      update(track);
    }
  };
  onLines([]);
  choose();
  return () => leaving.abort();
}
