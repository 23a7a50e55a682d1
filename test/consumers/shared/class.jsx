import {
  LecternProvider,
  useAutoSubscribe,
  useConference,
  useJoinRoom,
  useStream,
  useStreamIds,
  VideoView,
} from '@lectern/react';
import { registerUser, requestToken, Role, RtcClient } from '@lectern/rtc';
import { StrictMode, useEffect, useMemo, useState } from 'react';

/** Server, user and room come with the address of the page. */
const addressOf = (search) => Object.fromEntries(new URLSearchParams(search));

async function createClient({ server: restUrl, user: username }) {
  const account = { restUrl, appKey: 'lectern#demo', username, password: 'a password' };
  await registerUser(account);
  return new RtcClient({ restUrl, appKey: account.appKey, identity: await requestToken(account) });
}

function Tile({ id }) {
  const stream = useStream(id);
  return stream ? <VideoView stream={stream} data-local={stream.isLocal} /> : null;
}

function Class({ room }) {
  const options = useMemo(() => ({ roomName: room, password: 'room password', role: Role.Talker }), [room]);
  const { status, error } = useJoinRoom(options);
  const conference = useConference();
  const ids = useStreamIds();
  const [failure, setFailure] = useState();
  useAutoSubscribe({ onError: (_stream, cause) => setFailure(cause) });
  useEffect(() => {
    conference?.publish({ audio: true, video: true }).catch(setFailure);
  }, [conference]);
  return (
    <main>
      <p id="status">{error?.message ?? failure?.message ?? status}</p>
      {ids.map((id) => (
        <Tile key={id} id={id} />
      ))}
    </main>
  );
}

export function App() {
  const [client, setClient] = useState();
  const [failure, setFailure] = useState();
  const { room } = addressOf(globalThis.location?.search);
  useEffect(() => {
    createClient(addressOf(location.search)).then(setClient, setFailure);
  }, []);
  if (failure) return <p id="status">{failure.message}</p>;
  if (!client) return null;
  return (
    <StrictMode>
      <LecternProvider client={client}>
        <Class room={room} />
      </LecternProvider>
    </StrictMode>
  );
}
