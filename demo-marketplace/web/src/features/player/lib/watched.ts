/** The played ranges as a media element reports them. */
export type PlayedRanges = Pick<TimeRanges, 'length' | 'start' | 'end'>;

/** A second of which this much is missing still counts as watched. */
const SLACK = 0.25;

/** Whole seconds that were watched, each stretch from and up to. */
export function watchedOf(played: PlayedRanges, duration: number): [number, number][] {
  const stretches: [number, number][] = [];
  for (let at = 0; at < played.length; at += 1) {
    const from = Math.floor(played.start(at) + SLACK);
    const end = played.end(at);
    const to = duration > 0 && end > duration - 2 * SLACK ? Math.round(duration) : Math.floor(end + SLACK);
    if (from < to) stretches.push([from, to]);
  }
  return stretches;
}
