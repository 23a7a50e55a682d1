import { REASON_MAX } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { messageResolver, useEntryForm } from '../../../lib/use-entry-form.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Spinner } from '../../../ui/spinner.js';
import { TextArea } from '../../../ui/text-area.js';

/** The texts of one decision. */
export interface DecisionWords {
  readonly title: string;
  /** The consequences of the decision. */
  readonly text: string;
  /** On the button that does it. */
  readonly confirm: string;
  readonly look: 'solid' | 'danger';
  /** The field for a reason; absent if the decision needs none. */
  readonly reason?: { readonly label: string; readonly hint: string; readonly isRequired: boolean };
}

export interface DecisionDialogProps {
  readonly words: DecisionWords;
  readonly isBusy: boolean;
  /** Why it could not be done. */
  readonly problem: string | undefined;
  readonly onConfirm: (reason: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks once more before something is decided, and for the reason where there has to be one. */
export function DecisionDialog({ words, isBusy, problem, onConfirm, onClose }: DecisionDialogProps): ReactElement {
  const t = useText();
  const isRequired = words.reason?.isRequired === true;
  const { form, onSubmit, errorOf } = useEntryForm<{ reason: string }>({
    defaultValues: { reason: '' },
    resolver: messageResolver(({ reason }) => ({
      reason: isRequired && reason.trim() === '' ? t('problem.required') : undefined,
    })),
    send: async ({ reason }) => {
      await onConfirm(reason.trim());
      return undefined;
    },
  });
  return (
    <Dialog isOpen title={words.title} text={words.text} onClose={onClose}>
      <form noValidate className="grid grid-cols-1 gap-5" onSubmit={onSubmit}>
        {problem !== undefined && <Alert>{problem}</Alert>}
        {words.reason && (
          <TextArea
            {...form.register('reason')}
            label={words.reason.label}
            hint={words.reason.hint}
            error={errorOf('reason')}
            rows={4}
            maxLength={REASON_MAX}
          />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="quiet" onClick={onClose}>
            {t('office.cancel')}
          </Button>
          <Button type="submit" look={words.look} aria-disabled={isBusy}>
            {isBusy && <Spinner />}
            {words.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
