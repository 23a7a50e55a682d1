import { updateProfile, type MemberProfile } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { switchLocale } from '../../../i18n/locale.js';
import { LOCALE_NAMES, LOCALES } from '../../../i18n/messages.js';
import { useText } from '../../../i18n/use-text.js';
import { problemText } from '../../../lib/problem-text.js';
import { useCallForm } from '../../../lib/use-action-form.js';
import { Alert } from '../../../ui/alert.js';
import { SelectField, TextField } from '../../../ui/field.js';
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

interface Values extends Pick<MemberProfile, 'locale' | 'timezone'> {
  interests: string;
}

/** The form for a member's interests, language and time zone. */
export function PreferencesForm({
  profile,
  onSaved,
}: {
  readonly profile: MemberProfile;
  readonly onSaved: (profile: MemberProfile) => void;
}): ReactElement {
  const t = useText();
  const { form, problem, isBusy, onSubmit, errorOf } = useCallForm<typeof updateProfile, Values>(updateProfile, {
    defaultValues: {
      interests: profile.interests.join(t('profile.interests.join')),
      locale: profile.locale,
      timezone: profile.timezone,
    },
    request: ({ interests, locale, timezone }) => ({ interests: interestsOf(interests), locale, timezone }),
    refused: (field, kind) => (field.startsWith('interests') ? { interests: problemText(t, 'interests', kind) } : {}),
    onDone: async (saved, { locale }) => {
      onSaved(saved);
      if (locale !== profile.locale) {
        await switchLocale(locale === 'en' ? 'en' : 'zh-Hant').catch(() => toastError(t('request.failed')));
      }
      toastDone(t('profile.saved'));
    },
  });
  return (
    <Section title={t('profile.preferences')}>
      <form noValidate className="grid gap-5" onSubmit={onSubmit}>
        {problem !== undefined && <Alert>{problem}</Alert>}
        <TextField
          {...form.register('interests')}
          label={t('profile.interests')}
          hint={t('profile.interests.hint')}
          error={errorOf('interests')}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField {...form.register('locale')} label={t('profile.language')} hint={t('profile.language.hint')}>
            {LOCALES.map((id) => (
              <option key={id} value={id === 'en' ? 'en' : 'zh'}>
                {LOCALE_NAMES[id]}
              </option>
            ))}
          </SelectField>
          <SelectField {...form.register('timezone')} label={t('profile.timezone')} hint={t('profile.timezone.hint')}>
            {zonesWith(profile.timezone).map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll('_', ' ')}
              </option>
            ))}
          </SelectField>
        </div>
        <SubmitButton isBusy={isBusy} isWide={false}>
          {t('profile.save')}
        </SubmitButton>
      </form>
    </Section>
  );
}
