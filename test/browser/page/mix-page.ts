/** Runs inside the page: one member of a mixed conference. */
import {
  createBrowserPlatform,
  registerUser,
  requestToken,
  RtcClient,
  type Conference,
  type Platform,
} from '@lectern/rtc';
import { listenTo } from '../../media/page-listener.js';
import { ToneCounter } from '../../media/tone.js';

interface Server {
  readonly restUrl: string;
  readonly appKey: string;
}

interface Entry {
  readonly room: string;
  readonly name: string;
  readonly role: 1 | 3;
  readonly type: 10 | 12;
  /** The only video codec that it has. */
  readonly codec?: string;
}

const PASSWORD = 'secret1';

/** Audio elements that were made by script; they are in no document. */
const elements: HTMLAudioElement[] = [];

window.Audio = class extends Audio {
  constructor(source?: string) {
    super(source);
    elements.push(this);
  }
};

/** A browser that has one video codec, as old ones do. */
const platformWith = (codec: string | undefined): Platform => {
  const platform = createBrowserPlatform();
  if (codec === undefined) return platform;
  const isIts = ({ mimeType }: RTCRtpCodec): boolean =>
    mimeType.endsWith(`/${codec}`) || !mimeType.startsWith('video/');
  return {
    ...platform,
    videoCodecs: () => [codec],
    codecCapabilities: (kind) => platform.codecCapabilities?.(kind).filter(isIts) ?? [],
  };
};

let client: RtcClient;
let conference: Conference;
let heard: MediaStreamTrack | undefined;
let frames = 0;
const tones = new ToneCounter();
const switched: string[][] = [];

function follow(): void {
  const [track] = conference.state.getSnapshot().mixedAudio?.getTracks() ?? [];
  if (!track || track === heard) return;
  heard = track;
  listenTo(track, tones);
}

const mixMember = {
  async enter(server: Server, { room, name, role, type, codec }: Entry): Promise<void> {
    await registerUser({ ...server, username: name, password: PASSWORD });
    const { memName, token } = await requestToken({ ...server, username: name, password: PASSWORD });
    client = new RtcClient({ ...server, identity: { memName, token }, platform: platformWith(codec) });
    conference = await client.joinRoom({ roomName: room, password: PASSWORD, role, config: { confrType: type } });
    conference.on('codecSwitched', (_, codecs) => switched.push([...codecs]));
    conference.state.subscribe(follow);
    follow();
  },

  async publish(): Promise<void> {
    const audio = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
    await conference.publish({ audio, video: { width: 640, height: 480 } });
  },

  /** Shows the first stream of the others. */
  async watch(): Promise<void> {
    const stream = conference.state.getSnapshot().streams.find(({ isLocal }) => !isLocal)!;
    const element = Object.assign(document.createElement('video'), { muted: true, autoplay: true });
    document.body.append(element);
    const count = (): void => {
      frames += 1;
      element.requestVideoFrameCallback(count);
    };
    element.requestVideoFrameCallback(count);
    (await conference.subscribe(stream)).attach(element);
  },

  frames: (): number => frames,

  switched: (): string[][] => switched,

  /** Number of windows in which each tone was received, by sender. */
  tones: (): Record<number, number> => Object.fromEntries(tones.counts),

  /** Levels of the members who are speaking. */
  levels: (): number[] => [...(conference.mixedAudio?.levels().values() ?? [])],

  /** The audio elements that the SDK plays by itself. */
  played: (): { playing: boolean; time: number; volume: number }[] =>
    elements.map(({ paused, srcObject, currentTime, volume }) => ({
      playing: !paused && srcObject !== null,
      time: currentTime,
      volume,
    })),

  setVolume: (volume: number): void => {
    conference.mixedAudio!.volume = volume;
  },
};

declare global {
  interface Window {
    mixMember: typeof mixMember;
  }
}

window.mixMember = mixMember;
