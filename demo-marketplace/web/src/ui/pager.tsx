import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../i18n/use-text.js';

export interface PagerProps {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  /** Address of a page, so that it can be shared and returned to. */
  readonly hrefOf: (page: number) => string;
}

/** The page numbers to show: the first, the last, and those around the current one; 0 stands for a gap. */
export function pagesShown(page: number, pages: number): readonly number[] {
  const near = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages);
  const sorted = [...new Set(near)].sort((a, b) => a - b);
  return sorted.flatMap((one, index) => {
    const before = sorted[index - 1];
    if (before === undefined || one - before === 1) return [one];
    return one - before === 2 ? [one - 1, one] : [0, one];
  });
}

const BOX = 'grid size-11 place-items-center rounded-xl tabular-nums';

/** Leads through a list that is too long for one page. */
export function Pager({ page, pages, hrefOf }: PagerProps): ReactElement | null {
  const t = useText();
  if (pages <= 1) return null;
  const step = (to: number, label: string, icon: ReactNode): ReactElement =>
    to < 1 || to > pages ? (
      <span aria-hidden className={`${BOX} opacity-40`}>
        {icon}
      </span>
    ) : (
      <Link to={hrefOf(to)} aria-label={label} className={`${BOX} hover:bg-sunken`}>
        {icon}
      </Link>
    );
  return (
    <nav aria-label={t('ui.pager')} className="flex items-center justify-center gap-1 py-6">
      {step(page - 1, t('ui.pager.previous'), <ChevronLeft aria-hidden className="size-5" />)}
      {pagesShown(page, pages).map((one, index) =>
        one === 0 ? (
          // A gap has no page number to serve as its key.
          <span key={`gap-${index}`} aria-hidden className="px-1 text-ink-soft">
            …
          </span>
        ) : (
          <Link
            key={one}
            to={hrefOf(one)}
            aria-label={t('ui.pager.page', { page: one })}
            aria-current={one === page ? 'page' : undefined}
            className={`${BOX} hover:bg-sunken aria-[current=page]:bg-accent aria-[current=page]:text-on-accent`}
          >
            {one}
          </Link>
        ),
      )}
      {step(page + 1, t('ui.pager.next'), <ChevronRight aria-hidden className="size-5" />)}
    </nav>
  );
}
