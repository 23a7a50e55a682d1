import {
  FieldProblem,
  ROOM_NAME_MAX,
  ROOM_PASSWORD_MAX,
  ROOM_PASSWORD_MIN,
  RoomRole,
  saveRoom,
  type LiveRoom,
} from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { failureText } from '../../../api/failure-text.js';
import { useText } from '../../../i18n/use-text.js';
import { useCallForm } from '../../../lib/use-action-form.js';
import { Alert } from '../../../ui/alert.js';
import { LinkButton } from '../../../ui/button.js';
import { Failed } from '../../../ui/failed.js';
import { CheckField, SelectField, TextField } from '../../../ui/field.js';
import { Notice } from '../../../ui/notice.js';
import { Section } from '../../../ui/section.js';
import { PageSkeleton } from '../../../ui/skeleton.js';
import { SubmitButton } from '../../../ui/submit-button.js';
import { toastDone } from '../../../ui/toast.js';
import { roomsQuery } from '../api/lives.js';
import { MentorSide } from '../components/mentor-side.js';
import { editorPath } from './live-paths.js';
import { ID } from '../../../lib/query.js';

/** A live room, `?id=`, or a new one; with `?live=`, the form leads back to the editor of that class. */
export function LiveRoomPage(): ReactElement {
  const t = useText();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const live = search.get('live') ?? '';
  const back = ID.test(live) ? editorPath(live) : '/t_zhibo?tab=rooms';
  return (
    <div className="mx-auto grid w-full max-w-2xl grid-cols-[minmax(0,1fr)] content-start gap-6 py-6 lg:py-8">
      <div>
        <Link to={back} className="text-ink-soft hover:text-ink hover:underline">
          {t(ID.test(live) ? 'route.t_zhibo_add' : 'route.t_zhibo')}
        </Link>
        <h1 className="mt-1 text-2xl font-semibold sm:text-3xl">
          {t(ID.test(id) ? 'route.t_zhiboshi_add' : 'plan.room.new')}
        </h1>
      </div>
      <MentorSide>{ID.test(id) ? <Known id={id} back={back} /> : <RoomForm back={back} />}</MentorSide>
    </div>
  );
}

function Known({ id, back }: { readonly id: string; readonly back: string }): ReactElement {
  const t = useText();
  const result = useQuery(roomsQuery());
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  if (result.isPending) return <PageSkeleton />;
  const room = result.data.list.find((one) => one.id === id);
  if (room !== undefined) return <RoomForm key={id} room={room} back={back} />;
  return (
    <Notice title={t('plan.room.missing')} text={t('plan.room.missing.text')}>
      <LinkButton to="/t_zhibo?tab=rooms">{t('plan.room.all')}</LinkButton>
    </Notice>
  );
}

interface RoomValues {
  readonly name: string;
  readonly password: string;
  readonly default_role: RoomRole;
  readonly mute_all: boolean;
  readonly waiting: boolean;
  readonly record: boolean;
}

const startOf = (room: LiveRoom | undefined): RoomValues => ({
  name: room?.name ?? '',
  password: room?.password ?? '',
  default_role: room?.default_role ?? RoomRole.Talker,
  mute_all: room?.mute_all ?? false,
  waiting: room?.waiting ?? false,
  record: room?.record ?? false,
});

function RoomForm({ room, back }: { readonly room?: LiveRoom; readonly back: string }): ReactElement {
  const t = useText();
  const navigate = useNavigate();
  const password = (text: string): string | undefined => {
    const isRight = text === '' || (text.length >= ROOM_PASSWORD_MIN && text.length <= ROOM_PASSWORD_MAX);
    return isRight ? undefined : t('plan.room.password.length', { min: ROOM_PASSWORD_MIN, max: ROOM_PASSWORD_MAX });
  };
  const { form, problem, isBusy, onSubmit, errorOf } = useCallForm<typeof saveRoom, RoomValues>(saveRoom, {
    defaultValues: startOf(room),
    check: (values) => ({
      name: values.name.trim() === '' ? t('problem.required') : undefined,
      password: password(values.password),
    }),
    request: (values) => ({
      ...(room !== undefined && { id: room.id }),
      ...values,
      password: values.password === '' ? null : values.password,
    }),
    refused: (field, wrong) => ({
      [field === 'password' ? 'password' : 'name']:
        field === 'password' && wrong !== FieldProblem.Required
          ? t('plan.room.password.length', { min: ROOM_PASSWORD_MIN, max: ROOM_PASSWORD_MAX })
          : t(`problem.${wrong}`),
    }),
    onDone: () => {
      toastDone(t('mentor.saved'));
      return navigate(back);
    },
  });
  return (
    <Section title={t('plan.room.form')} text={t('plan.room.form.text')}>
      <form noValidate className="grid gap-5" onSubmit={onSubmit}>
        {problem !== undefined && <Alert>{problem}</Alert>}
        <TextField
          {...form.register('name')}
          label={t('plan.room.name')}
          error={errorOf('name')}
          maxLength={ROOM_NAME_MAX}
        />
        <TextField
          {...form.register('password')}
          label={t('plan.room.password')}
          hint={t('plan.room.password.hint')}
          error={errorOf('password')}
          autoComplete="off"
        />
        <SelectField {...form.register('default_role')} label={t('plan.room.role')} hint={t('plan.room.role.hint')}>
          <option value={RoomRole.Talker}>{t('plan.room.role.talker')}</option>
          <option value={RoomRole.Audience}>{t('plan.room.role.audience')}</option>
        </SelectField>
        <CheckField {...form.register('mute_all')}>{t('plan.room.muteAll')}</CheckField>
        <CheckField {...form.register('record')}>{t('plan.room.record')}</CheckField>
        <SubmitButton isBusy={isBusy}>{t('mentor.save')}</SubmitButton>
      </form>
    </Section>
  );
}
