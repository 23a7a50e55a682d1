import { createBrowserPlatform, DeviceList, Role, type JoinRoomOptions, type RtcClient } from '@lectern/rtc';
import { LecternProvider } from '@lectern/react';
import type { PreCallCheck } from '@lectern/rtc/diagnostics';
import { useEffect, useMemo, useReducer, useRef, useState, type ReactElement } from 'react';
import { useLocation } from 'react-router';
import { useLocale, useText } from '../../i18n/use-text.js';
import { readClassroomLink } from '../../lib/class-link.js';
import { readStored } from '../../lib/storage.js';
import { useHeld, type Holdable } from '../../lib/use-held.js';
import { Lobby } from './components/lobby.js';
import { Over } from './components/over.js';
import { RoomGate } from './components/room-gate.js';
import { useGuest } from './hooks/use-guest.js';
import { joinProblemOf } from './lib/join-problem.js';
import { LocalMedia } from './lib/local-media.js';
import { nextPhase, startPhase, type EntryForm, type Phase, type PhaseEvent } from './lib/phase.js';

/** The client, the room and the credentials of one session in a class. */
interface Session {
  readonly client: RtcClient;
  readonly room: JoinRoomOptions;
  readonly token: string;
  readonly life: Holdable;
}

/** Devices, for as long as the page is shown. */
function createDevices() {
  const platform = createBrowserPlatform();
  const list = new DeviceList(platform.media, platform.clock);
  const media = new LocalMedia({
    port: platform.media,
    cameraId: readStored('camera'),
    microphoneId: readStored('microphone'),
  });
  return { list, media };
}

/** A class, from the lobby to its end. */
export function ClassroomPage(): ReactElement {
  const t = useText();
  const locale = useLocale();
  const location = useLocation();
  const guests = useGuest();
  const [phase, dispatch] = useReducer(nextPhase<Session>, startPhase as Phase<Session>);
  const [{ list, media }] = useState(createDevices);
  const joining = useRef<AbortController | undefined>(undefined);
  const [form, setForm] = useState<EntryForm>(() => ({
    name: readStored('name') ?? '',
    ...readClassroomLink(location),
  }));

  const isMediaWanted = phase.name !== 'over';
  useHeld(isMediaWanted ? media : undefined);
  const session = phase.name === 'connecting' || phase.name === 'inside' ? phase.session : undefined;
  useHeld(session?.life);

  // Labels can be read once a device was opened.
  useEffect(() => {
    void list.refresh();
    void media.ready().then(() => list.refresh());
    return media.state.subscribe(() => {
      const { camera, microphone } = media.state.getSnapshot();
      if (camera.state === 'on' || microphone.state === 'on') void list.refresh();
    });
  }, [list, media]);

  const identify = async (entry: EntryForm): Promise<void> => {
    const controller = new AbortController();
    joining.current?.abort();
    joining.current = controller;
    const tell = (event: PhaseEvent<Session>): void => {
      if (!controller.signal.aborted) dispatch(event);
    };
    try {
      const [guest, { createClient }] = await Promise.all([
        guests.get(entry.name.trim(), locale, controller.signal),
        import('./lib/create-client.js'),
      ]);
      const client = createClient({
        appKey: guest.appKey,
        restUrl: guest.restUrl ?? window.location.origin,
        identity: { memName: guest.memName, token: guest.token, nickName: guest.nickName },
      });
      const room = {
        roomName: entry.room.trim(),
        password: entry.password,
        role: Role.Talker,
        nickName: guest.nickName,
      };
      tell({
        type: 'identified',
        session: {
          client,
          room,
          token: guest.token,
          life: { open: () => undefined, close: () => void client.close() },
        },
      });
    } catch (error) {
      tell({ type: 'failed', problem: joinProblemOf(error) });
    }
  };

  const join = (entry: EntryForm): void => {
    setForm(entry);
    dispatch({ type: 'join', form: entry });
    void identify(entry);
  };

  const rejoin = (entry: EntryForm): void => {
    dispatch({ type: 'rejoin' });
    void identify(entry);
  };

  const cancel = (): void => {
    joining.current?.abort();
    dispatch({ type: 'cancelled' });
  };

  const prepareCheck = async (signal: AbortSignal): Promise<PreCallCheck> => {
    const [{ PreCallCheck: Check }, guest] = await Promise.all([
      import('@lectern/rtc/diagnostics'),
      guests.get(form.name.trim() || t('lobby.name'), locale, signal),
    ]);
    const { camera, microphone } = media.state.getSnapshot();
    return new Check({
      appKey: guest.appKey,
      restUrl: guest.restUrl ?? window.location.origin,
      identity: { memName: guest.memName, token: guest.token },
      tracks: [camera.track, microphone.track].filter((track) => track !== undefined),
      // A device that the user switched off stays off.
      video: camera.state !== 'off',
      audio: microphone.state !== 'off',
    });
  };

  const gate = useMemo(
    () => ({
      onJoined: () => dispatch({ type: 'joined' }),
      onFailed: (error: unknown) => {
        const problem = joinProblemOf(error);
        // The guest identity may have caused the failure; a wrong password shows that it is valid.
        if (problem.kind !== 'password') guests.forget();
        dispatch({ type: 'failed', problem });
      },
      onLeft: (ending: Parameters<typeof Over>[0]['ending']) => dispatch({ type: 'left', ending }),
    }),
    [guests],
  );

  return (
    <>
      <title>{`${phase.name === 'inside' ? t('room.title', { room: form.room }) : t('lobby.title')} · ${t('app.name')}`}</title>
      {phase.name === 'over' ? (
        <Over ending={phase.ending} onRejoin={() => rejoin(phase.form)} />
      ) : phase.name === 'inside' ? null : (
        <Lobby
          form={form}
          devices={list}
          media={media}
          progress={phase.name === 'lobby' ? undefined : phase.name}
          problem={phase.name === 'lobby' ? phase.problem : undefined}
          onJoin={join}
          onCancel={cancel}
          prepareCheck={prepareCheck}
        />
      )}
      {session && (
        <LecternProvider client={session.client}>
          <RoomGate options={session.room} token={session.token} devices={list} media={media} {...gate} />
        </LecternProvider>
      )}
    </>
  );
}
