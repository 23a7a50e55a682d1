/** Runs inside the page: one member of a conference whose camera and desktop tests steer. */
import { registerUser, requestToken, Role, RtcClient, StreamType, type Conference } from '@lectern/rtc';
import { shareDesktop } from '@lectern/rtc/desktop';
import { DeviceControl, type DeviceControlSnapshot } from '@lectern/rtc/devices';

interface Server {
  readonly restUrl: string;
  readonly appKey: string;
}

/** A remote stream as the page renders it. */
export interface SeenStream {
  readonly type: StreamType;
  readonly version: number;
  readonly frames: number;
  readonly width: number;
  readonly height: number;
}

const PASSWORD = 'secret1';

let client: RtcClient;
let conference: Conference;
let control: DeviceControl;
const screens = new Map<string, { readonly element: HTMLVideoElement; frames: number }>();

/** Shows every stream of the others, and counts its frames. */
function watch(): void {
  for (const { id, isLocal, type } of conference.state.getSnapshot().streams) {
    if (isLocal || screens.has(id)) continue;
    const element = Object.assign(document.createElement('video'), { muted: true, autoplay: true });
    element.dataset['type'] = String(type);
    document.body.append(element);
    const screen = { element, frames: 0 };
    screens.set(id, screen);
    const count = (): void => {
      screen.frames += 1;
      element.requestVideoFrameCallback(count);
    };
    element.requestVideoFrameCallback(count);
    void conference.subscribe(id).then((stream) => stream.attach(element));
  }
}

const member = {
  async enter(server: Server, roomName: string, username: string): Promise<void> {
    await registerUser({ ...server, username, password: PASSWORD });
    const { memName, token } = await requestToken({ ...server, username, password: PASSWORD });
    client = new RtcClient({ ...server, identity: { memName, token } });
    conference = await client.joinRoom({ roomName, password: PASSWORD, role: Role.Talker });
    control = new DeviceControl(conference, client.devices);
    conference.state.subscribe(watch);
    watch();
    // Browsers share displays only after a user gesture.
    document.querySelector('button')?.addEventListener('click', () => {
      member.sharing = shareDesktop(conference).then(() => undefined);
    });
  },

  /** Settles with the result of the click on the button. */
  sharing: Promise.resolve() as Promise<void>,

  async publish(): Promise<void> {
    await conference.publish({ audio: true, video: { width: 640, height: 480 } });
  },

  changeCamera: (index: number): Promise<void> =>
    control.changeCamera(client.devices.state.getSnapshot().cameras[index]!.deviceId),

  switchCamera: (): Promise<void> => control.switchCamera(),

  changeConstraints: (constraints: MediaTrackConstraints): Promise<void> => control.changeConstraints(constraints),

  releaseCamera: (): Promise<void> => conference.localStream()!.muteVideo({ release: true }),

  unmuteVideo: (): Promise<void> => conference.localStream()!.unmuteVideo(),

  /** Tracks of the own camera that were not stopped. */
  openCameras: (): number =>
    conference
      .localStream()!
      .mediaStream.getVideoTracks()
      .filter(({ readyState }) => readyState === 'live').length,

  devices: (): DeviceControlSnapshot => control.state.getSnapshot(),

  isSharing: (): boolean => conference.localStream(StreamType.Desktop) !== undefined,

  /** The remote streams that are rendered, in the order of the conference's state. */
  seen: (): SeenStream[] =>
    conference.state.getSnapshot().streams.flatMap(({ id, isLocal, type, version }) => {
      const screen = screens.get(id);
      if (isLocal || !screen) return [];
      const { videoWidth, videoHeight } = screen.element;
      return [{ type, version, frames: screen.frames, width: videoWidth, height: videoHeight }];
    }),

  leave: (): Promise<void> => client.close(),
};

declare global {
  interface Window {
    member: typeof member;
  }
}

window.member = member;
