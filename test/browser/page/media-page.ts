/** Runs inside the page: a member whose camera is a canvas and whose microphone is a tone, with the media tools. */
import { registerUser, requestToken, Role, RtcClient, type Conference } from '@lectern/rtc';
import { bindElement, ELEMENT_EVENTS, type ElementBinding } from '@lectern/rtc/element';
import { captureCanvas, SoundMeter, StreamRecorder, takePicture } from '@lectern/rtc/recorder';

interface Server {
  readonly restUrl: string;
  readonly appKey: string;
}

type Colour = readonly [red: number, green: number, blue: number];

const PASSWORD = 'secret1';
const TONE_HZ = 440;

const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 });
const screen = Object.assign(document.createElement('video'), { muted: true, autoplay: true, playsInline: true });
document.body.append(canvas, screen);

const paint = (colour: string): void => {
  const context = canvas.getContext('2d')!;
  context.fillStyle = colour;
  context.fillRect(0, 0, canvas.width, canvas.height);
};

/** Colour at the centre of the element, read from a captured frame. */
async function colourOf(video: HTMLVideoElement): Promise<Colour> {
  const { dataUrl } = takePicture(video);
  const image = Object.assign(new Image(), { src: dataUrl });
  await image.decode();
  const looking = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
  const context = looking.getContext('2d')!;
  context.drawImage(image, 0, 0);
  const [red = 0, green = 0, blue = 0] = context.getImageData(image.width / 2, image.height / 2, 1, 1).data;
  return [red, green, blue];
}

/** Resolves once the element shows mostly one of the three colours. */
async function shows(video: HTMLVideoElement, wanted: 0 | 1 | 2): Promise<void> {
  for (;;) {
    const colour = await colourOf(video).catch(() => undefined);
    if (colour && colour.every((part, index) => (index === wanted ? part > 150 : part < 100))) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Resolves after so many further frames. */
async function presents(video: HTMLVideoElement, frames: number): Promise<void> {
  for (let count = 0; count < frames; count++) {
    await new Promise<void>((resolve) => void video.requestVideoFrameCallback(() => resolve()));
  }
}

const sound = new AudioContext();
const tone = new OscillatorNode(sound, { frequency: TONE_HZ });
const volume = new GainNode(sound, { gain: 0.5 });
const microphone = new MediaStreamAudioDestinationNode(sound);
tone.connect(volume).connect(microphone);
tone.start();

let client: RtcClient;
let conference: Conference;
let meter: SoundMeter | undefined;
let tile: ElementBinding;
/** DOM events of the element, by name. */
const told = new Map<string, unknown[]>();

const happens = (target: EventTarget, event: string): Promise<void> =>
  new Promise((resolve, reject) => {
    target.addEventListener(event, () => resolve(), { once: true });
    const fail = (): void => reject(new Error(`instead of ${event}: ${(target as HTMLMediaElement).error?.message}`));
    target.addEventListener('error', fail, { once: true });
  });

const base64 = (data: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(';base64,')[1] ?? '');
    reader.onerror = () => reject(reader.error ?? new Error('the recording can not be read'));
    reader.readAsDataURL(data);
  });

