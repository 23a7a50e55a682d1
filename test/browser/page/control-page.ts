/** Runs inside the page: a member whose camera is a canvas, who controls others and can be controlled. */
import { registerUser, requestToken, Role, RtcClient, type Conference } from '@lectern/rtc';
import {
  captureInput,
  ControlHost,
  RemoteController,
  type PointerAction,
  type PointerControl,
} from '@lectern/rtc/remote-control';

interface Server {
  readonly restUrl: string;
  readonly appKey: string;
}

/** Fractions of the frame's width and height. */
interface Place {
  readonly x: number;
  readonly y: number;
}

type Colour = 'red' | 'green' | 'blue' | 'other';

const PASSWORD = 'secret1';
const FRAMES_PER_SECOND = 15;

const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 });
const video = Object.assign(document.createElement('video'), { muted: true, autoplay: true, tabIndex: 0 });
video.style.cssText = 'width: 400px; height: 400px; object-fit: contain; background: black';
document.body.style.margin = '0';
document.body.append(video);

let conference: Conference;
let remote: RemoteController;
let host: ControlHost;
let pointer: PointerControl;
const actions: PointerAction[] = [];
const pictures: string[] = [];
let ticks = 0;
let [around, middle]: [Colour, Colour] = ['red', 'blue'];
let focus: Place | undefined;

function paint(): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  context.fillStyle = around === 'green' ? '#00ff00' : around;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = middle === 'green' ? '#00ff00' : middle;
  context.fillRect(canvas.width / 4, canvas.height / 4, canvas.width / 2, canvas.height / 2);
  if (!focus) return;
  const side = canvas.height / 5;
  context.fillStyle = '#00ff00';
  context.fillRect(focus.x * canvas.width - side / 2, focus.y * canvas.height - side / 2, side, side);
}

function trackOf(source: HTMLCanvasElement): MediaStreamTrack {
  const [track] = source.captureStream(FRAMES_PER_SECOND).getVideoTracks();
  if (!track) throw new Error('no canvas');
  return track;
}

/**
 * Adds abilities of phones that Chromium's fake cameras lack: a torch that makes all green, and a focus whose place is
 * green.
 */
function likePhone(track: MediaStreamTrack): void {
  const abilities: object = { torch: true, focusMode: ['single-shot'], exposureMode: ['single-shot'] };
  track.getCapabilities = () => abilities as MediaTrackCapabilities;
  track.applyConstraints = (constraints) => {
    const [wish] = (constraints?.advanced ?? []) as readonly { torch?: boolean; pointsOfInterest?: readonly Place[] }[];
    if (wish?.torch !== undefined) [around, middle] = wish.torch ? ['green', 'green'] : ['red', 'blue'];
    focus = wish?.pointsOfInterest?.[0] ?? focus;
    return Promise.resolve();
  };
}

function colourAt(source: HTMLVideoElement | HTMLImageElement, { x, y }: Place): Colour {
  const [width, height] =
    source instanceof HTMLVideoElement
      ? [source.videoWidth, source.videoHeight]
      : [source.naturalWidth, source.naturalHeight];
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context || width === 0) return 'other';
  context.drawImage(source, x * width, y * height, 1, 1, 0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  const isMost = (part: number): boolean => part > 150 && red + green + blue - part < 150;
  return isMost(red) ? 'red' : isMost(green) ? 'green' : isMost(blue) ? 'blue' : 'other';
}

/** The only remote stream. */
const theirs = (): string => conference.state.getSnapshot().streams.find(({ isLocal }) => !isLocal)?.id ?? '';

