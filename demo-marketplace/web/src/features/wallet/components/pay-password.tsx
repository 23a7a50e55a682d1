import { useQuery } from '@tanstack/react-query';
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { failureText } from '../../../api/failure-text.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Failed } from '../../../ui/failed.js';
import { Section } from '../../../ui/section.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { toastDone } from '../../../ui/toast.js';
import { PayPasswordForm } from './pay-password-form.js';
import { payPasswordQuery } from '../api/pay-password.js';
import { useApiClient } from '../../../api/use-api-client.js';

/** Shows whether a payment password is set, with the way to set or change it. */
export function PayPassword(): ReactElement {
  const t = useText();
  const client = useApiClient();
  const result = useQuery(payPasswordQuery());
  const [isSetting, setIsSetting] = useState(false);
  if (result.isPending) return <Skeleton className="h-40 rounded-2xl" />;
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  const { is_set, ways } = result.data;
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
            client.setQueryData(payPasswordQuery().queryKey, { is_set: true, ways });
            setIsSetting(false);
            toastDone(t('wallet.password.saved'));
          }}
        />
      </Dialog>
    </Section>
  );
}
