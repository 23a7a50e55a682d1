import { useEffect, useRef, type ReactElement } from 'react';
import { measureLevel } from '../lib/level-meter.js';

export interface LevelMeterProps {
  readonly label: string;
  /** Undefined: silent. */
  readonly track: MediaStreamTrack | undefined;
}

const BARS = [0.1, 0.25, 0.4, 0.55, 0.7, 0.85];

/**
 * Shows the level of a microphone. The level changes with every animation frame, so it is written to a style, bypassing
 * React.
 */
export function LevelMeter({ label, track }: LevelMeterProps): ReactElement {
  const bars = useRef<HTMLSpanElement>(null);
  const meter = useRef<HTMLMeterElement>(null);

  useEffect(() => {
    if (!track) return undefined;
    const show = (level: number): void => {
      bars.current?.style.setProperty('--level', level.toFixed(3));
      if (meter.current) meter.current.value = Math.round(level * 10) / 10;
    };
    const stop = measureLevel(track, show);
    return () => {
      stop();
      show(0);
    };
  }, [track]);

  return (
    <>
      <meter ref={meter} aria-label={label} min={0} max={1} className="sr-only" />
      <span ref={bars} aria-hidden className="flex items-center gap-1">
        {BARS.map((threshold) => (
          <span key={threshold} className="h-3.5 w-1.5 overflow-hidden rounded-full bg-white/25">
            <span
              className="block size-full rounded-full bg-accent"
              style={{ opacity: `calc((var(--level, 0) - ${threshold}) * 20)` }}
            />
          </span>
        ))}
      </span>
    </>
  );
}
