import { SDK_VERSION } from '../../core/version.js';
import type { ConferencePort } from '../../conference/port.js';
import { QualityRecordType, StreamType } from '../../protocol/index.js';
import type { StreamQuality } from '../types.js';
import { readMemName } from './address.js';

/** A record in wire format; its fields are in the order of deployed clients. */
export type UploadRecord = Readonly<Record<string, unknown>> & { readonly type: QualityRecordType };

const rounded = (value: number | undefined): number | undefined => (value === undefined ? value : Math.round(value));

/** The first record of every socket (wire-conference 6, type 0). */
export function initRecord({ ticket, entered, context }: ConferencePort): UploadRecord {
  const { memName, confrId, timestamp } = ticket.ticket;
  const { info, clock } = context.platform;
  const { memId, sessId } = entered() ?? {};
  return {
    type: QualityRecordType.Init,
    counterId: 0,
    appkey: readMemName(memName).appKey,
    confrId,
    memId,
    memName,
    time: clock.now(),
    joinConfrTime: timestamp,
    sessionId: sessId,
    // Pages cannot read the network type; deployed clients always send this value.
    networkType: 'WIFI',
    sdkOS: 'Web',
    sdkVersion: SDK_VERSION,
    deviceInfo: info.browser,
    osVersion: info.browserVersion,
    result: 0,
  };
}

/**
 * One stream's newest sample (wire-conference 6, type 1), and the values of spec §3 that the type has no fields for.
 */
export function sampleRecord(port: ConferencePort, { streamId, isLocal, latest }: StreamQuality): SampleRecord {
  const stream = port.context.store.now.streams.find(({ id }) => id === streamId);
  const { at, audio, video, roundTripTime } = latest;
  const plain: UploadRecord = {
    type: QualityRecordType.Sample,
    time: at,
    streamType: stream?.type ?? StreamType.AudioMixer,
    sId: streamId,
    rtcId: port.linkOf(streamId)?.rtcId,
    isPub: isLocal,
    ...(!isLocal && { subMemName: stream?.memberName, subMemId: stream?.memberId }),
    aP: audio?.packets,
    vW: video?.width,
    vH: video?.height,
    vP: video?.packets,
    aPL: audio?.packetsLost,
    vPL: video?.packetsLost,
    audioInputLevel: audio?.level === undefined ? undefined : rounded(audio.level * 1_000),
    vFps: rounded(video?.framesPerSecond),
    aKBps: rounded(audio?.kilobytesPerSecond ?? 0),
    vKBps: rounded(video?.kilobytesPerSecond ?? 0),
    aPLR: rounded(audio?.lossRate ?? 0),
    vPLR: rounded(video?.lossRate ?? 0),
  };
  const more = {
    aB: audio?.bytes,
    vB: video?.bytes,
    RTT: rounded(roundTripTime),
    aJ: rounded(audio?.jitter),
    vJ: rounded(video?.jitter),
  };
  return { plain, more };
}

export interface SampleRecord {
  readonly plain: UploadRecord;
  /** Only for servers that acknowledge. */
  readonly more: Readonly<Record<string, unknown>>;
}
