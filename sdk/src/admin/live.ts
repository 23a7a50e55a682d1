import type { CallOptions, Conference } from '../conference/types.js';
import { callAsAdmin, invalid } from './authority.js';

/** Position of a stream on the canvas of a live output, in pixels of the canvas (spec §3: regions). */
export interface LiveRegion {
  /** Id of the stream. */
  readonly sid: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  /** Stacking order: a region with a higher number covers a lower one. */
  readonly z?: number;
  readonly style?: 'fill' | 'AspectFit';
}

/** Content and destination of a live output: `cdn` pushes it, otherwise viewers load HLS from the server. */
export interface LiveOutput {
  /** `rtmp://` or `rtmps://` address. */
  readonly cdn?: string;
  /** The server itself offers the output as HLS. */
  readonly hls?: boolean;
  /** `GRID`, the default, arranges all members automatically; `CUSTOM` draws the `regions`. */
  readonly layoutStyle?: 'GRID' | 'CUSTOM';
  readonly canvas?: {
    readonly w?: number;
    readonly h?: number;
    /** Frames per second. */
    readonly fps?: number;
    /** Bits per second. */
    readonly bps?: number;
    /** Background as 0xRRGGBB. */
    readonly bgclr?: number;
    readonly codec?: 'H264';
  };
  readonly regions?: readonly LiveRegion[];
  readonly [more: string]: unknown;
}

/** A live output that is starting. Servers may omit it here; the snapshot's `liveConfigs` have it (op 452). */
export interface LiveStart {
  readonly liveId: string | undefined;
  /** Path of the HLS playlist on the server. */
  readonly hls: string | undefined;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Starts a live output (spec §5, §7: livecfg); admins only. @throws {LecternError} spec §5, §8. */
export async function addLive(conference: Conference, output: LiveOutput, options?: CallOptions): Promise<LiveStart> {
  if (typeof output !== 'object' || output === null) throw invalid('a live output needs its configuration');
  const answer = await callAsAdmin(conference, 'livecfg', { confrId: conference.id, liveCfg: output }, options);
  return { liveId: textOf(answer.liveId), hls: textOf(answer.hls) };
}

/** Changes the layout of a live output (spec §7: live/layout); admins only. @throws {LecternError} spec §5, §8. */
export async function updateLiveLayout(
  conference: Conference,
  liveId: string,
  regions: readonly LiveRegion[],
  options?: CallOptions,
): Promise<void> {
  if (!liveId) throw invalid('a live output is named by its liveId');
  if (!Array.isArray(regions)) throw invalid('a layout needs its regions');
  await callAsAdmin(conference, 'live/layout', { confrId: conference.id, liveId, regions }, options);
}

/** Ends a live output (spec §7: delete/live); admins only. @throws {LecternError} spec §5, §8. */
export async function deleteLive(conference: Conference, liveId: string, options?: CallOptions): Promise<void> {
  if (!liveId) throw invalid('a live output is named by its liveId');
  await callAsAdmin(conference, 'delete/live', { confrId: conference.id, liveId }, options, 'DELETE');
}
