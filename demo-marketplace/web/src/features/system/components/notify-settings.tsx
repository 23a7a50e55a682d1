import type { MemberProfile, MemberSettings } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../i18n/use-text.js';
import { Alert } from '../../../ui/alert.js';
import { CheckField } from '../../../ui/field.js';
import { Section } from '../../../ui/section.js';
import { useSetting } from '../hooks/use-setting.js';

/** Those that there is something of by now. */
const TYPES = ['system', 'order', 'interact', 'follow'] as const;
const WAYS = ['inapp', 'email'] as const;

export interface NotifySettingsProps {
  readonly profile: MemberProfile;
  readonly onSaved: (settings: MemberSettings) => void;
}

/** The notification settings of a member, by type and channel. */
export function NotifySettings({ profile, onSaved }: NotifySettingsProps): ReactElement {
  const t = useText();
  const { problem, save } = useSetting(onSaved);
  const { settings, email_masked } = profile;
  return (
    <Section title={t('system.notify')} text={t('system.notify.text')}>
      {problem !== undefined && <Alert>{problem}</Alert>}
      {email_masked === '' ? (
        <p>
          {t('system.notify.noEmail')}{' '}
          <Link to="/user-info" className="rounded font-medium text-accent underline underline-offset-4">
            {t('system.notify.bind')}
          </Link>
        </p>
      ) : (
        <p className="text-ink-soft wrap-anywhere">{t('system.notify.email', { email: email_masked })}</p>
      )}
      <ul className="grid grid-cols-1 divide-y divide-line">
        {TYPES.map((type) => (
          <li key={type} className="py-4 first:pt-0 last:pb-0">
            <fieldset className="grid grid-cols-1 gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
              <legend className="sr-only">{t(`system.notify.${type}`)}</legend>
              <p aria-hidden>
                <span className="font-medium">{t(`system.notify.${type}`)}</span>
                <span className="block text-sm text-ink-soft">{t(`system.notify.${type}.text`)}</span>
              </p>
              <div className="flex flex-wrap gap-x-6 gap-y-2">
                {WAYS.map((way) => (
                  <CheckField
                    key={way}
                    checked={settings.notify[type][way]}
                    onChange={({ target }) => void save({ notify: { [type]: { [way]: target.checked } } })}
                  >
                    {t(`system.notify.way.${way}`)}
                  </CheckField>
                ))}
              </div>
            </fieldset>
          </li>
        ))}
        <li className="py-4 last:pb-0">
          <CheckField
            checked={settings.digest}
            disabled={email_masked === ''}
            onChange={({ target }) => void save({ digest: target.checked })}
          >
            <span className="font-medium">{t('system.notify.digest')}</span>
            <span className="block text-sm text-ink-soft">{t('system.notify.digest.text')}</span>
          </CheckField>
        </li>
      </ul>
    </Section>
  );
}
