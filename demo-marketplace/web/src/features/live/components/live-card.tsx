import { SaleState, type LiveCard as Live } from '@lectern/marketplace-contract';
import { CalendarDays, MapPin, Video } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { livePath } from '../../../lib/item-pages.js';
import { Avatar } from '../../../ui/avatar.js';
import { Badge } from '../../../ui/badge.js';
import { Cover, Price } from '../../catalogue/index.js';
import { momentText } from '../../../lib/moment-text.js';

const TONES = {
  [SaleState.Open]: 'good',
  [SaleState.NotOpen]: 'warn',
  [SaleState.SoldOut]: 'bad',
  [SaleState.Over]: 'plain',
} as const;

/** A class or activity in a list. */
export function LiveCard({ live, isFirst }: { readonly live: Live; readonly isFirst: boolean }): ReactElement {
  const t = useText();
  const locale = useLocale();
  const Place = live.mode === 'online' ? Video : MapPin;
  const sale =
    live.sale === SaleState.NotOpen && live.sale_opens_at !== null
      ? t('live.sale.opens', { time: momentText(locale, live.sale_opens_at) })
      : t(`live.sale.${live.sale}`);
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-2xl border border-line bg-surface transition-shadow hover:shadow-card">
      <Cover id={live.id} title={live.title} picture={live.cover} isFirst={isFirst} />
      <div className="flex grow flex-col gap-2 p-4">
        <h2 className="line-clamp-2 text-base leading-snug font-semibold">
          <Link to={livePath(live.id)} className="outline-offset-4 after:absolute after:inset-0 after:rounded-2xl">
            {live.title}
          </Link>
        </h2>
        <p className="flex items-center gap-2 text-sm text-ink-soft">
          <Avatar name={live.host.name} picture={live.host.headimg} className="size-6 text-[0.65rem]" />
          <span className="truncate">{live.host.name}</span>
        </p>
        <p className="flex items-center gap-1.5 text-sm">
          <CalendarDays aria-hidden className="size-4 shrink-0 text-ink-soft" />
          <time dateTime={live.start_at}>{momentText(locale, live.start_at)}</time>
          {live.sessions > 1 && <span className="text-ink-soft">{t('live.sessions', { count: live.sessions })}</span>}
        </p>
        <p className="flex items-center gap-1.5 text-sm text-ink-soft">
          <Place aria-hidden className="size-4 shrink-0" />
          <span className="truncate">{live.mode === 'online' ? t('live.mode.online') : live.venue}</span>
        </p>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-1">
          <Price cents={live.price_from_cents} originalCents={live.price_from_cents} />
          <Badge tone={TONES[live.sale]}>{sale}</Badge>
        </div>
        {live.sale === SaleState.Open && (
          <p className="text-sm text-ink-soft tabular-nums">{t('live.left', { count: live.seats_left })}</p>
        )}
      </div>
    </article>
  );
}
