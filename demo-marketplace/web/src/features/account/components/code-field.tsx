import type { ComponentProps, ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { CONTROL, Field } from '../../../ui/field.js';
import type { CodeSending } from '../hooks/use-code-sending.js';
import { DemoInbox } from './demo-inbox.js';

export interface CodeFieldProps extends ComponentProps<'input'> {
  /** Label of the field, for forms with two code fields. */
  readonly label?: string;
  readonly sending: Pick<CodeSending, 'secondsLeft' | 'isSending'>;
  readonly error: string | undefined;
  readonly onSend: () => void;
}

/** A verification code, and the button that has it sent. */
export function CodeField({ label, sending, error, onSend, ...props }: CodeFieldProps): ReactElement {
  const t = useText();
  const { secondsLeft, isSending } = sending;
  const mustWait = secondsLeft > 0 || isSending;
  return (
    <div>
      <Field label={label ?? t('account.code')} hint={t('account.code.hint')} error={error}>
        {(ids) => (
          <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
            <input
              {...props}
              {...ids}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              aria-invalid={error !== undefined}
              className={CONTROL}
            />
            <Button
              look="quiet"
              className="px-3! tabular-nums"
              aria-disabled={mustWait}
              onClick={() => {
                if (!mustWait) onSend();
              }}
            >
              {secondsLeft > 0 ? t('account.code.wait', { seconds: secondsLeft }) : t('account.code.send')}
            </Button>
          </div>
        )}
      </Field>
      {secondsLeft > 0 && <DemoInbox />}
    </div>
  );
}
