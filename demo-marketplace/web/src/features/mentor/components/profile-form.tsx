import { INTRO_MAX, saveMentorProfile, type MentorProfile } from '@lectern/marketplace-contract';
import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { problemText } from '../../../lib/problem-text.js';
import { useCall } from '../../../api/use-call.js';
import { Alert } from '../../../ui/alert.js';
import { Form } from '../../../ui/form.js';
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

/** The form for the public page of a mentor. */
export function ProfileForm({ profile, onSaved }: ProfileFormProps): ReactElement {
  const t = useText();
  const [form, setForm] = useState(() => ({
    intro: profile.intro,
    subjects: profile.subjects,
    education: profile.education,
    experience: profile.experience,
  }));
  const [clip, setClip] = useState({ key: profile.clip?.key ?? '', url: profile.clip?.url ?? '' });
  const { isBusy, problem, fields, call } = useCall(saveMentorProfile);
  const set = (change: Partial<typeof form>): void => setForm((current) => ({ ...current, ...change }));
  const errorOf = (field: string): string | undefined => {
    const kind = fields[field];
    return kind === undefined ? undefined : problemText(t, field, kind);
  };
  const save = async (): Promise<void> => {
    const saved = await call({ ...form, clip: clip.key });
    if (saved === undefined) return;
    onSaved(saved);
    toastDone(t('mentor.saved'));
  };
  return (
    <div id="profile">
      <Section title={t('mentor.form.public')} text={t('mentor.form.public.text')}>
        <Form className="grid gap-5" onSubmit={save}>
          {problem !== undefined && <Alert>{problem}</Alert>}
          <TextArea
            label={t('mentor.intro')}
            hint={t('mentor.intro.hint', { count: Array.from(form.intro).length, max: INTRO_MAX })}
            value={form.intro}
            error={errorOf('intro')}
            maxLength={INTRO_MAX}
            onChange={(event) => set({ intro: event.target.value })}
          />
          <LinesField
            label={t('mentor.subjects')}
            hint={t('mentor.subjects.hint')}
            error={errorOf('subjects')}
            lines={form.subjects}
            onChange={(subjects) => set({ subjects })}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <LinesField
              label={t('mentor.education')}
              hint={t('mentor.lines.hint')}
              error={errorOf('education')}
              lines={form.education}
              onChange={(education) => set({ education })}
            />
            <LinesField
              label={t('mentor.experience')}
              hint={t('mentor.lines.hint')}
              error={errorOf('experience')}
              lines={form.experience}
              onChange={(experience) => set({ experience })}
            />
          </div>
          <ClipField url={clip.url} onChange={setClip} />
          <SubmitButton isBusy={isBusy}>{t('mentor.save')}</SubmitButton>
        </Form>
      </Section>
    </div>
  );
}
