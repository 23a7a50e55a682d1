import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { clockText } from '../../../lib/clock-text.js';

export interface SeekBarProps {
  /** Whole seconds. */
  readonly second: number;
  readonly duration: number;
  /** Seconds with something to find. */
  readonly marks: readonly number[];
  readonly onSeek: (second: number) => void;
}

/** The line is drawn below it; browsers agree on nothing but the knob. */
const THUMB =
  '[&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-white [&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-white';

/** The position of the video; dragging it seeks. */
export function SeekBar({ second, duration, marks, onSeek }: SeekBarProps): ReactElement {
  const t = useText();
  const share = (at: number): string => `${duration === 0 ? 0 : Math.min(100, (at / duration) * 100)}%`;
  return (
    <div className="relative flex h-8 items-center">
      <span aria-hidden className="absolute inset-x-0 h-1.5 rounded-full bg-white/30" />
      <span aria-hidden className="absolute left-0 h-1.5 rounded-full bg-[#5cc79c]" style={{ width: share(second) }} />
      {marks.map((at) => (
        <span
          key={at}
          aria-hidden
          data-testid="note-mark"
          className="absolute size-2 -translate-x-1/2 rounded-full bg-[#f2c266]"
          style={{ left: share(at) }}
        />
      ))}
      <input
        type="range"
        min={0}
        max={duration}
        step={1}
        value={second}
        disabled={duration === 0}
        aria-label={t('player.seek')}
        aria-valuetext={t('player.time', { at: clockText(second), of: clockText(duration) })}
        onChange={(event) => onSeek(Number(event.target.value))}
        className={`absolute inset-x-0 h-8 w-full cursor-pointer appearance-none bg-transparent outline-white ${THUMB}`}
      />
    </div>
  );
}
