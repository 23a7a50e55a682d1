import type { StreamSample } from '@lectern/rtc/quality';

/** Time that a plot shows, in ms: as long as samples are kept. */
export const PLOT_WINDOW_MS = 240_000;
/** Size of the coordinate system of the paths. */
export const PLOT_WIDTH = 120;
export const PLOT_HEIGHT = 32;

/** A figure of a sample; undefined where it is not known. */
export type Figure = (sample: StreamSample) => number | undefined;

/** Bitrate of audio and video together, in kbit/s; undefined while there is no connection. */
export const bitrateOf: Figure = ({ audio, video }) =>
  audio || video ? 8 * ((audio?.kilobytesPerSecond ?? 0) + (video?.kilobytesPerSecond ?? 0)) : undefined;

/** The higher one of the audio and the video loss, in percent. */
export const lossOf: Figure = ({ audio, video }) =>
  audio || video ? Math.max(audio?.lossRate ?? 0, video?.lossRate ?? 0) : undefined;

export const delayOf: Figure = ({ roundTripTime }) => roundTripTime;

/** The line of a plot and its key values. */
export interface PlotShape {
  /** SVG path of the line; a new piece begins after every gap. */
  readonly line: string;
  /** Highest value, at least `least`. */
  readonly top: number;
  readonly most: number | undefined;
  readonly now: number | undefined;
}

const fixed = (value: number): string => value.toFixed(1);

/** The last four minutes of a figure, the newest sample at the right edge. */
export function plotOf(samples: readonly StreamSample[], figure: Figure, least: number): PlotShape {
  const end = samples.at(-1)?.at ?? 0;
  const points = samples.map((sample) => ({ at: sample.at, value: figure(sample) }));
  const values = points.flatMap(({ value }) => value ?? []);
  const most = values.length === 0 ? undefined : Math.max(...values);
  const top = Math.max(least, most ?? 0);
  let isDrawing = false;
  const line = points.map(({ at, value }) => {
    if (value === undefined) {
      isDrawing = false;
      return '';
    }
    const x = PLOT_WIDTH * (1 - (end - at) / PLOT_WINDOW_MS);
    const y = 1 + (PLOT_HEIGHT - 2) * (1 - value / top);
    const command = isDrawing ? 'L' : 'M';
    isDrawing = true;
    return `${command}${fixed(x)} ${fixed(y)}`;
  });
  return { line: line.join(''), top, most, now: points.at(-1)?.value };
}
