import { ANNOUNCEMENT_MAX, messageBuyers } from '@lectern/marketplace-contract';
import { lazy, Suspense, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Dialog } from '../../../ui/dialog.js';
import { Skeleton } from '../../../ui/skeleton.js';

const MessageForm = lazy(async () => ({
  default: (await import('../dashboard/message-form.js')).MessageForm<typeof messageBuyers>,
}));

/** Whom a mentor writes to: one learner of a course, or all of them. */
export interface Recipient {
  readonly courseId: string;
  readonly courseTitle: string;
  readonly member?: { readonly id: string; readonly name: string };
}

/** Writes to learners, who receive the message on the site and, depending on their settings, by email. */
export function MessageDialog({
  to,
  onClose,
}: {
  readonly to: Recipient | undefined;
  readonly onClose: () => void;
}): ReactElement {
  const t = useText();
  const name = to?.member?.name;
  const course = to?.courseTitle ?? '';
  return (
    <Dialog
      title={name === undefined ? t('mentor.message.all') : t('mentor.message.one', { name })}
      text={t(name === undefined ? 'mentor.message.all.text' : 'mentor.message.one.text', { course })}
      isOpen={to !== undefined}
      onClose={onClose}
    >
      {to !== undefined && (
        <Suspense fallback={<Skeleton className="h-56 rounded-xl" />}>
          <MessageForm
            action={messageBuyers}
            body={(content) => ({
              course_id: to.courseId,
              ...(to.member !== undefined && { member_ids: [to.member.id] }),
              content,
            })}
            label={t('mentor.message.content')}
            keepAs={`message ${to.courseId} ${to.member?.id ?? 'all'}`}
            send={t('mentor.message.send')}
            max={ANNOUNCEMENT_MAX}
            doneText={({ learners }) => t('mentor.announce.sent', { count: learners })}
            onSent={onClose}
          />
        </Suspense>
      )}
    </Dialog>
  );
}
