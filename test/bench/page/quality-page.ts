/** Runs inside the page: nine connections that receive audio and video, and the SDK that measures them. */
import { createBrowserPlatform, type Conference } from '@lectern/rtc';
import { qualityOf } from '@lectern/rtc/quality';

const STREAMS = 9;

let stop: (() => void) | undefined;
let measured = 0;
const receivers: RTCPeerConnection[] = [];

/** A small moving video, so that the cost of media does not hide the cost of measuring. */
const createPicture = (): MediaStreamTrack => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 90 });
  const context = canvas.getContext('2d')!;
  let frame = 0;
  setInterval(() => {
    context.fillStyle = `hsl(${(frame += 20)} 80% 50%)`;
    context.fillRect(0, 0, 160, 90);
  }, 200);
  return canvas.captureStream(5).getVideoTracks()[0]!;
};

const createSound = (): MediaStreamTrack => {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const sink = audio.createMediaStreamDestination();
  tone.connect(sink);
  tone.start();
  return sink.stream.getAudioTracks()[0]!;
};

const connect = async (tracks: readonly MediaStreamTrack[]): Promise<RTCPeerConnection> => {
  const [from, to] = [new RTCPeerConnection(), new RTCPeerConnection()];
  from.onicecandidate = ({ candidate }) => void (candidate && to.addIceCandidate(candidate));
  to.onicecandidate = ({ candidate }) => void (candidate && from.addIceCandidate(candidate));
  for (const track of tracks) from.addTrack(track);
  await from.setLocalDescription();
  await to.setRemoteDescription(from.localDescription!);
  await to.setLocalDescription();
  await from.setRemoteDescription(to.localDescription!);
  return to;
};

/** A fake conference with the streams and connection reports that the SDK reads while it measures. */
const conferenceOf = (peers: readonly RTCPeerConnection[]): Conference => {
  const streams = peers.map((_, index) => ({
    ...{ id: `S${index}`, memberId: `M${index}`, isLocal: false, audioMuted: false, videoMuted: false },
    ...{ videoCodecs: ['VP8'], wanted: { audio: true, video: true } },
  }));
  const members = streams.map(({ memberId: id }) => ({ id }));
  const links = new Map(
    peers.map((peer, index) => [
      `S${index}`,
      {
        state: 'linked',
        stats: () => peer.getStats(),
        sources: () => peer.getReceivers().flatMap((receiver) => receiver.getSynchronizationSources()),
      },
    ]),
  );
  const port = {
    context: { platform: createBrowserPlatform(), store: { now: { streams, members, isMixed: false } } },
    linkOf: (id: string) => links.get(id),
    onClose: () => undefined,
  };
  return { '~port': port } as unknown as Conference;
};

const bench = {
  async prepare(): Promise<void> {
    const tracks = [createSound(), createPicture()];
    for (let index = 0; index < STREAMS; index += 1) receivers.push(await connect(tracks));
  },
  /** Statistics as the classroom has them: every figure of every stream, who talks, how good each network is. */
  start(): void {
    const quality = qualityOf(conferenceOf(receivers));
    stop = quality.on('measured', ({ streams }) => {
      measured += streams.filter(({ latest }) => (latest.audio?.packets ?? 0) > 0).length;
    });
  },
  stop(): void {
    stop?.();
  },
  /** Samples with packets in them so far. */
  measured: () => measured,
};

declare global {
  interface Window {
    qualityBench: typeof bench;
  }
}

window.qualityBench = bench;
