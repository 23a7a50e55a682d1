import { CloudAlert, CloudCheck, CloudOff, CloudUpload, type LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import type { Saving, SavingState } from './draft-saver.js';

const SIGNS: Readonly<Record<SavingState, LucideIcon>> = {
  saved: CloudCheck,
  waiting: CloudUpload,
  saving: CloudUpload,
  away: CloudOff,
  failed: CloudAlert,
};

/** The state of saving as a sign with a word. */
export function SavingSign({ saving }: { readonly saving: Saving }): ReactElement {
  const t = useText();
  const Icon = SIGNS[saving.state];
  return (
    <output className="flex items-center gap-2 text-sm text-ink-soft">
      <Icon aria-hidden className="size-5" />
      {t(`mentor.saving.${saving.state}`)}
    </output>
  );
}
