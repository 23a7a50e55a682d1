import type { Conference } from '@lectern/rtc';
import { disband } from '@lectern/rtc/admin';
import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { DialogFrame } from '../../../ui/dialog-frame.js';

export interface LeaveDialogProps {
  readonly conference: Conference;
  /** True for a host who may end the class for everybody. */
  readonly mayEnd: boolean;
  readonly onLeave: () => void;
  readonly onClose: () => void;
}

/** Asks before the class is left, and offers a host to end it for everybody. */
export function LeaveDialog({ conference, mayEnd, onLeave, onClose }: LeaveDialogProps): ReactElement {
  const t = useText();
  const [isEnding, setEnding] = useState(false);
  const [problem, setProblem] = useState<string>();

  const end = async (): Promise<void> => {
    if (isEnding) return;
    setEnding(true);
    try {
      await disband(conference);
    } catch (error) {
      setEnding(false);
      setProblem(t('room.host.failed', { detail: error instanceof Error ? error.message : String(error) }));
    }
  };

  return (
    <DialogFrame
      title={t('room.leave.ask')}
      text={t(mayEnd ? 'room.leave.text.host' : 'room.leave.text')}
      onClose={onClose}
    >
      {problem !== undefined && <Alert>{problem}</Alert>}
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <Button look="quiet" onClick={onClose}>
          {t('room.leave.stay')}
        </Button>
        {mayEnd && (
          <Button look="danger" aria-disabled={isEnding} onClick={() => void end()}>
            {t('room.leave.end')}
          </Button>
        )}
        <Button onClick={onLeave}>{t('room.leave')}</Button>
      </div>
    </DialogFrame>
  );
}
