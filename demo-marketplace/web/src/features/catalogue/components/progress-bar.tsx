import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Meter } from '../../../ui/meter.js';

/** Progress in a course, in percent. */
export function ProgressBar({ percent, label }: { readonly percent: number; readonly label: string }): ReactElement {
  const t = useText();
  return (
    <span className="mt-auto flex items-center gap-2 text-sm text-ink-soft">
      <Meter label={label} percent={percent} className="h-1.5 w-auto min-w-0 grow" />
      <span className="tabular-nums">{t('progress.percent', { percent })}</span>
    </span>
  );
}
