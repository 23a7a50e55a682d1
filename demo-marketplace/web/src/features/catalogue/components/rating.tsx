import { Star } from 'lucide-react';
import type { ReactElement } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';

/** The rating as one number, which is easier to read than a row of stars. */
export function Rating({ rating, ratings }: { readonly rating: number; readonly ratings: number }): ReactElement {
  const t = useText();
  const locale = useLocale();
  if (ratings === 0) return <span className="text-sm text-ink-soft">{t('catalogue.unrated')}</span>;
  const count = ratings.toLocaleString(locale);
  return (
    <span className="inline-flex items-center gap-1 text-sm">
      <span className="sr-only">{t('catalogue.rating', { rating: rating.toFixed(1), count })}</span>
      <Star aria-hidden className="size-4 fill-[#f2b84b] text-[#f2b84b]" />
      <span aria-hidden className="font-medium tabular-nums">
        {rating.toFixed(1)}
      </span>
      <span aria-hidden className="text-ink-soft tabular-nums">
        ({count})
      </span>
    </span>
  );
}

const STARS = [1, 2, 3, 4, 5];

/** The stars that one person gave. */
export function Stars({ count }: { readonly count: number }): ReactElement {
  const t = useText();
  return (
    <span className="inline-flex">
      <span className="sr-only">{t('catalogue.stars', { count })}</span>
      {STARS.map((one) => (
        <Star
          key={one}
          aria-hidden
          className={`size-4 ${one <= count ? 'fill-[#f2b84b] text-[#f2b84b]' : 'fill-line text-line'}`}
        />
      ))}
    </span>
  );
}
