import { X } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';

export interface CancelUploadProps {
  readonly name: string;
  /** Progress in percent, shown in the confirmation; cancelling discards it. */
  readonly percent: number;
  readonly onCancel: () => void;
}

/** Cancels an upload after a confirmation, because an upload may have taken hours. */
export function CancelUpload({ name, percent, onCancel }: CancelUploadProps): ReactElement {
  const t = useText();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setIsAsking(true)}>
        <X aria-hidden className="size-5" />
        {t('mentor.file.cancel')}
      </Button>
      <Dialog
        title={t('mentor.file.cancel.title')}
        text={t('mentor.file.cancel.text', { name, percent })}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
      >
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="quiet" onClick={() => setIsAsking(false)}>
            {t('mentor.file.keep')}
          </Button>
          <Button
            look="danger"
            onClick={() => {
              setIsAsking(false);
              onCancel();
            }}
          >
            {t('mentor.file.cancel')}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
