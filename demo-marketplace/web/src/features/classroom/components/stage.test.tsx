// @vitest-environment jsdom
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { ConferenceType, StreamType, type Conference, type ConferenceSnapshot } from '@lectern/rtc';
import { LecternProvider, type ConferenceClient } from '@lectern/react';
import { cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import en from '../../../i18n/catalogs/classroom.en.json';
import { Stage } from './stage.js';

afterEach(cleanup);

const member = (id: string, nickName: string, isLocal = false) => ({
  ...{ id, name: `org#app_${id}`, user: id, nickName, displayName: nickName, role: 3 as const },
  ...{ ext: undefined, acceptedOps: [], isLocal },
});

const stream = (id: string, memberId: string, type: StreamType, isLocal = false) => ({
  ...{ id, memberId, memberName: `org#app_${memberId}`, type, isLocal, name: undefined, ext: undefined },
  ...{ audioMuted: false, videoMuted: false, version: 1, videoCodecs: ['VP8'], resolution: undefined },
  ...{ link: 'linked' as const, wanted: undefined, mediaStream: {} as MediaStream },
});

function show(type: ConferenceType, camera: StreamType) {
  const snapshot = {
    id: 'C1',
    type,
    isMixed: camera === StreamType.AudioMixer,
    localMember: member('me', 'Ann', true),
    members: [member('bob', 'Bob')],
    streams: [stream('s1', 'me', camera, true), stream('s2', 'bob', camera), stream('s3', 'bob', StreamType.Desktop)],
  } as unknown as ConferenceSnapshot;
  const stay = () => () => undefined;
  const handle = { attach: stay };
  const conference = {
    state: { getSnapshot: () => snapshot, subscribe: stay },
    localStream: () => handle,
    remoteStream: () => handle,
    on: stay,
  } as unknown as Conference;
  const client = { current: { getSnapshot: () => conference, subscribe: stay } } as unknown as ConferenceClient;
  render(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en } })}>
      <MemoryRouter>
        <LecternProvider client={client}>
          <Stage meeting={{ title: 'algebra', link: '/classroom?room=algebra' }} />
        </LecternProvider>
      </MemoryRouter>
    </I18nProvider>,
  );
}

test.each([
  ['Communication', ConferenceType.Communication, StreamType.Video],
  ['CommunicationMix', ConferenceType.CommunicationMix, StreamType.AudioMixer],
  ['Live', ConferenceType.Live, StreamType.AudioMixer],
])('in %s everybody is seen, oneself too, and the shared screen large', (_, type, camera) => {
  show(type, camera);
  for (const name of ['Ann', 'Bob']) {
    const tile = screen.getByRole('group', { name });
    expect(tile.querySelector('video')?.classList.contains('invisible')).toBe(false);
    expect(within(tile).queryByText(en['room.camera.isOff'])).toBeNull();
    expect(within(tile).queryByText(en['room.muted'])).toBeNull();
  }
  expect(screen.getByRole('group', { name: /Bob.*screen|screen.*Bob/i }).querySelector('video')).toBeTruthy();
});
