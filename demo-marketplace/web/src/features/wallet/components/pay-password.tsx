import { getPayPassword } from '@lectern/marketplace-contract';
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../lib/failure-text.js';
import { useLoaded } from '../../../lib/use-loaded.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Failed } from '../../../ui/failed.js';
import { Section } from '../../../ui/section.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { toastDone } from '../../../ui/toast.js';
import { PayPasswordForm } from './pay-password-form.js';

/** Whether there is a payment password, and the way to set or change it. */
export function PayPassword(): ReactElement {
  const t = useText();
  const { loaded, reload, put } = useLoaded(getPayPassword, {});
  const [isSetting, setIsSetting] = useState(false);
  if (loaded.state === 'loading') return <Skeleton className="h-40 rounded-2xl" />;
  if (loaded.state === 'failed') return <Failed text={failureText(loaded.error, t)} onRetry={reload} />;
  const { is_set, ways } = loaded.data;
  const Icon = is_set ? ShieldCheck : ShieldOff;
  const title = t(is_set ? 'wallet.password.change' : 'wallet.password.set');
  return (
    <Section title={t('wallet.password')} text={t('wallet.password.text')}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className={`flex items-center gap-2 font-medium ${is_set ? 'text-accent-strong' : 'text-amber'}`}>
          <Icon aria-hidden className="size-5 shrink-0" />
          {t(is_set ? 'wallet.password.isSet' : 'wallet.password.isNotSet')}
        </p>
        <Button look={is_set ? 'quiet' : 'solid'} onClick={() => setIsSetting(true)}>
          {title}
        </Button>
      </div>
      <Dialog title={title} text={t('wallet.password.how')} isOpen={isSetting} onClose={() => setIsSetting(false)}>
        <PayPasswordForm
          ways={ways}
          onDone={() => {
            put({ is_set: true, ways });
            setIsSetting(false);
            toastDone(t('wallet.password.saved'));
          }}
        />
      </Dialog>
    </Section>
  );
}
