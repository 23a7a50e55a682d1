import type { DeviceList } from '@lectern/rtc';
import { useRef, useState, type ReactElement, type ReactNode, type SubmitEvent } from 'react';
import { ROOM_PASSWORD_MAX } from '@lectern/marketplace-contract';
import { Header } from '../../../ui/header.js';
import { useText } from '../../../i18n/use-text.js';
import { writeStored } from '../../../lib/storage.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/field.js';
import { Spinner } from '../../../ui/spinner.js';
import { checkEntryForm, type FieldErrors } from '../lib/entry-form.js';
import type { JoinProblem } from '../lib/join-problem.js';
import type { LocalMedia } from '../lib/local-media.js';
import type { EntryForm } from '../lib/phase.js';
import { DevicePicker } from './device-picker.js';
import { PreCallPanel, type PreCallPanelProps } from './pre-call-panel.js';
import { Preview } from './preview.js';

export interface LobbyProps {
  /** Initial values of the fields. */
  readonly form: EntryForm;
  /** Fields that are asked for. */
  readonly fields: readonly (keyof EntryForm)[];
  readonly heading: ReactNode;
  /** Shown instead of the button that joins, while the class cannot be joined yet. */
  readonly waiting?: ReactNode;
  readonly devices: DeviceList;
  readonly media: LocalMedia;
  /** Progress of joining; undefined while nothing is in progress. */
  readonly progress: 'identifying' | 'connecting' | undefined;
  readonly problem: JoinProblem | undefined;
  readonly onJoin: (form: EntryForm) => void;
  readonly onCancel: () => void;
  /** Makes a check of devices and network. */
  readonly prepareCheck: PreCallPanelProps['prepare'];
}

/** The screen before a class: preview, devices, name and room. */
export function Lobby({ heading, devices, media, prepareCheck, ...entry }: LobbyProps): ReactElement {
  const t = useText();
  return (
    <div className="flex min-h-dvh flex-col">
      <Header />
      <main className="mx-auto grid w-full max-w-6xl grow content-start gap-6 px-4 pb-12 sm:px-6 lg:grid-cols-[1.35fr_1fr] lg:content-center lg:items-start lg:gap-10">
        <div className="lg:col-span-2">{heading}</div>
        <section aria-label={t('lobby.preview')} className="grid gap-4">
          <Preview media={media} />
          <DevicePicker devices={devices} media={media} />
          <PreCallPanel prepare={prepareCheck} />
        </section>
        <EntryFields {...entry} />
      </main>
    </div>
  );
}

/** The heading of a lobby, with a line of text below. */
export function LobbyHeading({ title, text }: { readonly title: string; readonly text: ReactNode }): ReactElement {
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight sm:text-3xl">{title}</h1>
      <p className="mt-1 text-ink-soft">{text}</p>
    </>
  );
}

/** Errors of the fields that are asked for. */
function errorsOf(values: EntryForm, fields: LobbyProps['fields']): FieldErrors {
  const errors = checkEntryForm(values);
  return Object.fromEntries(fields.flatMap((key) => (errors[key] ? [[key, errors[key]]] : [])));
}

function EntryFields({
  form,
  fields,
  waiting,
  progress,
  problem,
  onJoin,
  onCancel,
}: Omit<LobbyProps, 'heading' | 'devices' | 'media' | 'prepareCheck'>): ReactElement {
  const t = useText();
  const [values, setValues] = useState(form);
  const [errors, setErrors] = useState<FieldErrors>({});
  const element = useRef<HTMLFormElement>(null);

  const field = (key: keyof EntryForm) => {
    const error = errors[key];
    return {
      name: key,
      value: values[key],
      error: error && t(error.id, error.values),
      required: true,
      readOnly: progress !== undefined,
      autoCapitalize: 'off',
      spellCheck: false,
      onChange: ({ target }: { readonly target: HTMLInputElement }) => {
        const next = { ...values, [key]: target.value };
        setValues(next);
        // An error that is shown disappears as soon as the value is valid.
        if (errors[key]) setErrors({ ...errors, [key]: checkEntryForm(next)[key] });
      },
    };
  };

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (progress) return;
    const found = errorsOf(values, fields);
    setErrors(found);
    const first = Object.keys(found)[0];
    if (first !== undefined) {
      element.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
      return;
    }
    if (fields.includes('name')) writeStored('name', values.name.trim());
    onJoin(values);
  };

  return (
    <form
      ref={element}
      noValidate
      onSubmit={submit}
      className="grid gap-5 rounded-3xl border border-line bg-surface p-5 shadow-card sm:p-7"
    >
      {fields.includes('name') && (
        <TextField {...field('name')} label={t('lobby.name')} hint={t('lobby.name.hint')} autoComplete="nickname" />
      )}
      {fields.includes('room') && <TextField {...field('room')} label={t('lobby.room')} autoComplete="off" />}
      {fields.includes('password') && (
        <TextField
          {...field('password')}
          label={t('lobby.password')}
          hint={t(fields.includes('room') ? 'lobby.password.hint' : 'lobby.password.class')}
          autoComplete="off"
          maxLength={ROOM_PASSWORD_MAX}
        />
      )}
      {problem && <Alert>{t(`join.error.${problem.kind}`, { detail: problem.detail })}</Alert>}
      {waiting ?? <JoinButton progress={progress} onCancel={onCancel} />}
    </form>
  );
}

function JoinButton({ progress, onCancel }: Pick<LobbyProps, 'progress' | 'onCancel'>): ReactElement {
  const t = useText();
  return (
    <div className="grid gap-2">
      <Button type="submit" size="large" aria-disabled={progress !== undefined} aria-describedby="join-progress">
        {progress && <Spinner />}
        {t('lobby.join')}
      </Button>
      {progress && (
        <Button look="quiet" onClick={onCancel}>
          {t('lobby.cancel')}
        </Button>
      )}
      <output id="join-progress" className="min-h-6 text-center text-sm text-ink-soft">
        {progress ? t(`lobby.joining.${progress}`) : t('lobby.listenOnly')}
      </output>
    </div>
  );
}
