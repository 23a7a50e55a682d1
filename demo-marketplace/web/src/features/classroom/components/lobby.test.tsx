// @vitest-environment jsdom
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { DeviceList, type MediaPort } from '@lectern/rtc';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import en from '../../../i18n/catalogs/classroom.en.json';
import { LocalMedia } from '../lib/local-media.js';
import type { EntryForm } from '../lib/phase.js';
import { Lobby, type LobbyProps } from './lobby.js';

afterEach(cleanup);

const refusing: MediaPort = {
  getUserMedia: () => Promise.reject(Object.assign(new Error('no'), { name: 'NotAllowedError' })),
  enumerateDevices: () => Promise.resolve([]),
  onDeviceChange: () => () => undefined,
};
const clock = { now: () => 0, after: () => () => undefined, every: () => () => undefined };

async function show(over: Partial<LobbyProps> = {}) {
  const media = new LocalMedia({ port: refusing });
  const onJoin = vi.fn<(form: EntryForm) => void>();
  const i18n = setupI18n({ locale: 'en', messages: { en } });
  const lobby = (changes: Partial<LobbyProps>) => (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <MemoryRouter>
          <Lobby
            fields={['name', 'room', 'password']}
            heading={null}
            form={{ name: '', room: 'algebra', password: '' }}
            devices={new DeviceList(refusing, clock)}
            media={media}
            progress={undefined}
            problem={undefined}
            onJoin={onJoin}
            onCancel={() => undefined}
            prepareCheck={() => Promise.reject(new Error('no'))}
            {...over}
            {...changes}
          />
        </MemoryRouter>
      </I18nProvider>
    </StrictMode>
  );
  const view = render(lobby({}));
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } });
  const join = () => fireEvent.click(screen.getByRole('button', { name: 'Join class' }));
  return { media, onJoin, type, join, again: (changes: Partial<LobbyProps>) => view.rerender(lobby(changes)) };
}

test('the class of the link is filled in; what is missing is said, and the first of it focused', async () => {
  const { onJoin, type, join } = await show();
  join();
  expect(onJoin).not.toHaveBeenCalled();
  const name = screen.getByRole('textbox', { name: 'Your name' });
  expect(document.activeElement).toBe(name);
  expect(name.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Enter your name')).toBeTruthy();
  expect(screen.getByText('The password has 4 to 8 characters')).toBeTruthy();

  type('Your name', 'Ann');
  expect(screen.queryByText('Enter your name')).toBeNull();
  type('Password', '1234');
  join();
  expect(onJoin).toHaveBeenCalledWith({ name: 'Ann', room: 'algebra', password: '1234' });
});

test('while joining, a second click joins nothing, and the progress is told', async () => {
  const { onJoin, join } = await show({
    form: { name: 'Ann', room: 'algebra', password: '1234' },
    progress: 'connecting',
  });
  join();
  expect(onJoin).not.toHaveBeenCalled();
  expect(screen.getByRole('status').textContent).toBe('Joining the class…');
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
});

test('a wrong password is said without losing what was typed', async () => {
  const { again, type } = await show();
  type('Your name', 'Ann');
  again({ problem: { kind: 'password', detail: '' } });
  expect(screen.getByRole('alert').textContent).toContain('The password is wrong');
  expect((screen.getByRole('textbox', { name: 'Your name' }) as HTMLInputElement).value).toBe('Ann');
});

test('refused devices are explained, and joining stays possible', async () => {
  const { media } = await show();
  await act(async () => {
    media.open();
    await media.ready();
  });
  const alert = screen.getByRole('alert').textContent;
  expect(alert).toContain('The browser does not allow the camera');
  expect(alert).toContain('The browser does not allow the microphone');
  expect(alert).toContain('Click the lock in the address bar');
  expect(screen.getByRole('button', { name: 'Join class' }).getAttribute('aria-disabled')).toBe('false');
});
