import type { StreamSample } from '@lectern/rtc/quality';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { PLOT_HEIGHT, PLOT_WIDTH, plotOf, type Figure } from '../lib/plot.js';

export interface PlotProps {
  readonly label: string;
  readonly samples: readonly StreamSample[];
  readonly figure: Figure;
  /** Minimum range of the plot, so that noise is not magnified. */
  readonly least: number;
  /** From here on it is bad. */
  readonly limit?: number;
  readonly write: (value: number) => string;
}

/** The last four minutes of a figure, small. */
export function Plot({ label, samples, figure, least, limit = Infinity, write }: PlotProps): ReactElement {
  const t = useText();
  const { line, top, most, now } = plotOf(samples, figure, least);
  const written = (value: number | undefined) => (value === undefined ? t('room.stats.unknown') : write(value));
  const isBad = now !== undefined && now >= limit;
  return (
    <div className="min-w-0">
      <p className="flex items-baseline justify-between gap-2 text-sm">
        <span className="text-ink-soft">{label}</span>
        <span aria-hidden className={`tabular-nums ${isBad ? 'font-medium text-amber' : ''}`}>
          {written(now)}
        </span>
        <span className="sr-only">{t('room.stats.plot', { now: written(now), most: written(most) })}</span>
      </p>
      <svg
        aria-hidden
        viewBox={`0 0 ${PLOT_WIDTH} ${PLOT_HEIGHT}`}
        preserveAspectRatio="none"
        className={`mt-1 block h-8 w-full overflow-visible rounded-sm bg-sunken ${isBad ? 'text-amber' : 'text-accent'}`}
      >
        {limit < top && (
          <line
            x1={0}
            x2={PLOT_WIDTH}
            y1={1 + (PLOT_HEIGHT - 2) * (1 - limit / top)}
            y2={1 + (PLOT_HEIGHT - 2) * (1 - limit / top)}
            vectorEffect="non-scaling-stroke"
            strokeDasharray="3 3"
            className="stroke-line-strong"
          />
        )}
        <path
          d={line}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          strokeLinecap="round"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </div>
  );
}
