/** Runs inside the page: a member who draws and points over a video, its own or that of another member. */
import { registerUser, requestToken, Role, RtcClient, type Conference } from '@lectern/rtc';
import {
  captureDrawing,
  Drawing,
  OverlayCanvas,
  PointerTrail,
  shareDrawing,
  type DrawingShare,
  type PenStyle,
} from '@lectern/rtc/overlay';
import { captureInput, ControlHost, RemoteController, type PointerSnapshot } from '@lectern/rtc/remote-control';

interface Server {
  readonly restUrl: string;
  readonly appKey: string;
}

/** CSS pixels of the page, or 1/10000 of the video's size. */
interface Place {
  readonly x: number;
  readonly y: number;
}

interface Line {
  readonly style: PenStyle;
  readonly places: readonly Place[];
}

type Colour = 'green' | 'blue';

const PASSWORD = 'secret1';
const FRAMES_PER_SECOND = 15;
const FILL = 'position: absolute; inset: 0; width: 100%; height: 100%';

/** The video of the camera: a green field on grey, to the right and above the middle. */
const camera = Object.assign(document.createElement('canvas'), { width: 640, height: 360 });
const FIELD = { x: 384, y: 72, width: 64, height: 72 };

const stage = document.createElement('div');
const video = Object.assign(document.createElement('video'), { muted: true, autoplay: true });
const canvas = Object.assign(document.createElement('canvas'), { tabIndex: 0 });
document.body.style.cssText = 'margin: 0; background: black';
stage.style.cssText = 'position: relative; width: 400px; height: 400px';
video.style.cssText = `${FILL}; object-fit: contain; background: black`;
canvas.style.cssText = FILL;
stage.append(video, canvas);
document.body.append(stage);

let now = 0;
const trail = new PointerTrail({ now: () => now });
let conference: Conference;
let remote: RemoteController;
let host: ControlHost | undefined;
let drawing: Drawing;
let overlay: OverlayCanvas;
let share: DrawingShare | undefined;
let pointer: PointerSnapshot | undefined;
let style: PenStyle = {};

function film(): void {
  const context = camera.getContext('2d');
  if (!context) return;
  context.fillStyle = '#404040';
  context.fillRect(0, 0, camera.width, camera.height);
  context.fillStyle = '#00ff00';
  context.fillRect(FIELD.x, FIELD.y, FIELD.width, FIELD.height);
}

/** The only remote stream. */
const theirs = (): string => conference.state.getSnapshot().streams.find(({ isLocal }) => !isLocal)?.id ?? '';

function begin(control: PointerSnapshot): void {
  pointer = control;
  share = shareDrawing(conference, { ...control, drawing });
}

function end(): void {
  share?.close();
  trail.clear();
}

/** Once everything that has changed is painted. */
const painted = (): Promise<void> => new Promise((resolve) => void requestAnimationFrame(() => resolve()));

const contextOf = (source: HTMLCanvasElement): CanvasRenderingContext2D => {
  const context = source.getContext('2d');
  if (!context) throw new Error('no canvas');
  return context;
};

