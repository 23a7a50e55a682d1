import { formatDateTime } from '@lectern/marketplace-contract';
import { Hourglass } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';

/** Says that a draft is checked and cannot be changed, and offers to recall it. */
export function LockedBar({
  submittedAt,
  isBusy,
  onRecall,
}: {
  readonly submittedAt: string | null;
  readonly isBusy: boolean;
  readonly onRecall: () => void;
}): ReactElement {
  const t = useText();
  const at = submittedAt === null ? '' : formatDateTime(Date.parse(submittedAt));
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-amber-tint p-4">
      <p className="flex min-w-0 grow basis-64 gap-3">
        <Hourglass aria-hidden className="mt-0.5 size-5 shrink-0 text-amber" />
        {t('mentor.editor.locked', { at })}
      </p>
      <Button look="quiet" disabled={isBusy} onClick={onRecall}>
        {t('mentor.editor.recall')}
      </Button>
    </div>
  );
}
