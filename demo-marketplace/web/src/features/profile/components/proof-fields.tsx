import { sendProofCode } from '@lectern/marketplace-contract';
import { useState, type ReactElement } from 'react';
import type { FieldValues, Path, PathValue } from 'react-hook-form';
import { useText } from '../../../i18n/use-text.js';
import type { EntryForm } from '../../../lib/use-entry-form.js';
import { useCall } from '../../../api/use-call.js';
import { Alert } from '../../../ui/alert.js';
import { PasswordField } from '../../../ui/password-field.js';
import { CodeField } from '../../account/index.js';
import { useCodeWait } from '../../../lib/use-code-wait.js';

/** Proof of the member's identity: the password or a verification code. */
export interface ProofValues extends FieldValues {
  password?: string | undefined;
  proof_code?: string | undefined;
}

/** Initial values of the proof fields. */
export const NO_PROOF = { password: '', proof_code: undefined } as const;

/** Asks members once more who they are: by their password, or by a code that is sent to them. */
export function ProofFields<Values extends ProofValues>({
  form,
  errorOf,
}: Pick<EntryForm<Values>, 'form' | 'errorOf'>): ReactElement {
  const t = useText();
  const [sentTo, setSentTo] = useState<string>();
  const [secondsLeft, hold] = useCodeWait();
  const { call, isBusy, problem } = useCall(sendProofCode);
  const [password, code] = ['password' as Path<Values>, 'proof_code' as Path<Values>];

  const choose = (field: Path<Values>, other: Path<Values>): void => {
    form.setValue(other, undefined as PathValue<Values, Path<Values>>);
    form.setValue(field, '' as PathValue<Values, Path<Values>>);
    form.clearErrors([field, other]);
  };
  const send = async (): Promise<void> => {
    const sent = await call({});
    if (sent === undefined) return;
    hold(sent.wait);
    choose(code, password);
    setSentTo(sent.masked);
  };
  const askPassword = (): void => {
    choose(password, code);
    setSentTo(undefined);
  };

  return (
    <div className="grid gap-2">
      {problem !== undefined && <Alert>{problem}</Alert>}
      {sentTo === undefined ? (
        <PasswordField
          {...form.register(password)}
          label={t('profile.password.old')}
          error={errorOf(password)}
          autoComplete="current-password"
        />
      ) : (
        <>
          <p className="text-ink-soft">{t('profile.proof.sent', { where: sentTo })}</p>
          <CodeField
            {...form.register(code)}
            label={t('profile.proof.code')}
            sending={{ secondsLeft, isSending: isBusy }}
            error={errorOf(code)}
            onSend={() => void send()}
          />
        </>
      )}
      <button
        type="button"
        className="min-h-11 justify-self-start rounded text-sm text-accent-strong underline underline-offset-4"
        aria-disabled={isBusy}
        onClick={() => (sentTo === undefined ? void send() : askPassword())}
      >
        {t(sentTo === undefined ? 'profile.proof.byCode' : 'profile.proof.byPassword')}
      </button>
    </div>
  );
}
