import type { ReactElement } from 'react';

const TONES = {
  accent: '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-value]:bg-accent',
  amber: '[&::-moz-progress-bar]:bg-[#d9931e] [&::-webkit-progress-value]:bg-[#d9931e]',
} as const;

export interface MeterProps {
  readonly label: string;
  /** May be above 100; the bar is full then. */
  readonly percent: number;
  readonly tone?: keyof typeof TONES;
  readonly className?: string;
}

/** A bar that is full at 100 percent. */
export function Meter({ label, percent, tone = 'accent', className = '' }: MeterProps): ReactElement {
  return (
    <progress
      aria-label={label}
      aria-valuetext={`${percent}%`}
      value={Math.min(100, percent)}
      max={100}
      className={`block h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-sunken [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:rounded-full ${TONES[tone]} ${className}`}
    />
  );
}
