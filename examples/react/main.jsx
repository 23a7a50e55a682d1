import {
  AudioRenderer,
  LecternProvider,
  useAutoSubscribe,
  useConference,
  useJoinRoom,
  useStream,
  useStreamIds,
  VideoView,
} from '@lectern/react';
import { Role } from '@lectern/rtc';
import { StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { readAddress, signIn } from './session.js';

const address = readAddress();

function Tile({ id }) {
  const stream = useStream(id);
  return stream ? <VideoView stream={stream} muted data-local={stream.isLocal} /> : null;
}

function Class() {
  const { status, error } = useJoinRoom({
    roomName: address.room,
    password: 'room password',
    role: Role.Talker,
  });
  const conference = useConference();
  const ids = useStreamIds();
  useAutoSubscribe();
  useEffect(() => void conference?.publish({ audio: true, video: true }), [conference]);
  return (
    <>
      <p id="status">{error?.message ?? status}</p>
      {ids.map((id) => (
        <Tile key={id} id={id} />
      ))}
      <AudioRenderer />
    </>
  );
}

const client = await signIn(address);
createRoot(document.querySelector('#app')).render(
  <StrictMode>
    <LecternProvider client={client}>
      <Class />
    </LecternProvider>
  </StrictMode>,
);
