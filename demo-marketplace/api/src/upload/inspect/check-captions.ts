import { readCaptions, writeCaptions } from '@lectern/marketplace-contract';

/** Captions as they are stored. */
export interface CheckedCaptions {
  /** WebVTT; undefined for a text that cannot be read as captions. */
  readonly vtt: string | undefined;
}

/** Reads captions as WebVTT or SRT and writes them as WebVTT. */
export function checkCaptions(text: string): CheckedCaptions {
  const { cues } = readCaptions(text);
  return { vtt: cues && writeCaptions(cues) };
}
