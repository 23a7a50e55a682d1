import { delay } from '../../core/abort.js';
import { findCandidate, openLoop } from './loop.js';
import { StepFailure, type Finding, type StepRun } from './run.js';

const ICE_TIMEOUT_MS = 10_000;
/** Encoders start slowly; earlier data is not representative. */
const RAMP_MS = 1_500;
const MEASURED_MS = 3_000;
/** Minimum bit rates of a small video and of audio, in kbit/s. */
const MIN_VIDEO_KBPS = 150;
const MIN_AUDIO_KBPS = 8;
const BITS_PER_BYTE = 8;

const urlsOf = ({ urls }: RTCIceServer): readonly string[] => (typeof urls === 'string' ? [urls] : urls);

/** Servers of a configuration, with only the wanted ones of their addresses. */
const serversWith = ({ iceServers = [] }: RTCConfiguration, isWanted: (url: string) => boolean): RTCIceServer[] =>
  iceServers.flatMap((server) => {
    const urls = urlsOf(server).filter(isWanted);
    return urls.length > 0 ? [{ ...server, urls }] : [];
  });

const isRelay = (url: string): boolean => /^turns?:/i.test(url);
const isUdpUrl = (url: string): boolean => /^(stun|turn):/i.test(url) && !/transport=tcp/i.test(url);

/**
 * Checks ICE over UDP: with STUN or TURN servers, one of them must answer by UDP; without any it only checks that this
 * machine can send UDP at all.
 */
export async function checkUdp(run: StepRun, configuration: RTCConfiguration): Promise<Finding> {
  const iceServers = serversWith(configuration, isUdpUrl);
  const timeoutMs = ICE_TIMEOUT_MS;
  const wide = { ...configuration, iceServers, iceTransportPolicy: 'all' } as const;
  try {
    if (iceServers.length === 0) {
      const { candidateType } = await openLoop(run, {
        configuration: wide,
        counts: (_type, isUdp) => isUdp,
        timeoutMs,
      });
      return { state: 'passed', candidateType };
    }
    const isFromOutside = (type: string, isUdp: boolean): boolean => isUdp && type !== 'host';
    return {
      state: 'passed',
      candidateType: await findCandidate(run, { configuration: wide, counts: isFromOutside, timeoutMs }),
    };
  } catch (cause) {
    throw failureOf(cause, 'udp-blocked');
  }
}

/** Checks a connection through the relay alone, over any transport that it offers. */
export async function checkTurn(run: StepRun, configuration: RTCConfiguration): Promise<Finding> {
  const iceServers = serversWith(configuration, isRelay);
  if (iceServers.length === 0) return { state: 'skipped', advice: 'no-relay' };
  if (iceServers.some(({ username, credential }) => !username || !credential)) {
    throw new StepFailure('relay-refused');
  }
  try {
    const { candidateType } = await openLoop(run, {
      configuration: { ...configuration, iceServers, iceTransportPolicy: 'relay' },
      counts: (type) => type === 'relay',
      timeoutMs: ICE_TIMEOUT_MS,
    });
    return { state: 'passed', candidateType };
  } catch (cause) {
    throw failureOf(cause, 'relay-blocked');
  }
}

/**
 * Measures the camera and microphone media received when they are sent to this page itself, through the relay if there
 * is one.
 */
export async function checkBitrate(
  run: StepRun,
  configuration: RTCConfiguration,
  tracks: readonly MediaStreamTrack[],
  isThroughRelay: boolean,
): Promise<Finding> {
  if (tracks.length === 0) return { state: 'skipped', advice: 'no-media' };
  const { clock } = run.platform;
  try {
    const policy = isThroughRelay ? 'relay' : 'all';
    const { receiver, candidateType } = await openLoop(run, {
      configuration: { ...configuration, iceTransportPolicy: policy },
      tracks,
      timeoutMs: ICE_TIMEOUT_MS,
    });
    await delay(clock, RAMP_MS, run.signal);
    const [bytesBefore, before] = [await bytesOf(receiver), clock.now()];
    await delay(clock, MEASURED_MS, run.signal);
    const bytes = (await bytesOf(receiver)) - bytesBefore;
    const kbps = Math.round((bytes * BITS_PER_BYTE) / (clock.now() - before));
    const least = tracks.some(({ kind }) => kind === 'video') ? MIN_VIDEO_KBPS : MIN_AUDIO_KBPS;
    if (kbps < least) return { state: 'warning', advice: 'low-bitrate', kbps, candidateType };
    return { state: 'passed', kbps, candidateType };
  } catch (cause) {
    throw failureOf(cause, 'udp-blocked');
  }
}

const failureOf = (cause: unknown, advice: StepFailure['advice']): StepFailure =>
  cause instanceof StepFailure ? cause : new StepFailure(advice, cause);

async function bytesOf(receiver: RTCPeerConnection): Promise<number> {
  let bytes = 0;
  for (const entry of (await receiver.getStats()).values() as Iterable<{ type: string; bytesReceived?: number }>) {
    if (entry.type === 'inbound-rtp') bytes += entry.bytesReceived ?? 0;
  }
  return bytes;
}
