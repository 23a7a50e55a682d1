import { Gender, INTRO_MAX, updateProfile, type MemberProfile } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useApiClient } from '../../../api/use-api-client.js';
import { useText } from '../../../i18n/use-text.js';
import { useActionForm } from '../../../lib/use-action-form.js';
import { Alert } from '../../../ui/alert.js';
import { CONTROL, Field, SelectField, TextField } from '../../../ui/field.js';
import { Section } from '../../../ui/section.js';
import { SubmitButton } from '../../../ui/submit-button.js';
import { toastDone } from '../../../ui/toast.js';
import { renewMember } from '../../session/index.js';

interface Values {
  name: string;
  gender: Gender;
  birthday: string;
  area: string;
  intro: string;
}

export interface BasicFormProps {
  readonly profile: MemberProfile;
  readonly onSaved: (profile: MemberProfile) => void;
}

/** The form for the public and private data of a member. */
export function BasicForm({ profile, onSaved }: BasicFormProps): ReactElement {
  const t = useText();
  const client = useApiClient();
  const { name, gender, birthday, area, intro } = profile;
  const { form, problem, isBusy, onSubmit, errorOf } = useActionForm<typeof updateProfile, Values>(
    updateProfile,
    { name, gender, birthday, area, intro },
    async (saved) => {
      onSaved(saved);
      toastDone(t('profile.saved'));
      // The frame shows the name as well.
      await renewMember(client);
    },
    { keepAs: 'profile' },
  );
  return (
    <Section title={t('profile.basic')}>
      <form noValidate onSubmit={onSubmit} className="grid gap-5">
        {problem !== undefined && <Alert>{problem}</Alert>}
        <TextField
          {...form.register('name')}
          label={t('profile.name')}
          error={errorOf('name')}
          autoComplete="nickname"
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            {...form.register('gender', { valueAsNumber: true })}
            label={t('profile.gender')}
            error={errorOf('gender')}
          >
            {Object.values(Gender).map((one) => (
              <option key={one} value={one}>
                {t(`profile.gender.${one}`)}
              </option>
            ))}
          </SelectField>
          <TextField
            {...form.register('birthday')}
            label={t('profile.birthday')}
            error={errorOf('birthday')}
            type="date"
            autoComplete="bday"
          />
        </div>
        <TextField {...form.register('area')} label={t('profile.area')} error={errorOf('area')} />
        <Field label={t('profile.intro')} hint={t('profile.intro.hint')} error={errorOf('intro')}>
          {(ids) => (
            <textarea
              {...form.register('intro')}
              {...ids}
              rows={4}
              maxLength={INTRO_MAX}
              aria-invalid={errorOf('intro') !== undefined}
              className={CONTROL}
            />
          )}
        </Field>
        <SubmitButton isBusy={isBusy} isWide={false}>
          {t('profile.save')}
        </SubmitButton>
      </form>
    </Section>
  );
}
