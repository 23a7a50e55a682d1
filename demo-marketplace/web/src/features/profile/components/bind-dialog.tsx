import { bindAccount, Channel, CodeScene, SITE_AREA, type MobileArea } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { useActionForm } from '../../../lib/use-action-form.js';
import { Alert } from '../../../ui/alert.js';
import { Dialog } from '../../../ui/dialog.js';
import { TextField } from '../../../ui/field.js';
import { SubmitButton } from '../../../ui/submit-button.js';
import { CodeField, MobileFields, useFormCode } from '../../account/index.js';
import { NO_PROOF, ProofFields, type ProofValues } from './proof-fields.js';

interface Values extends ProofValues {
  channel: Channel;
  area: MobileArea;
  account: string;
  code: string;
}

/** Binds an e-mail address or a mobile, which a code proves to be the member's. */
export function BindDialog({
  channel,
  old,
  onDone,
  onClose,
}: {
  /** Undefined while nothing is bound. */
  readonly channel: Channel | undefined;
  /** The currently bound address or number, masked; empty if there is none. */
  readonly old: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}): ReactElement {
  const t = useText();
  return (
    <Dialog
      title={t(`${old === '' ? 'profile.bind' : 'profile.bind.change'}.${channel ?? Channel.Email}`)}
      text={old === '' ? t('profile.bind.text') : t('profile.bind.change.text', { old })}
      isOpen={channel !== undefined}
      onClose={onClose}
    >
      {channel !== undefined && <BindForm channel={channel} isChange={old !== ''} onDone={onDone} />}
    </Dialog>
  );
}

function BindForm({
  channel,
  isChange,
  onDone,
}: {
  readonly channel: Channel;
  readonly isChange: boolean;
  readonly onDone: () => void;
}): ReactElement {
  const t = useText();
  const { form, problem, isBusy, onSubmit, errorOf } = useActionForm<typeof bindAccount, Values>(
    bindAccount,
    { channel, area: SITE_AREA, account: '', code: '', ...NO_PROOF },
    onDone,
  );
  const { sending, sendCode } = useFormCode(form, CodeScene.Bind);
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-5">
      {problem !== undefined && <Alert>{problem}</Alert>}
      {channel === Channel.Mobile ? (
        <MobileFields area={form.register('area')} number={form.register('account')} error={errorOf('account')} />
      ) : (
        <TextField
          {...form.register('account')}
          label={t('account.email')}
          error={errorOf('account')}
          type="email"
          autoComplete="email"
        />
      )}
      <CodeField
        {...form.register('code')}
        sending={sending}
        error={errorOf('code')}
        onSend={() => void sendCode().then((isSent) => isSent && form.setFocus('code'))}
      />
      <ProofFields form={form} errorOf={errorOf} />
      <SubmitButton isBusy={isBusy}>{t(isChange ? 'profile.bind.change.save' : 'profile.bind.save')}</SubmitButton>
    </form>
  );
}
