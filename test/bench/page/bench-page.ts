/** Runs inside the page: measures the SDK and its control with the page's own camera and clock. */
import { registerUser, requestToken, Role, RtcClient, type Conference, type StreamSnapshot } from '@lectern/rtc';
import { liveObjects, type ObjectCounts } from './live-objects.js';

interface Server {
  readonly restUrl: string;
  readonly appKey: string;
}

const PASSWORD = 'bench';
const PAUSE_MS = 700;
const VIDEO: MediaTrackConstraints = { width: 640, height: 480, frameRate: 20 };

let server: Server;
let camera: MediaStream;
let publisher: { readonly client: RtcClient; readonly conference: Conference };
let subscriber: RtcClient;
let room: string;
let users = 0;

const newClient = async (): Promise<RtcClient> => {
  const username = `bench-${Date.now()}-${(users += 1)}`;
  await registerUser({ ...server, username, password: PASSWORD });
  const { memName, token } = await requestToken({ ...server, username, password: PASSWORD });
  return new RtcClient({ ...server, identity: { memName, token } });
};

const join = (client: RtcClient): Promise<Conference> =>
  client.joinRoom({ roomName: room, password: PASSWORD, role: Role.Talker });

/** A video element outside of the document: it decodes and presents all the same. */
const newScreen = (): HTMLVideoElement =>
  Object.assign(document.createElement('video'), { muted: true, autoplay: true });

/** Milliseconds of the page's clock at which the element shows its first frame. */
const firstFrame = (screen: HTMLVideoElement): Promise<number> =>
  new Promise((resolve) => screen.requestVideoFrameCallback(() => resolve(performance.now())));

/** Resolves with the stream of another member, existing or new. */
const remoteStream = (conference: Conference): Promise<StreamSnapshot> =>
  new Promise((resolve) => {
    const find = (): void => {
      const stream = conference.state.getSnapshot().streams.find(({ isLocal }) => !isLocal);
      if (!stream) return;
      stop();
      resolve(stream);
    };
    const stop = conference.state.subscribe(find);
    find();
  });

/**
 * Both measurements start after a pause. The server asks a publisher for a keyframe at most every 500 ms, so a join right
 * after another would measure that throttle.
 */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** Joins, subscribes to the publisher and shows it, as an application does. */
const watch = async (screen: HTMLVideoElement): Promise<Conference> => {
  const conference = await join(subscriber);
  const remote = await conference.subscribe(await remoteStream(conference));
  remote.attach(screen);
  return conference;
};

const bench = {
  /** A publisher in a room of its own, which stays for all rounds. */
  async prepare(given: Server): Promise<void> {
    server = given;
    room = `bench-${Date.now()}`;
    camera = await navigator.mediaDevices.getUserMedia({ audio: true, video: VIDEO });
    const client = await newClient();
    const conference = await join(client);
    await conference.publish({ media: camera, keepMedia: true });
    publisher = { client, conference };
    subscriber = await newClient();
  },

  /** From the call of `joinRoom` to the first remote frame, in ms. */
  async join(): Promise<number> {
    const screen = newScreen();
    await pause();
    const shown = firstFrame(screen);
    const started = performance.now();
    const conference = await watch(screen);
    const elapsed = (await shown) - started;
    await conference.leave();
    return elapsed;
  },

  /** The control: two peer connections of this page, from the offer to the first frame, in ms. */
  async twoPeers(): Promise<number> {
    const screen = newScreen();
    await pause();
    const shown = firstFrame(screen);
    const started = performance.now();
    const [from, to] = [new RTCPeerConnection(), new RTCPeerConnection()];
    from.onicecandidate = ({ candidate }) => void to.addIceCandidate(candidate ?? undefined);
    to.onicecandidate = ({ candidate }) => void from.addIceCandidate(candidate ?? undefined);
    to.ontrack = ({ streams }) => {
      screen.srcObject = streams[0] ?? null;
    };
    for (const track of camera.getTracks()) from.addTrack(track, camera);
    await from.setLocalDescription();
    await to.setRemoteDescription(from.localDescription!);
    await to.setLocalDescription();
    await from.setRemoteDescription(to.localDescription!);
    const elapsed = (await shown) - started;
    from.close();
    to.close();
    return elapsed;
  },

  /** Joins, publishes, subscribes, sees a frame and leaves; nothing may be left of it. */
  async cycle(): Promise<void> {
    const screen = newScreen();
    const shown = firstFrame(screen);
    const conference = await watch(screen);
    await conference.publish({ audio: true, video: VIDEO });
    await shown;
    await conference.leave();
  },

  /** For counting the conferences that the heap retains. */
  conferencePrototype: (): object => Object.getPrototypeOf(publisher.conference) as object,

  counts: (): ObjectCounts => liveObjects(),

  async finish(): Promise<void> {
    await subscriber.close();
    await publisher.client.close();
    for (const track of camera.getTracks()) track.stop();
  },
};

export type Bench = typeof bench;

declare global {
  interface Window {
    bench: Bench;
  }
}

window.bench = bench;
