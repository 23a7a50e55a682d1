import type { Scene } from './compositor/ipc.js';
import type { LiveConfig } from './config.js';
import { placeCustom, placeGrid } from './layout.js';

/** A stream of the conference as a live output needs to know it. */
export interface LiveStream {
  readonly streamId: string;
  readonly isDesktop: boolean;
  /** Whether it ever shows anything; one of sound alone takes no room. */
  readonly hasVideo: boolean;
  readonly isVideoMuted: boolean;
  /** Whether the engine has it; one that is being published again has only its place. */
  readonly isFlowing: boolean;
}

/** What is seen and heard of these streams. */
export function sceneOf({ layout, regions, canvas }: LiveConfig, streams: readonly LiveStream[]): Scene {
  const seen = streams.filter(({ hasVideo }) => hasVideo);
  const placed = layout === 'GRID' ? placeGrid(seen, canvas) : placeCustom(regions, seen);
  const muted = new Set(seen.filter(({ isVideoMuted }) => isVideoMuted).map(({ streamId }) => streamId));
  return {
    tiles: placed.map((region) => ({ ...region, isMuted: muted.has(region.streamId) })),
    streamIds: streams.map(({ streamId }) => streamId),
  };
}
