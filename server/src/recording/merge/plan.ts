import type { Stretch } from '../../media/recorder/webm-reader.js';
import { grid, MAX_TILES, presentation, type Tile } from './layout.js';

/** A stream's file as input of the merger. */
export interface MergeInput {
  readonly file: string;
  /** Epoch ms of its first sample. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly hasAudio: boolean;
  readonly isDesktop: boolean;
  /** Periods with video, since its beginning. */
  readonly pictures: readonly Stretch[];
}

/** A tile within a scene: video from this position of that file. */
export interface Placed {
  readonly input: MergeInput;
  readonly seekMs: number;
  readonly tile: Tile;
}

/** A period in which the same tiles are shown in the same places. */
export interface Scene {
  readonly fromMs: number;
  readonly durationMs: number;
  readonly placed: readonly Placed[];
}

export interface MergePlan {
  /** Time 0, in epoch ms. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** Empty without any video. */
  readonly scenes: readonly Scene[];
}

/** Frame interval of the merged video, in ms; scenes begin on a frame. */
export const FRAME_MS = 40;
/** Changes within this time are combined into one. */
const MIN_SCENE_MS = 1_000;

const toFrame = (ms: number): number => Math.round(ms / FRAME_MS) * FRAME_MS;

/** Plans the scenes: each shows the inputs that have video at that time. */
export function planMerge(inputs: readonly MergeInput[]): MergePlan {
  const startedAt = Math.min(...inputs.map((input) => input.startedAt));
  const durationMs = toFrame(Math.max(...inputs.map((input) => input.startedAt + input.durationMs)) - startedAt);
  const shown = inputs.flatMap((input) =>
    input.pictures.map(({ fromMs, toMs }) => ({
      input,
      fromMs: toFrame(input.startedAt - startedAt + fromMs),
      toMs: toFrame(input.startedAt - startedAt + toMs),
    })),
  );
  if (shown.length === 0) return { startedAt, durationMs, scenes: [] };
  const cuts = cutTimes(
    shown.flatMap(({ fromMs, toMs }) => [fromMs, toMs]),
    durationMs,
  );
  const scenes = cuts.slice(0, -1).map((fromMs, index): Scene => {
    const toMs = cuts[index + 1] ?? durationMs;
    const isShown = (entry: { fromMs: number; toMs: number }): boolean =>
      Math.min(entry.toMs, toMs) - Math.max(entry.fromMs, fromMs) > (toMs - fromMs) / 2;
    const present = shown.filter(isShown).map(({ input }) => input);
    return { fromMs, durationMs: toMs - fromMs, placed: place([...new Set(present)], startedAt + fromMs) };
  });
  return { startedAt, durationMs, scenes };
}

function cutTimes(times: readonly number[], end: number): number[] {
  const cuts = [0];
  for (const time of [...times].sort((a, b) => a - b)) {
    if (time - (cuts.at(-1) ?? 0) >= MIN_SCENE_MS && end - time >= MIN_SCENE_MS) cuts.push(time);
  }
  return [...cuts, end];
}

function place(inputs: readonly MergeInput[], at: number): Placed[] {
  const desktops = inputs.filter(({ isDesktop }) => isDesktop).sort((a, b) => b.startedAt - a.startedAt);
  const cameras = inputs.filter(({ isDesktop }) => !isDesktop).sort((a, b) => a.startedAt - b.startedAt);
  const ordered = [...desktops, ...cameras].slice(0, MAX_TILES);
  const tiles = desktops.length > 0 ? presentation(ordered.length) : grid(ordered.length);
  return ordered.flatMap((input, index) => {
    const tile = tiles[index];
    return tile === undefined ? [] : [{ input, seekMs: Math.max(0, at - input.startedAt), tile }];
  });
}
