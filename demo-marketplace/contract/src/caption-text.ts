/** One caption of a video. */
export interface CaptionCue {
  /** Seconds since the beginning of the video. */
  readonly start: number;
  /** Seconds; above `start`. */
  readonly end: number;
  /** One or more lines. */
  readonly text: string;
}

/** Result of {@link readCaptions}: the captions in order of time, or the first line that is wrong. */
export type ReadCaptions =
  | { readonly cues: readonly CaptionCue[]; readonly faultyLine?: undefined }
  | { readonly cues?: undefined; readonly faultyLine: number };

const TIME = String.raw`(?:(\d{1,3}):)?([0-5]?\d):([0-5]\d)[.,](\d{1,3})`;
const TIMING = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}(?:\s.*)?$`);
/** Blocks of WebVTT that are no captions. */
const OTHER_BLOCK = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)/;
const TAG = /<\/?[a-z\d][^<>]*>/gi;

function secondsOf([hours = '0', minutes = '0', seconds = '0', fraction = '0']: readonly (
  string | undefined
)[]): number {
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  // Whole milliseconds, so that sums have no rounding errors.
  return (whole * 1000 + Number(fraction.padEnd(3, '0'))) / 1000;
}

/** Removes formatting and escapes what a player would take for some. */
const plain = (lines: readonly string[]): string =>
  lines
    .map((line) => line.replaceAll(TAG, '').replaceAll('<', '&lt;').trim())
    .filter((line) => line !== '')
    .join('\n');

/** @returns the cue of a block, nothing for one without captions, or the offset of its faulty line */
function readBlock(block: readonly string[]): CaptionCue | number | undefined {
  if (OTHER_BLOCK.test(block[0] ?? '')) return undefined;
  // The number or name of a cue may come before its times.
  const at = block.findIndex((line) => line.includes('-->'));
  const times = TIMING.exec(block[at] ?? '');
  if (times === null || at > 1) return Math.max(0, at);
  const [start, end] = [secondsOf(times.slice(1, 5)), secondsOf(times.slice(5, 9))];
  if (end <= start) return at;
  const lines = block.slice(at + 1);
  const second = lines.findIndex((line) => line.includes('-->'));
  if (second >= 0) return at + 1 + second;
  const text = plain(lines);
  return text === '' ? undefined : { start, end, text };
}

/**
 * Reads captions as WebVTT or SRT. Formatting, positions, styles and notes are dropped.
 *
 * @returns the captions, or the number of the first line that is wrong, from 1; 1 as well when there are no captions
 */
export function readCaptions(text: string): ReadCaptions {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const cues: CaptionCue[] = [];
  for (let first = 0; first < lines.length;) {
    let last = first;
    while (last < lines.length && lines[last]?.trim() !== '') last += 1;
    if (last > first) {
      const read = readBlock(lines.slice(first, last));
      if (typeof read === 'number') return { faultyLine: first + read + 1 };
      if (read !== undefined) cues.push(read);
    }
    first = last + 1;
  }
  if (cues.length === 0) return { faultyLine: 1 };
  return { cues: cues.toSorted((a, b) => a.start - b.start) };
}

const two = (value: number): string => String(value).padStart(2, '0');

function timeOf(seconds: number): string {
  const all = Math.round(seconds * 1000);
  const [hours, minutes] = [Math.floor(all / 3_600_000), Math.floor(all / 60_000) % 60];
  const rest = Math.floor(all / 1000) % 60;
  return `${two(hours)}:${two(minutes)}:${two(rest)}.${String(all % 1000).padStart(3, '0')}`;
}

/** Writes captions as WebVTT, which {@link readCaptions} reads back unchanged. */
export const writeCaptions = (cues: readonly CaptionCue[]): string =>
  `WEBVTT\n\n${cues.map(({ start, end, text }) => `${timeOf(start)} --> ${timeOf(end)}\n${text}\n`).join('\n')}`;
