/** Runs inside the page: a whole class of `@lectern/react/ui`; the query names server, user, room and language. */
import { registerUser, requestToken, Role, RtcClient } from '@lectern/rtc';
import { Classroom, type UiLocale } from '@lectern/react/ui';
import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const PASSWORD = 'secret1';

async function show(query: URLSearchParams): Promise<void> {
  const get = (name: string): string => query.get(name) ?? '';
  const server = { restUrl: get('server'), appKey: 'lectern#demo', username: get('user'), password: PASSWORD };
  await registerUser(server);
  const { memName, token } = await requestToken(server);
  const client = new RtcClient({ ...server, identity: { memName, token } });
  const room = { roomName: get('room'), password: PASSWORD, role: Role.Talker };
  const classroom = createElement(Classroom, {
    client,
    room,
    locale: get('locale') as UiLocale,
    storage: localStorage,
  });
  createRoot(document.body.appendChild(document.createElement('main'))).render(
    createElement(StrictMode, null, classroom),
  );
}

void show(new URLSearchParams(location.search));
