import { INTRO_MAX, saveMentorProfile, type MentorProfile } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useWatch } from 'react-hook-form';
import { useText } from '../../../i18n/use-text.js';
import { useCallForm } from '../../../lib/use-action-form.js';
import { Alert } from '../../../ui/alert.js';
import { Section } from '../../../ui/section.js';
import { SubmitButton } from '../../../ui/submit-button.js';
import { TextArea } from '../../../ui/text-area.js';
import { toastDone } from '../../../ui/toast.js';
import { ClipField } from './clip-field.js';
import { LinesField } from './lines-field.js';

export interface ProfileFormProps {
  readonly profile: MentorProfile;
  readonly onSaved: (profile: MentorProfile) => void;
}

interface Values {
  intro: string;
  subjects: string[];
  education: string[];
  experience: string[];
  clip: { readonly key: string; readonly url: string };
}

/** The form for the public page of a mentor. */
export function ProfileForm({ profile, onSaved }: ProfileFormProps): ReactElement {
  const t = useText();
  const { form, problem, isBusy, onSubmit, errorOf } = useCallForm<typeof saveMentorProfile, Values>(
    saveMentorProfile,
    {
      defaultValues: {
        intro: profile.intro,
        subjects: profile.subjects,
        education: profile.education,
        experience: profile.experience,
        clip: { key: profile.clip?.key ?? '', url: profile.clip?.url ?? '' },
      },
      keepAs: 'mentor-profile',
      request: ({ clip, ...rest }) => ({ ...rest, clip: clip.key }),
      onDone: (saved) => {
        onSaved(saved);
        toastDone(t('mentor.saved'));
      },
    },
  );
  const { intro, clip, ...lines } = useWatch({ control: form.control }) as Values;
  const linesField = (field: keyof typeof lines) => ({
    error: errorOf(field),
    lines: lines[field],
    onChange: (typed: string[]) => form.setValue(field, typed),
  });
  return (
    <div id="profile">
      <Section title={t('mentor.form.public')} text={t('mentor.form.public.text')}>
        <form noValidate className="grid gap-5" onSubmit={onSubmit}>
          {problem !== undefined && <Alert>{problem}</Alert>}
          <TextArea
            {...form.register('intro')}
            label={t('mentor.intro')}
            hint={t('mentor.intro.hint', { count: Array.from(intro).length, max: INTRO_MAX })}
            error={errorOf('intro')}
            maxLength={INTRO_MAX}
          />
          <LinesField label={t('mentor.subjects')} hint={t('mentor.subjects.hint')} {...linesField('subjects')} />
          <div className="grid gap-5 sm:grid-cols-2">
            <LinesField label={t('mentor.education')} hint={t('mentor.lines.hint')} {...linesField('education')} />
            <LinesField label={t('mentor.experience')} hint={t('mentor.lines.hint')} {...linesField('experience')} />
          </div>
          <ClipField url={clip.url} onChange={(file) => form.setValue('clip', file)} />
          <SubmitButton isBusy={isBusy}>{t('mentor.save')}</SubmitButton>
        </form>
      </Section>
    </div>
  );
}
