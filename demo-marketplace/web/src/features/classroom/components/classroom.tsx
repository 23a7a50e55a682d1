import { createBrowserPlatform, DeviceList, type JoinRoomOptions, type RtcClient } from '@lectern/rtc';
import { LecternProvider } from '@lectern/react';
import type { PreCallCheck } from '@lectern/rtc/diagnostics';
import { useEffect, useMemo, useReducer, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { readStored } from '../../../lib/storage.js';
import { useHeld, type Holdable } from '../../../lib/use-held.js';
import type { Entrance, Meeting } from '../lib/entrance.js';
import { joinProblemOf } from '../lib/join-problem.js';
import { LocalMedia } from '../lib/local-media.js';
import { nextPhase, startPhase, type EntryForm, type Phase, type PhaseEvent } from '../lib/phase.js';
import { Lobby } from './lobby.js';
import { Over, type OverProps } from './over.js';
import { RoomGate } from './room-gate.js';

/** The client, the room and the credentials of one session in a class. */
interface Session {
  readonly client: RtcClient;
  readonly room: JoinRoomOptions;
  readonly meeting: Meeting;
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

/** Opens the devices while they are wanted. */
function useDevices(areWanted: boolean) {
  const [{ list, media }] = useState(createDevices);
  useHeld(areWanted ? media : undefined);

  // Labels can be read once a device was opened.
  useEffect(() => {
    void list.refresh();
    void media.ready().then(() => list.refresh());
    return media.state.subscribe(() => {
      const { camera, microphone } = media.state.getSnapshot();
      if (camera.state === 'on' || microphone.state === 'on') void list.refresh();
    });
  }, [list, media]);
  return { list, media };
}

async function createSession(entrance: Entrance, form: EntryForm, signal: AbortSignal): Promise<Session> {
  const [{ user, room, meeting }, { createClient }] = await Promise.all([
    entrance.enter({ form, signal }),
    import('../lib/create-client.js'),
  ]);
  const client = createClient({
    appKey: user.appKey,
    restUrl: user.restUrl ?? window.location.origin,
    identity: { memName: user.memName, token: user.token, nickName: user.nickName },
  });
  const life = { open: () => undefined, close: () => void client.close() };
  return { client, room, meeting, token: user.token, life };
}

export interface ClassroomProps {
  readonly entrance: Entrance;
  /** Initial values of the lobby's fields. */
  readonly form: EntryForm;
  /** Heading of the lobby: what is about to be joined. */
  readonly heading: ReactNode;
  /** Shown instead of the button that joins, while the class cannot be joined yet. */
  readonly waiting?: ReactNode;
  /** A link on the screen at the end, which leads away from the class. */
  readonly exit: OverProps['exit'];
}

/** A class, from the lobby to its end. */
export function Classroom({ entrance, form: initialForm, heading, waiting, exit }: ClassroomProps): ReactElement {
  const t = useText();
  const [phase, dispatch] = useReducer(nextPhase<Session>, startPhase as Phase<Session>);
  const joining = useRef<AbortController | undefined>(undefined);
  const [form, setForm] = useState(initialForm);
  const { list, media } = useDevices(phase.name !== 'over');
  const session = phase.name === 'connecting' || phase.name === 'inside' ? phase.session : undefined;
  useHeld(session?.life);

  const enter = async (entry: EntryForm): Promise<void> => {
    const controller = new AbortController();
    joining.current?.abort();
    joining.current = controller;
    const report = (event: PhaseEvent<Session>): void => {
      if (!controller.signal.aborted) dispatch(event);
    };
    try {
      report({ type: 'identified', session: await createSession(entrance, entry, controller.signal) });
    } catch (error) {
      const problem = joinProblemOf(error);
      if (!controller.signal.aborted) entrance.onFailed(problem);
      report({ type: 'failed', problem });
    }
  };

  const join = (entry: EntryForm): void => {
    setForm(entry);
    dispatch({ type: 'join', form: entry });
    void enter(entry);
  };

  const rejoin = (entry: EntryForm): void => {
    dispatch({ type: 'rejoin' });
    void enter(entry);
  };

  const cancel = (): void => {
    joining.current?.abort();
    dispatch({ type: 'cancelled' });
  };

  const prepareCheck = async (signal: AbortSignal): Promise<PreCallCheck> => {
    const [{ PreCallCheck: Check }, user] = await Promise.all([
      import('@lectern/rtc/diagnostics'),
      entrance.identify({ form: { ...form, name: form.name.trim() || t('lobby.name') }, signal }),
    ]);
    const { camera, microphone } = media.state.getSnapshot();
    return new Check({
      appKey: user.appKey,
      restUrl: user.restUrl ?? window.location.origin,
      identity: { memName: user.memName, token: user.token },
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
        entrance.onFailed(problem);
        dispatch({ type: 'failed', problem });
      },
      onLeft: (ending: OverProps['ending']) => dispatch({ type: 'left', ending }),
    }),
    [entrance],
  );

  const title = phase.name === 'inside' ? t('room.title', { room: phase.session.meeting.title }) : t('lobby.title');
  return (
    <>
      <title>{`${title} · ${t('app.name')}`}</title>
      {phase.name === 'over' ? (
        <Over ending={phase.ending} exit={exit} onRejoin={() => rejoin(phase.form)} />
      ) : phase.name === 'inside' ? null : (
        <Lobby
          form={form}
          fields={entrance.fields}
          heading={heading}
          waiting={waiting}
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
          <RoomGate
            options={session.room}
            meeting={session.meeting}
            token={session.token}
            devices={list}
            media={media}
            {...gate}
          />
        </LecternProvider>
      )}
    </>
  );
}
