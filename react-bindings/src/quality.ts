import type { Snapshots } from '@lectern/rtc';
import type { NetworkQuality, QualitySnapshot, StreamQuality } from '@lectern/rtc/quality';
import { useCallback } from 'react';
import { useSelected } from './selected.js';

/**
 * The statistics of one stream: its newest sample and the last 120; undefined while its connection has not been up.
 * Renders with every measurement of it, every 2 s; for a sign on a tile take {@link useNetworkQuality}.
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
 * The network quality of one stream: 2 good, 1 weak, 0 disconnected; undefined while its connection has not been up.
 * Renders when it changes, never for a measurement.
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