const controlMember = {
  async enter(server: Server, room: string, name: string): Promise<void> {
    const user = { ...server, username: name, password: PASSWORD };
    await registerUser(user);
    const { token } = await requestToken(user);
    const client = new RtcClient({ ...server, identity: { memName: name, token } });
    conference = await client.joinRoom({ roomName: room, password: 'pw', role: Role.Talker });
    remote = new RemoteController(conference);
  },

  /** Publishes the canvas and allows everything. */
  async beControlled(): Promise<void> {
    paint();
    setInterval(paint, 1000 / FRAMES_PER_SECOND);
    host = new ControlHost(conference, { allowMedia: () => 'session', allowPointer: () => true });
    host.on('actions', (_, done) => actions.push(...done));
    host.on('picture', (_, dataUrl) => pictures.push(dataUrl));
    await conference.publish({ media: new MediaStream([trackOf(canvas)]), audio: false });
  },

  /** The same with a camera as phones have them, and another one, which sees blue alone. */
  async beControlledAsPhone(): Promise<void> {
    const front = Object.assign(document.createElement('canvas'), { width: 640, height: 360 });
    const paintAll = (): void => {
      paint();
      const context = front.getContext('2d');
      if (context) context.fillStyle = 'blue';
      context?.fillRect(0, 0, front.width, front.height);
    };
    paintAll();
    setInterval(paintAll, 1000 / FRAMES_PER_SECOND);
    const back = trackOf(canvas);
    likePhone(back);
    const stream = await conference.publish({ media: new MediaStream([back]), audio: false });
    host = new ControlHost(conference, {
      allowMedia: () => 'session',
      switchCamera: () => stream.setSource('video', {}, { track: trackOf(front) }),
    });
  },

  /** The same with the page's camera; counts the page's own timer ticks from now on. */
  async beControlledAtCamera(): Promise<void> {
    setInterval(() => (ticks += 1), 1000 / FRAMES_PER_SECOND);
    host = new ControlHost(conference, { allowMedia: () => 'session' });
    await conference.publish({ video: { width: 640, height: 360 }, audio: false });
  },

  ticks: (): number => ticks,
  visibility: (): string => document.visibilityState,

  /** Sets the colours that the camera shows. */
  look(outside: Colour, inside: Colour): void {
    [around, middle] = [outside, inside];
  },

  async watch(): Promise<void> {
    const stream = await conference.subscribe(theirs());
    stream.attach(video);
  },

  sees: (place: Place): Colour => colourAt(video, place),

  /** Colours at a place over so many further frames. */
  async seesOver(frames: number, place: Place): Promise<Colour[]> {
    const seen = new Set<Colour>();
    for (let count = 0; count < frames; count++) {
      await new Promise<void>((resolve) => void video.requestVideoFrameCallback(() => resolve()));
      seen.add(colourAt(video, place));
    }
    return [...seen];
  },

  zoom: (factor: number): Promise<void> => remote.zoom(theirs(), factor),
  freeze: (isFrozen: boolean): Promise<void> => remote.freezeFrame(theirs(), isFrozen),
  focus: (place: Place): Promise<void> => remote.focusAt(theirs(), place),
  switchCamera: (): Promise<void> => remote.switchCamera(theirs()),
  torch: (isOn: boolean): Promise<string> =>
    remote.setTorch(theirs(), isOn).then(
      () => 'on',
      (error: { readonly cause?: { readonly code?: number } }) => `refused ${String(error.cause?.code)}`,
    ),

  /** Captures an image of the other side: its size and the colour at a place. */
  async picture(place: Place): Promise<{ width: number; height: number; colour: Colour }> {
    const image = Object.assign(new Image(), { src: (await remote.capturePicture(theirs())) ?? '' });
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight, colour: colourAt(image, place) };
  },

  taken: (): number => pictures.length,

  async point(): Promise<void> {
    pointer = await remote.control(theirs());
    captureInput(pointer, { video });
  },

  done: (): readonly PointerAction[] => actions,
  stop: (): void => host.stop(),
  pointing: (): string => pointer.snapshot.endReason ?? pointer.snapshot.state,
};

declare global {
  interface Window {
    controlMember: typeof controlMember;
  }
}

window.controlMember = controlMember;
