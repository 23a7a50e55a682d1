import { Role } from '@lectern/rtc';
import { useMemo, useState, type ReactElement } from 'react';
import { useLocation } from 'react-router';
import { useLocale, useText } from '../../i18n/use-text.js';
import { classroomLink, readClassroomLink } from '../../lib/class-link.js';
import { paths } from '../../lib/site-map.js';
import { readStored } from '../../lib/storage.js';
import { Classroom } from './components/classroom.js';
import { LobbyHeading } from './components/lobby.js';
import { useGuest } from './hooks/use-guest.js';
import type { Entrance } from './lib/entrance.js';
import type { EntryForm } from './lib/phase.js';

/** An open room, which anybody with its name and password may join. */
export function ClassroomPage(): ReactElement {
  const t = useText();
  const locale = useLocale();
  const location = useLocation();
  const guests = useGuest();
  const [form] = useState<EntryForm>(() => ({ name: readStored('name') ?? '', ...readClassroomLink(location) }));
  const entrance = useMemo<Entrance>(
    () => ({
      fields: ['name', 'room', 'password'],
      identify: (attempt) => guests.get(attempt.form.name.trim(), locale, attempt.signal),
      enter: async (attempt) => {
        const { name, password } = attempt.form;
        const user = await guests.get(name.trim(), locale, attempt.signal);
        const roomName = attempt.form.room.trim();
        return {
          user,
          room: { roomName, password, role: Role.Talker, nickName: user.nickName },
          meeting: { title: roomName, link: classroomLink({ room: roomName, password }) },
        };
      },
      onFailed: ({ kind }) => {
        // A wrong password shows that the identity is valid.
        if (kind !== 'password') guests.forget();
      },
    }),
    [guests, locale],
  );
  return (
    <Classroom
      entrance={entrance}
      form={form}
      heading={<LobbyHeading title={t('lobby.title')} text={t('lobby.text')} />}
      exit={{ to: paths.home, text: t('over.home') }}
    />
  );
}
