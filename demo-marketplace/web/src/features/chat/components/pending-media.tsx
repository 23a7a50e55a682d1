import { RotateCcw, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import type { PendingUpload } from '../hooks/use-media-messages.js';

export interface PendingMediaProps {
  readonly uploads: readonly PendingUpload[];
  readonly onCancel: (id: number) => void;
  readonly onRetry: (id: number) => void;
}

/** Files on their way, and those that were refused. */
export function PendingMedia({ uploads, onCancel, onRetry }: PendingMediaProps): ReactElement | null {
  const t = useText();
  if (uploads.length === 0) return null;
  return (
    <ul aria-label={t('chat.uploads')} className="grid max-h-32 gap-2 overflow-y-auto">
      {uploads.map(({ id, file, progress, problem }) => (
        <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 text-sm">
          <span className="truncate">{file.name}</span>
          <span className="row-span-2 flex">
            {problem !== undefined && (
              <RowButton
                icon={RotateCcw}
                label={t('chat.upload.retry', { name: file.name })}
                onClick={() => onRetry(id)}
              />
            )}
            <RowButton icon={X} label={t('chat.upload.cancel', { name: file.name })} onClick={() => onCancel(id)} />
          </span>
          {problem === undefined ? (
            <progress
              max={1}
              value={progress}
              aria-label={t('chat.upload.progress', { name: file.name })}
              className="h-1.5 w-full accent-accent"
            />
          ) : (
            <span role="alert" className="text-danger-strong">
              {problem}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

interface RowButtonProps {
  readonly icon: typeof X;
  readonly label: string;
  readonly onClick: () => void;
}

function RowButton({ icon: Icon, label, onClick }: RowButtonProps): ReactElement {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-lg text-ink-soft hover:bg-sunken hover:text-ink"
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
