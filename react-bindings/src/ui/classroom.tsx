import type { Conference, JoinRoomOptions, RtcClient } from '@lectern/rtc';
import {
  AudioRenderer,
  LecternProvider,
  useAction,
  useAudioPlayback,
  useAutoSubscribe,
  useConference,
  useConnectionState,
  useJoinRoom,
  useLayout,
  useMemberIds,
  useRoomChat,
  useTrackToggle,
  type ActionState,
  type ChoiceStorage,
  type JoinChoices,
} from '@lectern/react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { ControlBar } from './control-bar.js';
import { DeviceMenu } from './device-menu.js';
import { MemberList } from './member-list.js';
import { PreJoin } from './pre-join.js';
import { Problem } from './problem.js';
import { RoomChat } from './room-chat.js';
import { Focus, Grid } from './stage.js';
import { UiTexts, useTexts, type UiTextsProps } from './texts.js';

/** Props of {@link Classroom}. */
export interface ClassroomProps extends Pick<UiTextsProps, 'locale' | 'texts'> {
  readonly client: RtcClient;
  /** The room; the nickname is the one that the person types. */
  readonly room: Omit<JoinRoomOptions, 'signal' | 'nickName'>;
  /** Remembers name, devices and mutes, e.g. `localStorage`. */
  readonly storage?: ChoiceStorage | undefined;
  readonly initial?: Partial<JoinChoices>;
  /** Tiles on one page (default 9). */
  readonly pageSize?: number;
}

type Panel = 'chat' | 'members' | 'devices';

/** Constraints of a device that was chosen; another one is used where it is gone. */
const deviceOf = (deviceId: string | undefined): MediaTrackConstraints | true =>
  deviceId === undefined ? true : { deviceId: { ideal: deviceId } };

async function publishChosen(conference: Conference, choices: JoinChoices): Promise<void> {
  const audio = choices.isMicrophoneOn && deviceOf(choices.microphoneId);
  const video = choices.isCameraOn && deviceOf(choices.cameraId);
  if (audio === false && video === false) return;
  try {
    await conference.publish({ audio, video });
  } catch (error) {
    // A camera that cannot be opened takes nobody's voice.
    if (audio !== false && video !== false) await conference.publish({ audio, video: false });
    throw error;
  }
}

/** Publishes the devices that were chosen, once; its error is in `error`. */
function useFirstTracks(choices: JoinChoices): ActionState {
  const conference = useConference();
  const { isAllowed } = useTrackToggle('audio');
  const isDone = useRef(false);
  const { run, isPending, error } = useAction(async () => {
    if (conference) await publishChosen(conference, choices);
  });
  useEffect(() => {
    if (isDone.current || !isAllowed) return;
    isDone.current = true;
    void run();
  }, [isAllowed, run]);
  return { isPending, error };
}

/** Number of messages of others since the chat was last open. It listens from the first moment on. */
function useUnread(isOpen: boolean): number {
  const { messages } = useRoomChat();
  const others = messages.filter(({ isLocal }) => !isLocal);
  const newest = others.at(-1)?.id;
  const [read, setRead] = useState<string>();
  if (isOpen && read !== newest) setRead(newest);
  return isOpen ? 0 : others.length - 1 - others.findIndex(({ id }) => id === read);
}

function SoundNotice(): ReactElement | null {
  const text = useTexts();
  const { isBlocked, resume } = useAudioPlayback();
  if (!isBlocked) return null;
  return (
    <p role="alert" className="lectern-notice">
      {text('soundBlocked')}{' '}
      <button type="button" onClick={() => void resume()}>
        {text('soundOn')}
      </button>
    </p>
  );
}

function Inside({
  choices,
  pageSize,
  onLeave,
}: {
  choices: JoinChoices;
  pageSize: number | undefined;
  onLeave: () => void;
}) {
  const text = useTexts();
  const [panel, setPanel] = useState<Panel>();
  const count = useMemberIds().length;
  const connection = useConnectionState();
  const layout = useLayout(pageSize === undefined ? {} : { pageSize });
  useAutoSubscribe();
  const { error } = useFirstTracks(choices);
  const unread = useUnread(panel === 'chat');
  const labels: Readonly<Record<Panel, string>> = {
    chat: unread === 0 ? text('chat') : text('unread', { count: unread }),
    members: text('members', { count: count + 1 }),
    devices: text('devices'),
  };
  return (
    <div className="lectern-room">
      <AudioRenderer />
      <SoundNotice />
      {connection !== 'joined' && <output>{text('reconnecting')}</output>}
      {count === 0 && <output>{text('alone')}</output>}
      <Problem error={error} />
      <div className="lectern-stage">
        {layout.mode === 'focus' ? <Focus layout={layout} /> : <Grid layout={layout} />}
        {panel && (
          <aside aria-label={labels[panel]} className="lectern-panel">
            <h2>{labels[panel]}</h2>
            {panel === 'chat' ? <RoomChat /> : panel === 'members' ? <MemberList /> : <DeviceMenu />}
          </aside>
        )}
      </div>
      <ControlBar onLeave={onLeave}>
        {(['chat', 'members', 'devices'] as const).map((name) => (
          <button
            key={name}
            type="button"
            aria-expanded={panel === name}
            onClick={() => setPanel(panel === name ? undefined : name)}
          >
            {labels[name]}
          </button>
        ))}
      </ControlBar>
    </div>
  );
}

function Session(
  props: Omit<ClassroomProps, 'client'> & { readonly choices: JoinChoices; readonly onRejoin: () => void },
) {
  const text = useTexts();
  const { room, choices, pageSize, onRejoin } = props;
  const { status, error, exit, leave, retry } = useJoinRoom({ ...room, nickName: choices.name });
  if (status === 'joined') return <Inside choices={choices} pageSize={pageSize} onLeave={() => void leave()} />;
  if (status === 'idle' || status === 'joining') return <output>{text('joining')}</output>;
  return (
    <div className="lectern-over">
      {status === 'failed' ? <Problem error={error} /> : <output>{text(exit ? 'ended' : 'left')}</output>}
      <button type="button" className="lectern-primary" onClick={status === 'failed' ? retry : onRejoin}>
        {text('rejoin')}
      </button>
    </div>
  );
}

/**
 * A whole class: the page before it, tiles, sound, chat, members, devices and controls. Load `@lectern/react/ui.css`
 * once.
 *
 * @example
 * <Classroom client={client} room={{ roomName: 'algebra', password: '1234', role: Role.Talker }} locale="zh-TW" />
 */
export function Classroom({ client, locale, texts, ...props }: ClassroomProps): ReactElement {
  const [choices, setChoices] = useState<JoinChoices>();
  return (
    <LecternProvider client={client}>
      <UiTexts locale={locale} texts={texts}>
        <div className="lectern" lang={locale ?? 'en'}>
          {choices ? (
            <Session {...props} choices={choices} onRejoin={() => setChoices(undefined)} />
          ) : (
            <PreJoin onJoin={setChoices} storage={props.storage} {...(props.initial && { initial: props.initial })} />
          )}
        </div>
      </UiTexts>
    </LecternProvider>
  );
}
