import type { Snapshots } from '@lectern/rtc';
import type { NetworkQuality, QualitySnapshot, StreamQuality } from '@lectern/rtc/quality';
import { useCallback } from 'react';
import { useSelected } from './selected.js';

/**
 * Statistics of one stream: its newest sample and the last 120; undefined before its first connection. Renders with
 * every measurement of it, every 2 s; for an indicator on a tile use {@link useNetworkQuality}.
 *
 * @example
 * const stats = useStats(qualityOf(conference), stream.id);
 * // <p>{stats?.latest.video?.framesPerSecond} frames a second</p>
 */
export const useStats = (
  quality: Snapshots<QualitySnapshot> | undefined,
  streamId: string | undefined,
): StreamQuality | undefined =>
  useSelected(
    quality,
    useCallback(({ streams }: QualitySnapshot) => streams.find((stream) => stream.streamId === streamId), [streamId]),
  );

/**
 * Network quality of one stream: 2 good, 1 weak, 0 disconnected; undefined before its first connection. Renders when it
 * changes, not for every measurement.
 *
 * @example
 * const bars = useNetworkQuality(qualityOf(conference), stream.id);
 */
export const useNetworkQuality = (
  quality: Snapshots<QualitySnapshot> | undefined,
  streamId: string | undefined,
): NetworkQuality | undefined =>
  useSelected(
    quality,
    useCallback(
      ({ streams }: QualitySnapshot) => streams.find((stream) => stream.streamId === streamId)?.networkQuality,
      [streamId],
    ),
  );
