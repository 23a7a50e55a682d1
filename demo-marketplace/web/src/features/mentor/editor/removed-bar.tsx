import { Undo2, X } from 'lucide-react';
import { useEffect, useRef, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { IconButton } from './icon-button.js';

export interface RemovedBarProps {
  /** Describes the part that was removed last. Each removal needs a `key` of its own. */
  readonly text: string;
  readonly onUndo: () => void;
  readonly onClose: () => void;
}

/** Offers to undo a removal; stays visible until it is closed. */
export function RemovedBar({ text, onUndo, onClose }: RemovedBarProps): ReactElement {
  const t = useText();
  const undo = useRef<HTMLButtonElement>(null);
  // The button that was pressed no longer exists.
  useEffect(() => undo.current?.focus({ preventScroll: true }), []);
  return (
    <div className="sticky bottom-20 z-10 flex items-center gap-2 rounded-2xl border border-line-strong bg-surface p-2 pl-4 shadow-card">
      <output className="min-w-0 grow break-words">{text}</output>
      <Button ref={undo} look="quiet" className="shrink-0" onClick={onUndo}>
        <Undo2 aria-hidden className="size-5" />
        {t('mentor.outline.undo')}
      </Button>
      <IconButton icon={X} label={t('ui.close')} onClick={onClose} />
    </div>
  );
}
