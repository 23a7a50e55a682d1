/** Division of a capacity among the streams that one member receives. */

/** A layer of a stream, from the smallest to the largest. */
export interface LayerCost {
  /** bit/s. */
  readonly bitrate: number;
}

export interface AllocatedStream {
  readonly id: string;
  readonly kind: 'audio' | 'video';
  /** In order of their size; sound has one. */
  readonly layers: readonly LayerCost[];
  /** Index of the largest layer that is of use to the receiver; -1 for none. */
  readonly wanted: number;
  /** The active speaker, or a stream that the member has pinned. */
  readonly isPreferred: boolean;
  /** Pixels that the picture covers on the receiver's screen. */
  readonly pixels: number;
  /** True if the picture exists in one size only. */
  readonly isSingle?: boolean;
}

/** Index of the layer of each stream; -1 for none. */
export type Allocation = ReadonlyMap<string, number>;

interface Step {
  readonly stream: AllocatedStream;
  readonly layer: number;
}

/**
 * Allocates `capacity` bit/s: sound is always sent, then come the preferred pictures up to their middle layer, the
 * smallest layer of all others (those in one size after those in several, since they cost more), the preferred ones'
 * largest, and then all others' layers by size. These steps have one order, whatever the capacity, and end with the first one that does not fit. So no stream loses by a capacity that
 * grows, and pictures never cost more than sound has left.
 */
export function allocate(streams: readonly AllocatedStream[], capacity: number): Allocation {
  const allocation = new Map(streams.map(({ id, kind, wanted }) => [id, kind === 'audio' && wanted >= 0 ? 0 : -1]));
  let left =
    capacity -
    costOf(
      streams.filter(({ kind }) => kind === 'audio'),
      allocation,
    );
  for (const { stream, layer } of stepsOf(streams.filter(({ kind }) => kind === 'video'))) {
    const added = costAt(stream, layer) - costAt(stream, layer - 1);
    if (added > left) break;
    left -= added;
    allocation.set(stream.id, layer);
  }
  return allocation;
}

/** Part of the capacity up to which streams are raised; the rest keeps them from changing to and fro. */
const RAISE_SHARE = 0.9;

/** As {@link allocate}, but a layer is raised only where it leaves a tenth of the capacity free. */
export function reallocate(streams: readonly AllocatedStream[], capacity: number, current: Allocation): Allocation {
  const kept = allocate(streams, capacity);
  const raised = allocate(streams, RAISE_SHARE * capacity);
  return new Map(
    streams.map(({ id }): [string, number] => {
      const [most, least] = [kept.get(id) ?? -1, raised.get(id) ?? -1];
      return [id, Math.max(least, Math.min(most, current.get(id) ?? -1))];
    }),
  );
}

/** bit/s that an allocation costs. */
export function costOf(streams: readonly AllocatedStream[], allocation: Allocation): number {
  return streams.reduce((sum, stream) => sum + costAt(stream, allocation.get(stream.id) ?? -1), 0);
}

/** The capacity at which the next step fits as well; undefined where everything that is wanted is sent. */
export function nextCapacity(streams: readonly AllocatedStream[], allocation: Allocation): number | undefined {
  const step = stepsOf(streams.filter(({ kind }) => kind === 'video')).find(
    ({ stream, layer }) => layer > (allocation.get(stream.id) ?? -1),
  );
  if (step === undefined) return undefined;
  const added = costAt(step.stream, step.layer) - costAt(step.stream, allocation.get(step.stream.id) ?? -1);
  return (costOf(streams, allocation) + added) / RAISE_SHARE;
}

/** Larger layers never cost less, whatever was measured. */
function costAt({ layers }: AllocatedStream, layer: number): number {
  return layers.slice(0, layer + 1).reduce((most, { bitrate }) => Math.max(most, bitrate), 0);
}

function stepsOf(videos: readonly AllocatedStream[]): Step[] {
  const bySize = videos.toSorted((a, b) => b.pixels - a.pixels || (a.id < b.id ? -1 : 1));
  const preferred = bySize.filter(({ isPreferred }) => isPreferred);
  const others = bySize.filter(({ isPreferred }) => !isPreferred);
  return [
    ...layersOf(preferred, 0, 2),
    ...layersOf(
      others.filter(({ isSingle }) => isSingle !== true),
      0,
      1,
    ),
    ...layersOf(
      others.filter(({ isSingle }) => isSingle === true),
      0,
      1,
    ),
    ...layersOf(preferred, 2, Infinity),
    ...layersOf(others, 1, Infinity),
  ];
}

/** Layers `from` to `to`, exclusive: one of every stream, then the next one of every stream. */
function layersOf(streams: readonly AllocatedStream[], from: number, to: number): Step[] {
  const end = Math.min(to, Math.max(0, ...streams.map(({ layers }) => layers.length)));
  const steps: Step[] = [];
  for (let layer = from; layer < end; layer++) {
    for (const stream of streams) {
      if (layer <= Math.min(stream.wanted, stream.layers.length - 1)) steps.push({ stream, layer });
    }
  }
  return steps;
}
