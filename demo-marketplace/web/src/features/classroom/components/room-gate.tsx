import type { DeviceList, JoinRoomOptions } from '@lectern/rtc';
import { useJoinRoom } from '@lectern/react';
import { lazy, Suspense, useEffect, type ReactElement } from 'react';
import { Loading } from '../../../ui/loading.js';
import type { Meeting } from '../lib/entrance.js';
import type { LocalMedia } from '../lib/local-media.js';
import type { Ending } from '../lib/phase.js';

const loadRoom = async () => ({ default: (await import('./room.js')).Room });

/** Not needed in the lobby; loaded while the class is being joined. */
const Room = lazy(loadRoom);

export interface RoomGateProps {
  readonly options: JoinRoomOptions;
  readonly devices: DeviceList;
  readonly media: LocalMedia;
  /** The user's. */
  readonly token: string;
  readonly meeting: Meeting;
  readonly onJoined: () => void;
  readonly onFailed: (error: unknown) => void;
  readonly onLeft: (ending: Ending) => void;
}

/** Joins while it is shown, and shows the class once it is joined. */
export function RoomGate({
  options,
  devices,
  media,
  token,
  meeting,
  onJoined,
  onFailed,
  onLeft,
}: RoomGateProps): ReactElement | null {
  const { status, conference, error, exit, leave } = useJoinRoom(options);

  useEffect(() => {
    if (status === 'joined') onJoined();
    else if (status === 'failed') onFailed(error);
    else if (status === 'left') onLeft(exit ?? 'self');
  }, [status, error, exit, onJoined, onFailed, onLeft]);

  // A failure is reported when the room is rendered.
  useEffect(() => void loadRoom().catch(() => undefined), []);

  return status === 'joined' && conference ? (
    <Suspense fallback={<Loading />}>
      <Room conference={conference} devices={devices} media={media} token={token} meeting={meeting} onLeave={leave} />
    </Suspense>
  ) : null;
}
