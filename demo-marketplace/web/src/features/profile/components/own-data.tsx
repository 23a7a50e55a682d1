import { exportData } from '@lectern/marketplace-contract';
import { Download } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { useActionForm } from '../../../lib/use-action-form.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Section } from '../../../ui/section.js';
import { SubmitButton } from '../../../ui/submit-button.js';
import { NO_PROOF, ProofFields, type ProofValues } from './proof-fields.js';

/** Exports the data that is stored about a member. */
export function OwnData(): ReactElement {
  const t = useText();
  const [isAsking, setIsAsking] = useState(false);
  const close = (): void => setIsAsking(false);
  return (
    <Section title={t('profile.data')} text={t('profile.data.text')}>
      <Button look="quiet" className="justify-self-start" onClick={() => setIsAsking(true)}>
        <Download aria-hidden className="size-5" />
        {t('profile.data.download')}
      </Button>
      <Dialog isOpen={isAsking} title={t('profile.data')} text={t('profile.proof.text')} onClose={close}>
        {isAsking && <Proof onDone={close} />}
      </Dialog>
    </Section>
  );
}

function Proof({ onDone }: { readonly onDone: () => void }): ReactElement {
  const t = useText();
  const { form, problem, isBusy, onSubmit, errorOf } = useActionForm<typeof exportData, ProofValues>(
    exportData,
    NO_PROOF,
    ({ filename, json }) => {
      const url = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
      const link = document.createElement('a');
      link.href = url;
      link.download = filename;
      link.click();
      URL.revokeObjectURL(url);
      onDone();
    },
  );
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-5">
      {problem !== undefined && <Alert>{problem}</Alert>}
      <ProofFields form={form} errorOf={errorOf} />
      <SubmitButton isBusy={isBusy}>{t('profile.data.download')}</SubmitButton>
    </form>
  );
}
