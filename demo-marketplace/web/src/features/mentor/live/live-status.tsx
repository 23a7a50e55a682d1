import type { LiveStatus as Status } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Badge } from '../../../ui/badge.js';

const TONES = { draft: 'plain', pending: 'warn', approved: 'good', paused: 'plain', refused: 'bad' } as const;

/** The state of a class or activity; once its sessions are over, that alone. */
export function LiveStatus({
  status,
  isOver = false,
}: {
  readonly status: Status;
  readonly isOver?: boolean;
}): ReactElement {
  const t = useText();
  return isOver ? <Badge>{t('plan.ended')}</Badge> : <Badge tone={TONES[status]}>{t(`plan.status.${status}`)}</Badge>;
}
