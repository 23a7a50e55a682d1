import { closeAccount } from '@lectern/marketplace-contract';
import { useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { useActionForm } from '../../../lib/use-action-form.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Section } from '../../../ui/section.js';
import { toastDone } from '../../../ui/toast.js';
import { session } from '../../session/index.js';
import { NO_PROOF, ProofFields, type ProofValues } from './proof-fields.js';

/** Closes the account for good. It asks for a proof, so that nobody else can do it from an open page. */
export function CloseAccount(): ReactElement {
  const t = useText();
  const [isAsking, setIsAsking] = useState(false);
  const close = (): void => setIsAsking(false);
  return (
    <Section title={t('profile.close')} text={t('profile.close.text')}>
      <Button look="quiet" className="justify-self-start" onClick={() => setIsAsking(true)}>
        {t('profile.close')}
      </Button>
      <Dialog isOpen={isAsking} title={t('profile.close.ask')} text={t('profile.close.ask.text')} onClose={close}>
        {isAsking && <Proof onClose={close} />}
      </Dialog>
    </Section>
  );
}

function Proof({ onClose }: { readonly onClose: () => void }): ReactElement {
  const t = useText();
  const navigate = useNavigate();
  const { form, problem, isBusy, onSubmit, errorOf } = useActionForm<typeof closeAccount, ProofValues>(
    closeAccount,
    NO_PROOF,
    async () => {
      session.logOut();
      toastDone(t('profile.close.done'));
      await navigate('/');
    },
  );
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-5">
      {problem !== undefined && <Alert>{problem}</Alert>}
      <ProofFields form={form} errorOf={errorOf} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="quiet" onClick={onClose}>
          {t('profile.close.keep')}
        </Button>
        <Button type="submit" look="danger" aria-disabled={isBusy}>
          {t('profile.close.confirm')}
        </Button>
      </div>
    </form>
  );
}
