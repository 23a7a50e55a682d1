import type { NextClass } from '@lectern/marketplace-contract';
import { CalendarDays, MapPin, Video } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { livePath } from '../../../lib/item-pages.js';
import { momentText } from '../../../lib/moment-text.js';

/** The sessions that the member has tickets for, the earliest first; each links to its class. */
export function NextClasses({ classes }: { readonly classes: readonly NextClass[] }): ReactElement {
  const t = useText();
  const locale = useLocale();
  return (
    <section aria-label={t('home.classes')}>
      <h2 className="mb-5 text-2xl font-semibold tracking-tight">{t('home.classes')}</h2>
      <ul className="grid grid-cols-1 gap-5 md:grid-cols-2 xl:grid-cols-3">
        {classes.map(({ live_id, session_id, title, session, mode, venue, start_at }) => {
          const Place = mode === 'online' ? Video : MapPin;
          return (
            <li
              key={session_id}
              className="relative grid gap-1.5 rounded-2xl border border-line bg-surface p-4 hover:shadow-card"
            >
              <Link
                to={livePath(live_id)}
                className="line-clamp-2 font-medium after:absolute after:inset-0 after:rounded-2xl"
              >
                {title}
              </Link>
              {session !== title && <span className="truncate text-sm text-ink-soft">{session}</span>}
              <span className="flex items-center gap-1.5 text-sm">
                <CalendarDays aria-hidden className="size-4 shrink-0 text-ink-soft" />
                <time dateTime={start_at}>{momentText(locale, start_at)}</time>
              </span>
              <span className="flex items-center gap-1.5 text-sm text-ink-soft">
                <Place aria-hidden className="size-4 shrink-0" />
                <span className="truncate">{mode === 'online' ? t('home.classes.online') : venue}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
