import { MIXED_AUDIO_STREAM_ID } from '../protocol/index.js';
import type { Publication } from './publication.js';
import type { Streams } from './streams.js';
import type { Subscription } from './subscription.js';

/** Who was not heard for this long is silent, in ms. */
export const SILENT_AFTER_MS = 300;

/**
 * How loud remote streams are, by id: of the mix by the contributing sources that the mixer names (spec §3: csrc), of
 * others by what their sender says.
 */
export function audioLevels(
  streams: Streams,
  publications: readonly Publication[],
  subscriptions: readonly Subscription[],
): ReadonlyMap<string, number> {
  const byId = new Map<string, number>();
  for (const stream of [...publications, ...subscriptions]) {
    const sources = stream.link.sources();
    const newest = Math.max(...sources.map(({ timestamp }) => timestamp));
    const isMix = stream.snapshot.isLocal || stream.id === MIXED_AUDIO_STREAM_ID;
    for (const { source, timestamp, audioLevel = 1 } of sources) {
      const speaker = isMix
        ? streams.all().find(({ csrc, isLocal }) => csrc === source && !isLocal)
        : streams.get(stream.id);
      if (!speaker || newest - timestamp > SILENT_AFTER_MS) continue;
      byId.set(speaker.id, Math.max(audioLevel, byId.get(speaker.id) ?? 0));
    }
  }
  return byId;
}
