import {
  announce,
  ANNOUNCEMENT_MAX,
  formatDateTime,
  removeAnnouncement,
  type Announcement,
} from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { Megaphone, Trash2 } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { withQuery } from '../../../lib/query.js';
import { announcementsQuery } from '../api/courses.js';
import { announcementsAskedBy } from '../lib/asked.js';
import { Badge } from '../../../ui/badge.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Empty } from '../../../ui/empty.js';
import { Failed } from '../../../ui/failed.js';
import { ListSkeleton } from '../../../ui/list-skeleton.js';
import { Pager } from '../../../ui/pager.js';
import { Section } from '../../../ui/section.js';
import { MessageForm } from './message-form.js';

/** The announcements of a mentor to all learners of a course, and the form for a new one. */
export function Announcements({ courseId }: { readonly courseId: string }): ReactElement {
  const t = useText();
  const [search] = useSearchParams();
  const asked = announcementsAskedBy(search, courseId);
  const result = useQuery(announcementsQuery(asked));
  const [removing, setRemoving] = useState<string>();
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Section title={t('mentor.announce.new')} text={t('mentor.announce.new.text')}>
        <MessageForm
          action={announce}
          body={(content) => ({ course_id: courseId, content })}
          label={t('mentor.announce.content')}
          keepAs={`announcement ${courseId}`}
          send={t('mentor.announce.send')}
          max={ANNOUNCEMENT_MAX}
          doneText={({ learners }) => t('mentor.announce.sent', { count: learners })}
          onSent={() => void result.refetch()}
        />
      </Section>
      {result.isPending && <ListSkeleton rows={3} className="h-28" />}
      {result.data?.list.length === 0 && (
        <Empty icon={Megaphone} title={t('mentor.announce.none')} text={t('mentor.announce.none.text')} />
      )}
      {result.data !== undefined && result.data.list.length > 0 && (
        <>
          <ul aria-label={t('mentor.dashboard.announcements')} className="grid gap-4">
            {result.data.list.map((one) => (
              <AnnouncementCard key={one.id} announcement={one} onRemove={() => setRemoving(one.id)} />
            ))}
          </ul>
          <Pager
            page={asked.page}
            pages={Math.ceil(result.data.total / asked.limit)}
            hrefOf={(to) => `?${withQuery(search, { page: String(to) }).toString()}`}
          />
        </>
      )}
      <ConfirmDialog
        title={t('mentor.announce.remove.title')}
        text={t('mentor.announce.remove.text')}
        action={removeAnnouncement}
        body={removing === undefined ? undefined : { id: removing }}
        confirm={t('mentor.announce.remove')}
        keep={t('mentor.cancel')}
        onClose={() => setRemoving(undefined)}
        onDone={() => {
          setRemoving(undefined);
          void result.refetch();
        }}
      />
    </div>
  );
}

function AnnouncementCard({
  announcement: { content, at, to },
  onRemove,
}: {
  readonly announcement: Announcement;
  readonly onRemove: () => void;
}): ReactElement {
  const t = useText();
  return (
    <li className="grid gap-3 rounded-2xl border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="flex flex-wrap items-center gap-3 text-sm text-ink-soft">
          <time dateTime={at} className="whitespace-nowrap tabular-nums">
            {formatDateTime(Date.parse(at))}
          </time>
          {to !== null && <Badge>{t('mentor.announce.to', { name: to.name })}</Badge>}
        </span>
        <button
          type="button"
          aria-label={t('mentor.announce.remove')}
          onClick={onRemove}
          className="grid size-11 place-items-center rounded-lg text-ink-soft hover:bg-sunken hover:text-ink"
        >
          <Trash2 aria-hidden className="size-5" />
        </button>
      </div>
      <p className="break-words whitespace-pre-line">{content}</p>
    </li>
  );
}
