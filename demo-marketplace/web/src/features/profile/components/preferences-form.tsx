import { updateProfile, type MemberProfile } from '@lectern/marketplace-contract';
import { useState, type ReactElement } from 'react';
import { switchLocale } from '../../../i18n/locale.js';
import { LOCALE_NAMES, LOCALES } from '../../../i18n/messages.js';
import { useText } from '../../../i18n/use-text.js';
import { problemText } from '../../../lib/problem-text.js';
import { useCall } from '../../../api/use-call.js';
import { Alert } from '../../../ui/alert.js';
import { SelectField, TextField } from '../../../ui/field.js';
import { Form } from '../../../ui/form.js';
import { Section } from '../../../ui/section.js';
import { SubmitButton } from '../../../ui/submit-button.js';
import { toastDone, toastError } from '../../../ui/toast.js';

/** All that this browser knows, and the member's own, which it may not know. */
const zonesWith = (own: string): readonly string[] => [...new Set([own, ...Intl.supportedValuesOf('timeZone')])].sort();

const SEPARATOR = /[,，、;；\n]/;
const interestsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(SEPARATOR)
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
];

/** The form for a member's interests, language and time zone. */
export function PreferencesForm({
  profile,
  onSaved,
}: {
  readonly profile: MemberProfile;
  readonly onSaved: (profile: MemberProfile) => void;
}): ReactElement {
  const t = useText();
  const [interests, setInterests] = useState(() => profile.interests.join(t('profile.interests.join')));
  const [locale, setLocale] = useState(profile.locale);
  const [timezone, setTimezone] = useState(profile.timezone);
  const { isBusy, problem, fields, call } = useCall(updateProfile);
  const refused = Object.entries(fields).find(([name]) => name.startsWith('interests'))?.[1];
  const save = async (): Promise<void> => {
    const saved = await call({ interests: interestsOf(interests), locale, timezone });
    if (saved === undefined) return;
    onSaved(saved);
    if (locale !== profile.locale) {
      await switchLocale(locale === 'en' ? 'en' : 'zh-Hant').catch(() => toastError(t('request.failed')));
    }
    toastDone(t('profile.saved'));
  };
  return (
    <Section title={t('profile.preferences')}>
      <Form className="grid gap-5" onSubmit={save}>
        {problem !== undefined && refused === undefined && <Alert>{problem}</Alert>}
        <TextField
          label={t('profile.interests')}
          hint={t('profile.interests.hint')}
          error={refused === undefined ? undefined : problemText(t, 'interests', refused)}
          value={interests}
          onChange={({ target }) => setInterests(target.value)}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            label={t('profile.language')}
            hint={t('profile.language.hint')}
            value={locale}
            onChange={({ target }) => setLocale(target.value === 'en' ? 'en' : 'zh')}
          >
            {LOCALES.map((id) => (
              <option key={id} value={id === 'en' ? 'en' : 'zh'}>
                {LOCALE_NAMES[id]}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('profile.timezone')}
            hint={t('profile.timezone.hint')}
            value={timezone}
            onChange={({ target }) => setTimezone(target.value)}
          >
            {zonesWith(timezone).map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll('_', ' ')}
              </option>
            ))}
          </SelectField>
        </div>
        <SubmitButton isBusy={isBusy} isWide={false}>
          {t('profile.save')}
        </SubmitButton>
      </Form>
    </Section>
  );
}
