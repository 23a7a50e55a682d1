import { deferred, race } from '../../core/abort.js';
import { StepFailure, type PreCallPlatform, type StepRun } from './run.js';

export interface Loop {
  readonly sender: RTCPeerConnection;
  readonly receiver: RTCPeerConnection;
  /** Type of the first local candidate that counted. */
  readonly candidateType: string;
}

const typeOf = ({ candidate }: RTCIceCandidate): string => / typ (\w+)/.exec(candidate)?.[1] ?? '';
const isUdp = ({ candidate }: RTCIceCandidate): boolean => /^(a=)?candidate:\S+ \d+ udp /i.test(candidate);

export interface LoopOptions {
  readonly configuration: RTCConfiguration;
  readonly tracks?: readonly MediaStreamTrack[];
  /** Selects the candidates that count; by default any. */
  readonly counts?: (type: string, isUdp: boolean) => boolean;
  readonly timeoutMs: number;
}

/**
 * Gathers candidates until one counts, without connecting: browsers stop gathering as soon as two ends are connected,
 * which takes milliseconds on one machine.
 */
export async function findCandidate(
  { platform, signal, open }: StepRun,
  { configuration, counts = () => true, timeoutMs }: LoopOptions,
): Promise<string> {
  const peer = makePeer(platform, configuration);
  open.add(() => peer.close());
  const counted = deferred<string>();
  peer.onicecandidate = ({ candidate }) => {
    if (candidate === null) counted.reject(new Error('no candidate of that kind was found'));
    else if (counts(typeOf(candidate), isUdp(candidate))) counted.resolve(typeOf(candidate));
  };
  peer.addTransceiver('audio', { direction: 'sendonly' });
  const gathering = peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  return race(Promise.all([counted.promise, gathering]), { signal, clock: platform.clock, timeoutMs }).then(
    ([type]) => type,
  );
}

/** Connects two peer connections of this page to each other, on the path that the configuration allows. */
export async function openLoop({ platform, signal, open }: StepRun, options: LoopOptions): Promise<Loop> {
  const { configuration, tracks = [], counts = () => true, timeoutMs } = options;
  const [sender, receiver] = [makePeer(platform, configuration), makePeer(platform, configuration)];
  open.add(() => {
    sender.close();
    receiver.close();
  });
  const connected = deferred<void>();
  const counted = deferred<string>();
  // The first failure is reported; the other one must not become an unhandled rejection.
  counted.promise.catch(() => undefined);
  connect(sender, receiver, (candidate) => {
    if (candidate === null) counted.reject(new Error('no candidate of that kind was found'));
    else if (counts(typeOf(candidate), isUdp(candidate))) counted.resolve(typeOf(candidate));
  });
  sender.oniceconnectionstatechange = () => {
    const { iceConnectionState: state } = sender;
    if (state === 'connected' || state === 'completed') connected.resolve();
    if (state === 'failed') connected.reject(new Error('no way between the two ends was found'));
  };
  for (const track of tracks) sender.addTransceiver(track, { direction: 'sendonly' });
  if (tracks.length === 0) sender.addTransceiver('audio', { direction: 'sendonly' });
  const waiting = { signal, clock: platform.clock, timeoutMs };
  await race(negotiate(sender, receiver), waiting);
  const [candidateType] = await race(Promise.all([counted.promise, connected.promise]), waiting);
  return { sender, receiver, candidateType };
}

function makePeer(platform: PreCallPlatform, configuration: RTCConfiguration): RTCPeerConnection {
  try {
    return platform.createPeerConnection(configuration);
  } catch (cause) {
    throw new StepFailure('use-other-browser', cause);
  }
}

function connect(
  sender: RTCPeerConnection,
  receiver: RTCPeerConnection,
  found: (candidate: RTCIceCandidate | null) => void,
): void {
  // Candidates are queued until their description is set.
  const early = new Map<RTCPeerConnection, RTCIceCandidate[]>([
    [sender, []],
    [receiver, []],
  ]);
  const pass = (from: RTCPeerConnection, to: RTCPeerConnection): void => {
    from.onicecandidate = ({ candidate }) => {
      if (from === sender) found(candidate);
      if (candidate === null) return;
      if (to.remoteDescription) to.addIceCandidate(candidate).catch(() => undefined);
      else early.get(to)?.push(candidate);
    };
    to.onsignalingstatechange = () => {
      if (!to.remoteDescription) return;
      for (const candidate of early.get(to)?.splice(0) ?? []) to.addIceCandidate(candidate).catch(() => undefined);
    };
  };
  pass(sender, receiver);
  pass(receiver, sender);
}

async function negotiate(sender: RTCPeerConnection, receiver: RTCPeerConnection): Promise<void> {
  const offer = await sender.createOffer();
  await sender.setLocalDescription(offer);
  await receiver.setRemoteDescription(offer);
  const answer = await receiver.createAnswer();
  await receiver.setLocalDescription(answer);
  await sender.setRemoteDescription(answer);
}
