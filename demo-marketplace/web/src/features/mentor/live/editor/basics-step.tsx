import { LIVE_TITLE_MAX, LiveKind, LiveMode, UploadType } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { useLocale, useText } from '../../../../i18n/use-text.js';
import { SelectField, TextField } from '../../../../ui/field.js';
import { Section } from '../../../../ui/section.js';
import { roomsQuery } from '../../api/lives.js';
import { FilePicker } from '../../components/file-picker.js';
import { LANGUAGE_TAGS, LanguageSwitch, type TextLanguage } from '../../editor/language-switch.js';
import { RichField } from '../../editor/rich-field.js';
import { roomPath } from '../live-paths.js';
import type { StepProps } from './step-props.js';

/** Fields that are not shown online hold nothing that could be refused. */
const ONLINE = { mode: 'online', venue: '', map_link: '' } as const;

/** Title, description, place and cover of a class or activity. */
export function BasicsStep(props: StepProps): ReactElement {
  const { draft, isLocked, errorOf } = props;
  const t = useText();
  const [language, setLanguage] = useState<TextLanguage>(useLocale() === 'en' ? 'en' : 'zh');
  const { title, intro } = draft.document;
  return (
    <div className="grid gap-6">
      <LanguageSwitch value={language} onChange={setLanguage} />
      <Section title={t('plan.about')}>
        <TextField
          label={t('plan.title')}
          error={errorOf(`title.${language}`, 'title')}
          lang={LANGUAGE_TAGS[language]}
          value={title[language]}
          maxLength={LIVE_TITLE_MAX}
          onChange={(event) => draft.set({ title: { ...title, [language]: event.target.value } })}
        />
        <Cover {...props} />
        <RichField
          key={language}
          label={t('plan.intro')}
          hint={t('plan.intro.hint')}
          error={errorOf(`intro.${language}`, 'intro')}
          lang={LANGUAGE_TAGS[language]}
          html={intro[language]}
          isDisabled={isLocked}
          onChange={(html) => draft.set({ intro: { ...intro, [language]: html } })}
        />
      </Section>
      <Place {...props} />
    </div>
  );
}

function Cover({ draft, isLocked, errorOf }: StepProps): ReactElement {
  const t = useText();
  const { coverUrl } = draft;
  const error = errorOf('cover');
  return (
    <fieldset
      aria-label={t('plan.cover')}
      tabIndex={-1}
      data-fault={error === undefined ? undefined : ''}
      className="grid min-w-0 gap-2"
    >
      <p className="text-sm font-medium">{t('plan.cover')}</p>
      {coverUrl !== '' && (
        <img
          src={coverUrl}
          alt={t('plan.cover.shown')}
          className="aspect-video w-full max-w-md rounded-xl border border-line object-cover"
        />
      )}
      <FilePicker
        type={UploadType.Image}
        label={t(coverUrl === '' ? 'plan.cover.add' : 'plan.cover.replace')}
        isDisabled={isLocked}
        refusal={error}
        onUploaded={draft.setCover}
      />
      <p className="text-sm text-ink-soft">{t('plan.cover.hint')}</p>
    </fieldset>
  );
}

/** Kind of event, and where it is held. */
function Place({ id, draft, errorOf }: StepProps): ReactElement {
  const t = useText();
  const { document, set } = draft;
  const { kind, mode } = document;
  const isOffline = mode === LiveMode.Offline;
  return (
    <Section title={t('plan.place')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label={t('plan.kind')}
          value={kind}
          onChange={({ target }) =>
            set(target.value === LiveKind.Activity ? { kind: 'activity' } : { kind: 'class', ...ONLINE })
          }
        >
          <option value={LiveKind.Class}>{t('plan.kind.class')}</option>
          <option value={LiveKind.Activity}>{t('plan.kind.activity')}</option>
        </SelectField>
        {kind === LiveKind.Activity && (
          <SelectField
            label={t('plan.mode')}
            value={mode}
            onChange={({ target }) =>
              set(target.value === LiveMode.Offline ? { mode: 'offline', room_id: null } : ONLINE)
            }
          >
            <option value={LiveMode.Online}>{t('plan.mode.online')}</option>
            <option value={LiveMode.Offline}>{t('plan.mode.offline')}</option>
          </SelectField>
        )}
      </div>
      {isOffline ? (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={t('plan.venue')}
            error={errorOf('venue')}
            value={document.venue}
            maxLength={200}
            onChange={(event) => set({ venue: event.target.value })}
          />
          <TextField
            label={t('plan.mapLink')}
            hint={t('plan.mapLink.hint')}
            error={errorOf('map_link')}
            type="url"
            value={document.map_link}
            maxLength={500}
            onChange={(event) => set({ map_link: event.target.value })}
          />
        </div>
      ) : (
        <RoomField
          id={id}
          value={document.room_id}
          error={errorOf('room_id')}
          onChange={(room_id) => set({ room_id })}
        />
      )}
    </Section>
  );
}

function RoomField({
  id,
  value,
  error,
  onChange,
}: {
  readonly id: string;
  readonly value: string | null;
  readonly error: string | undefined;
  readonly onChange: (room: string | null) => void;
}): ReactElement {
  const t = useText();
  const { data, isLoadingError } = useQuery(roomsQuery());
  return (
    <div className="grid gap-2">
      <SelectField
        label={t('plan.room')}
        hint={t('plan.room.hint')}
        error={isLoadingError ? t('request.failed') : error}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      >
        <option value="">{t('plan.room.choose')}</option>
        {/* Keeps the chosen value while the list is loading. */}
        {data === undefined && value !== null && <option value={value}>…</option>}
        {data?.list.map((room) => (
          <option key={room.id} value={room.id}>
            {room.name}
          </option>
        ))}
      </SelectField>
      <Link to={roomPath({ live: id })} className="justify-self-start font-medium text-accent underline">
        {t('plan.room.new')}
      </Link>
    </div>
  );
}
