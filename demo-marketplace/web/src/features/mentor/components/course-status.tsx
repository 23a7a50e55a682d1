import type { ManagedCard } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Badge } from '../../../ui/badge.js';

const TONES = { draft: 'plain', pending: 'warn', approved: 'good', refused: 'bad' } as const;

/** The state of a course, and of its newer version. */
export function CourseStatus({
  course: { status, is_paused: isPaused, change },
}: {
  readonly course: Pick<ManagedCard, 'status' | 'is_paused' | 'change'>;
}): ReactElement {
  const t = useText();
  return (
    <span className="flex flex-wrap gap-2">
      {status === 'approved' && isPaused ? (
        <Badge>{t('mentor.status.paused')}</Badge>
      ) : (
        <Badge tone={TONES[status]}>{t(`mentor.status.${status}`)}</Badge>
      )}
      {change !== 'none' && <Badge tone={TONES[change]}>{t(`mentor.change.${change}`)}</Badge>}
    </span>
  );
}