const media = {
  paint,

  /** Records red, then pauses over green, then blue; with a tone of the page, or the audio of the device. */
  async record(sounds: 'tone' | 'microphone') {
    const { mediaDevices } = navigator;
    const heard = sounds === 'tone' ? microphone.stream : await mediaDevices.getUserMedia({ audio: true });
    const [audio] = heard.getAudioTracks();
    const capture = captureCanvas(canvas, { audio: audio! });
    screen.srcObject = capture.mediaStream;
    const isMoving = setInterval(() => capture.requestFrame(), 40);
    const recorder = new StreamRecorder(capture.mediaStream);
    paint('#f00');
    await shows(screen, 0);
    recorder.start();
    await presents(screen, 25);
    recorder.pause();
    paint('#0f0');
    await shows(screen, 1);
    paint('#00f');
    await shows(screen, 2);
    recorder.resume();
    await presents(screen, 25);
    const { blob, mimeType, isSeekable, error: failure } = await recorder.stop();
    clearInterval(isMoving);
    capture.close();

    const player = Object.assign(document.createElement('video'), { muted: true, src: URL.createObjectURL(blob) });
    await happens(player, 'loadeddata').catch((error: Error) => {
      throw new Error(`${error.message}: ${blob.size} bytes, ${mimeType}, ${String(failure)}`);
    });
    const { duration } = player;
    player.currentTime = duration - 0.2;
    await happens(player, 'seeked');
    const atTheEnd = await colourOf(player);
    player.currentTime = 0;
    await happens(player, 'seeked');
    return {
      file: await base64(blob),
      mimeType,
      isSeekable,
      error: failure?.message,
      duration,
      seekable: player.seekable.end(0),
      atTheStart: await colourOf(player),
      atTheEnd,
    };
  },

  setVolume: (gain: number): void => void volume.gain.setValueAtTime(gain, sound.currentTime),

  measureOwn(): void {
    meter = new SoundMeter(microphone.stream);
  },

  level: () => ({ instant: meter?.level.instant ?? -1, isTalking: meter?.isTalking ?? false }),

  async enter(server: Server, roomName: string, username: string): Promise<void> {
    await registerUser({ ...server, username, password: PASSWORD });
    const { memName, token } = await requestToken({ ...server, username, password: PASSWORD });
    client = new RtcClient({ ...server, identity: { memName, token } });
    conference = await client.joinRoom({ roomName, password: PASSWORD, role: Role.Talker });
  },

  async publishCanvas(): Promise<void> {
    const { mediaStream } = captureCanvas(canvas, { audio: microphone.stream.getAudioTracks()[0]! });
    await conference.publish({ media: mediaStream, name: 'canvas' });
  },

  /** Shows the stream of this name, and measures it. */
  async watch(name: string): Promise<void> {
    const stream = conference.state.getSnapshot().streams.find((one) => one.name === name);
    const subscription = await conference.subscribe(stream!.id);
    subscription.attach(screen);
    meter = new SoundMeter(subscription.mediaStream);
  },

  /** Binds the element to the stream of this name and has it subscribe. */
  async bind(name: string): Promise<void> {
    const stream = conference.state.getSnapshot().streams.find((one) => one.name === name);
    for (const event of Object.values(ELEMENT_EVENTS)) {
      screen.addEventListener(event, ({ detail }: CustomEventInit<unknown[]>) => told.set(event, detail ?? []));
    }
    tile = bindElement(screen, conference, stream!);
    tile.on('soundChanged', () => undefined);
    await tile.subscribe();
  },

  tile: () => ({
    state: tile.state,
    isPlaying: !screen.paused,
    isEmpty: screen.srcObject === null,
    ice: screen.dataset['iceState'],
    hears: ((told.get(ELEMENT_EVENTS.soundChanged)?.[0] as { instant?: number } | undefined)?.instant ?? 0) > 0.2,
  }),

  pauseVideo: (): Promise<void> => tile.pauseVideo(),

  resumeVideo: (): Promise<void> => tile.resumeVideo(),

  /** Content of the last media event. */
  mediaTold: () => {
    const { audio, video } = (told.get(ELEMENT_EVENTS.mediaChanged)?.[0] ?? {}) as Record<string, unknown>;
    return { audio, video };
  },

  move: (): void => document.body.append(document.createElement('section').appendChild(screen).parentElement!),

  remove: (): void => screen.remove(),

  streamNames: () => conference.state.getSnapshot().streams.map(({ name }) => name),

  colour: (): Promise<Colour | string> => colourOf(screen).catch((error: Error) => error.message),

  async leave(): Promise<void> {
    meter?.close();
    await conference.leave();
    await sound.close();
  },
};

declare global {
  interface Window {
    media: typeof media;
  }
}

window.media = media;
