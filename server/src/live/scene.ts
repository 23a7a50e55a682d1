import type { Scene } from './compositor/ipc.js';
import type { LiveConfig } from './config.js';
import { placeCustom, placeGrid } from './layout.js';

/** The properties of a conference's stream that a live output needs. */
export interface LiveStream {
  readonly streamId: string;
  readonly isDesktop: boolean;
  /** True if the stream has video; an audio-only stream takes no tile. */
  readonly hasVideo: boolean;
  readonly isVideoMuted: boolean;
  /** True if the engine has the source; a stream that waits for republication only keeps its tile. */
  readonly isFlowing: boolean;
}

/** The scene of these streams: what is rendered and mixed. */
export function sceneOf({ layout, regions, canvas }: LiveConfig, streams: readonly LiveStream[]): Scene {
  const seen = streams.filter(({ hasVideo }) => hasVideo);
  const placed = layout === 'GRID' ? placeGrid(seen, canvas) : placeCustom(regions, seen);
  const muted = new Set(seen.filter(({ isVideoMuted }) => isVideoMuted).map(({ streamId }) => streamId));
  return {
    tiles: placed.map((region) => ({ ...region, isMuted: muted.has(region.streamId) })),
    streamIds: streams.map(({ streamId }) => streamId),
  };
}
