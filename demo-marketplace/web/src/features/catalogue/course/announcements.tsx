import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Badge } from '../../../ui/badge.js';
import { Button } from '../../../ui/button.js';
import { Section } from '../../../ui/section.js';
import { whenText } from '../lib/when.js';
import { FIRST_SHOWN } from './first-shown.js';
import { announcementsQuery } from '../api/announcements.js';

const STEP = FIRST_SHOWN.announcements;
const MOST = 50;

/** The announcements of a course; renders nothing while there are none. */
export function Announcements({ courseId }: { readonly courseId: string }): ReactElement | null {
  const t = useText();
  const [now] = useState(Date.now);
  const [limit, setLimit] = useState<number>(STEP);
  const result = useQuery({
    ...announcementsQuery({ id: courseId, page: 1, limit }),
    placeholderData: keepPreviousData,
  });
  if (result.data === undefined || result.data.total === 0) return null;
  const { list, total } = result.data;
  return (
    <Section title={t('announcement.title')}>
      <ul aria-busy={result.isPlaceholderData} className="grid gap-5 aria-busy:opacity-60">
        {list.map((one) => (
          <li key={one.id} className="grid gap-1.5 border-t border-line pt-5 first:border-t-0 first:pt-0">
            <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
              <Megaphone aria-hidden className="size-4 text-accent" />
              <time dateTime={one.at}>{whenText(one.at, now, t)}</time>
              {one.is_personal && (
                <Badge tone="good">
                  {one.to === null ? t('announcement.personal') : t('announcement.to', { name: one.to.name })}
                </Badge>
              )}
            </p>
            <p className="max-w-prose break-words whitespace-pre-line">{one.content}</p>
          </li>
        ))}
      </ul>
      {total > list.length && limit < MOST && (
        <Button look="quiet" onClick={() => setLimit(Math.min(MOST, limit + STEP * 3))}>
          {t('announcement.more')}
        </Button>
      )}
    </Section>
  );
}
