import { Channel, type MemberProfile } from '@lectern/marketplace-contract';
import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { Section } from '../../../ui/section.js';
import { toastDone } from '../../../ui/toast.js';
import { BindDialog } from './bind-dialog.js';

/** The accounts that a member logs in with, masked; each can be bound, or another one put in its place. */
export function LoginAccounts({
  profile,
  onBound,
}: {
  readonly profile: MemberProfile;
  readonly onBound: () => void;
}): ReactElement {
  const t = useText();
  const [binding, setBinding] = useState<Channel>();
  const rows = [
    { channel: Channel.Email, label: t('profile.email'), value: profile.email_masked },
    { channel: Channel.Mobile, label: t('profile.mobile'), value: profile.mobile_masked },
  ];
  return (
    <Section title={t('profile.accounts')}>
      <dl className="grid gap-4">
        {rows.map(({ channel, label, value }) => (
          <div key={channel} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4">
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="break-words tabular-nums">{value === '' ? t('profile.none') : value}</dd>
            <dd className="col-start-2 row-span-2 row-start-1">
              <Button
                look="quiet"
                aria-label={t(value === '' ? 'profile.bind.name' : 'profile.bind.change.name', { what: label })}
                onClick={() => setBinding(channel)}
              >
                {t(value === '' ? 'profile.bind' : 'profile.bind.change')}
              </Button>
            </dd>
          </div>
        ))}
      </dl>
      <BindDialog
        channel={binding}
        old={rows.find(({ channel }) => channel === binding)?.value ?? ''}
        onClose={() => setBinding(undefined)}
        onDone={() => {
          setBinding(undefined);
          toastDone(t('profile.bind.done'));
          onBound();
        }}
      />
    </Section>
  );
}
