import type { MemberNotice } from '@lectern/marketplace-contract';
import { BadgeCheck, Heart, MessagesSquare, Receipt, Trash2, type LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { agoText } from '../lib/when.js';

const ICONS: Readonly<Record<MemberNotice['type'], LucideIcon>> = {
  system: BadgeCheck,
  order: Receipt,
  interact: MessagesSquare,
  ask: MessagesSquare,
  live: MessagesSquare,
  invite: BadgeCheck,
  follow: Heart,
};

export interface NoticeCardProps {
  readonly notice: MemberNotice;
  readonly now: number;
  readonly onRemove: () => void;
}

/** One notice; the whole card links to its subject. */
export function NoticeCard({ notice, now, onRemove }: NoticeCardProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  const { type, title, text, link, at, is_read } = notice;
  const Icon = ICONS[type];
  const heading =
    link === '' ? (
      title
    ) : (
      <Link to={link} className="after:absolute after:inset-0 after:rounded-2xl">
        {title}
      </Link>
    );
  return (
    <article
      className={`relative grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 rounded-2xl border p-4 sm:gap-x-4 sm:p-5 ${is_read ? 'border-line bg-surface' : 'border-accent/40 bg-accent-tint'} ${link === '' ? '' : 'hover:border-line-strong'}`}
    >
      <span
        className={`row-span-2 grid size-10 place-items-center rounded-xl ${is_read ? 'bg-sunken text-ink-soft' : 'bg-surface text-accent'}`}
      >
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className={is_read ? 'font-medium' : 'font-semibold'}>
          {!is_read && <span className="sr-only">{t('messages.unread')}</span>}
          {heading}
        </h2>
        <time dateTime={at} className="text-sm whitespace-nowrap text-ink-soft">
          {agoText(at, now, locale, t)}
        </time>
      </div>
      <p className="col-span-2 col-start-2 row-start-2 mt-1 line-clamp-12 text-ink-soft wrap-anywhere whitespace-pre-line">
        {text}
      </p>
      <button
        type="button"
        aria-label={t('messages.remove', { title })}
        title={t('messages.remove.short')}
        onClick={onRemove}
        className="relative col-start-3 row-start-1 -mt-2.5 -mr-2 -mb-3 grid size-11 place-items-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink"
      >
        <Trash2 aria-hidden className="size-4.5" />
      </button>
    </article>
  );
}