const overlayMember = {
  async enter(server: Server, room: string, name: string): Promise<void> {
    const user = { ...server, username: name, password: PASSWORD };
    await registerUser(user);
    const { token } = await requestToken(user);
    const client = new RtcClient({ ...server, identity: { memName: name, token } });
    conference = await client.joinRoom({ roomName: room, password: 'pw', role: Role.Talker });
    remote = new RemoteController(conference);
    remote.on('pointerEnded', end);
    drawing = new Drawing(conference.state.getSnapshot().localMember?.id);
    overlay = new OverlayCanvas({ canvas, video, drawing, trail });
  },

  /** Publishes the camera, watches it, and lets everybody control it. */
  async beControlled(): Promise<void> {
    film();
    setInterval(film, 1000 / FRAMES_PER_SECOND);
    host = new ControlHost(conference, { allowPointer: () => true });
    host.on('controlled', begin);
    host.on('freed', end);
    host.on('actions', (_, actions) => actions.forEach((action) => trail.follow(action)));
    const [track] = camera.captureStream(FRAMES_PER_SECOND).getVideoTracks();
    if (!track) throw new Error('no canvas');
    const stream = await conference.publish({ media: new MediaStream([track]), audio: false });
    stream.attach(video);
  },

  async watch(): Promise<void> {
    const stream = await conference.subscribe(theirs());
    stream.attach(video);
  },

  async control(): Promise<void> {
    const control = await remote.control(theirs());
    control.on('sent', (actions) => actions.forEach((action) => trail.follow(action)));
    begin(control.snapshot);
  },

  stop: (): Promise<void> | undefined => remote.pointer(theirs())?.stop(),

  hasPicture: (): boolean => video.videoWidth > 0,

  /** Sets the layout of the video. */
  show(fit: 'contain' | 'cover' | 'fill', isMirrored: boolean, width = 400, height = 400): void {
    video.style.objectFit = fit;
    video.style.transform = isMirrored ? 'scaleX(-1)' : 'none';
    overlay.isMirrored = isMirrored;
    Object.assign(stage.style, { width: `${width}px`, height: `${height}px` });
  },

  /** Scales the stage as CSS does. */
  scale(by: number): void {
    stage.style.transformOrigin = '0 0';
    stage.style.transform = `scale(${by})`;
  },

  /** Mouse, touch and keyboard draw, or point. */
  use(what: 'pen' | 'pointer', pen: PenStyle = {}): void {
    style = pen;
    const control = remote.pointer(theirs());
    if (what === 'pen') captureDrawing({ surface: canvas, overlay, drawing, trail, style: () => style });
    else if (control) captureInput(control, { video, surface: canvas, isMirrored: overlay.isMirrored });
  },

  draw(lines: readonly Line[]): void {
    for (const { style: look, places } of lines) {
      const [first = { x: 0, y: 0 }, ...more] = places;
      const pen = drawing.begin(look, first);
      for (const place of more) pen.move(place);
      pen.end();
    }
  },

  act(what: 'undo' | 'redo' | 'clear'): void {
    drawing[what]();
  },

  /** Shares again, as a part of a page does that was taken out and put in again. */
  shareAgain(): void {
    share?.close();
    drawing = new Drawing(conference.state.getSnapshot().localMember?.id);
    overlay.close();
    overlay = new OverlayCanvas({ canvas, video, drawing, trail });
    if (pointer) begin(pointer);
  },

  sharing: (): string => share?.state.getSnapshot().state ?? 'none',
  strokes: (): number => drawing.state.getSnapshot().strokes.length,
  places: (): readonly Place[] => trail.points().map(({ x, y }) => ({ x, y })),

  /** The clock of the trail. */
  advance(ms: number): void {
    now += ms;
  },

  /** Everything that the overlay shows. */
  async pixels(): Promise<{ width: number; height: number; painted: number; digest: string }> {
    await painted();
    const { width, height } = canvas;
    const { data } = contextOf(canvas).getImageData(0, 0, width, height);
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
    let count = 0;
    for (let index = 3; index < data.length; index += 4) if (data[index] !== 0) count += 1;
    return { width, height, painted: count, digest: hash.join() };
  },

  /** `#rrggbbaa` at places of the stage, in CSS pixels. */
  async colours(places: readonly Place[]): Promise<string[]> {
    await painted();
    const ratio = canvas.width / canvas.clientWidth;
    return places.map(({ x, y }) => {
      const { data } = contextOf(canvas).getImageData(Math.floor(x * ratio), Math.floor(y * ratio), 1, 1);
      return `#${[...data].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    });
  },

  /** Finds a colour in a screenshot of the page: the number of its pixels and their centre. */
  async find(png: string, colour: Colour): Promise<Place & { count: number }> {
    const image = Object.assign(new Image(), { src: `data:image/png;base64,${png}` });
    await image.decode();
    const looking = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const context = contextOf(looking);
    context.drawImage(image, 0, 0);
    const { data, width } = context.getImageData(0, 0, image.width, image.height);
    let [count, x, y] = [0, 0, 0];
    for (let at = 0; at < data.length / 4; at += 1) {
      const [red = 0, green = 0, blue = 0] = data.subarray(4 * at, 4 * at + 3);
      const [most, other] = colour === 'green' ? [green, blue] : [blue, green];
      if (most < 200 || other > 80 || red > 80) continue;
      count += 1;
      x += at % width;
      y += Math.floor(at / width);
    }
    const ratio = window.devicePixelRatio;
    return { count, x: (x / count + 0.5) / ratio, y: (y / count + 0.5) / ratio };
  },
};

declare global {
  interface Window {
    overlayMember: typeof overlayMember;
  }
}

window.overlayMember = overlayMember;
