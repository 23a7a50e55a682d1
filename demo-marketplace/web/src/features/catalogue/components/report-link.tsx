import { type ReportTarget } from '@lectern/marketplace-contract';
import { Flag } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../i18n/use-text.js';

export interface ReportLinkProps {
  readonly type: ReportTarget;
  readonly id: string;
  /** Name of the reported content for screen readers, e.g. whose review it is. */
  readonly name: string;
  /** On phones, within a row of buttons, shows the icon only. */
  readonly isSmall?: boolean;
}

/** Tells those who run the site about something that should not be here. */
export function ReportLink({ type, id, name, isSmall = false }: ReportLinkProps): ReactElement {
  const t = useText();
  return (
    <Link
      to={`/fankui?${new URLSearchParams({ target: `${type}:${id}` }).toString()}`}
      aria-label={t('report.what', { name })}
      className="inline-flex min-h-11 min-w-9 items-center justify-center gap-1.5 rounded-lg px-2 text-sm text-ink-soft hover:text-ink"
    >
      <Flag aria-hidden className="size-4" />
      <span className={isSmall ? 'max-sm:hidden' : undefined}>{t('report.link')}</span>
    </Link>
  );
}
