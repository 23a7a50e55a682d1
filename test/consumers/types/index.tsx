import { LecternProvider, useJoinRoom, useStreamIds } from '@lectern/react';
import { Classroom } from '@lectern/react/ui';
import '@lectern/react/ui.css';
import { LecternError, Role, type RtcClient, type Conference, type JoinRoomOptions } from '@lectern/rtc';
import * as admin from '@lectern/rtc/admin';
import * as call from '@lectern/rtc/call';
import * as deployment from '@lectern/rtc/deployment';
import * as desktop from '@lectern/rtc/desktop';
import * as devices from '@lectern/rtc/devices';
import * as diagnostics from '@lectern/rtc/diagnostics';
import * as element from '@lectern/rtc/element';
import * as im from '@lectern/rtc/im';
import * as imProtocol from '@lectern/rtc/im-protocol';
import * as imTabs from '@lectern/rtc/im-tabs';
import * as messages from '@lectern/rtc/messages';
import * as node from '@lectern/rtc/node';
import * as overlay from '@lectern/rtc/overlay';
import * as p2p from '@lectern/rtc/p2p';
import * as protocol from '@lectern/rtc/protocol';
import * as quality from '@lectern/rtc/quality';
import * as recorder from '@lectern/rtc/recorder';
import * as remoteControl from '@lectern/rtc/remote-control';
import * as testing from '@lectern/rtc/testing';

export const entries = {
  ...{ admin, call, deployment, desktop, devices, diagnostics, element, im, imProtocol, imTabs, messages, node },
  ...{ overlay, p2p, protocol, quality, recorder, remoteControl, testing },
};

const room: Omit<JoinRoomOptions, 'signal'> = { roomName: 'algebra', password: '1234', role: Role.Talker };

export async function enter(client: RtcClient): Promise<Conference | undefined> {
  try {
    const conference = await client.joinRoom(room);
    conference.on('streamAdded', (stream) => console.log(stream.id, stream.isLocal));
    return conference;
  } catch (error) {
    if (error instanceof LecternError) console.log(error.code, error.reason);
    return undefined;
  }
}

export function Class({ client }: { client: RtcClient }) {
  return (
    <LecternProvider client={client}>
      <Streams />
    </LecternProvider>
  );
}

export const WholeClass = ({ client }: { client: RtcClient }) => (
  <Classroom client={client} room={room} locale="zh-TW" texts={{ leave: '下課' }} />
);

function Streams() {
  const { status } = useJoinRoom(room);
  const ids: readonly string[] = useStreamIds();
  return <p>{`${status} ${ids.length}`}</p>;
}

// @ts-expect-error -- a wrong option is refused by the types.
export const wrong: JoinRoomOptions = { roomName: 1 };
