import {
  encodeCandidates,
  encodeSdp,
  Op,
  ResultCode,
  ServerCode,
  StreamType,
  TerminateReason,
} from '@lectern/rtc/protocol';
import type { MediaErrorReason, PublishAnswer, SubscribeAnswer } from '../../media/engine.js';
import { publicationBody, removeStream, suspendStream } from '../channels.js';
import { endSwitch } from '../codecs.js';
import type { ConferenceContext } from '../context.js';
import { forwardedKinds } from '../flags.js';
import { isMixed } from '../kinds.js';
import { tellExcess, videoExcess, wantsVideo } from '../limits.js';
import type { Channel, ConferenceState, Stream } from '../model.js';
import { Step, type Outcome } from '../step.js';
import { wireStream } from '../wire.js';
import { announceStream } from './publish.js';
import { releaseHeld } from './subscribe.js';

/** Result of the engine for an offer. */
export type EngineResult<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly reason: MediaErrorReason | 'internal'; readonly message: string };

export interface PublishedInput {
  readonly kind: 'published';
  readonly transportId: string;
  readonly sourceId: string;
  readonly result: EngineResult<PublishAnswer>;
}

/** Wire codes of the engine's refusals. */
export const REFUSAL_CODES: Readonly<Record<MediaErrorReason | 'internal', number>> = {
  'bad-sdp': ServerCode.BadParameters,
  'no-source': ServerCode.BadParameters,
  'codec-unsupported': ServerCode.CodecUnsupported,
  'no-transport': ServerCode.SystemError,
  'engine-down': ServerCode.SystemError,
  internal: ServerCode.SystemError,
};

/** The answer is sent as op 106, after the response, with every candidate known so far (trap T5). */
function openChannel(step: Step, channel: Channel, { answer, candidates }: SubscribeAnswer): void {
  const all = [...candidates, ...channel.earlyFromEngine];
  step.setChannel({
    ...channel,
    phase: 'open',
    tsxId: undefined,
    asks: undefined,
    earlyFromEngine: [],
    earlyFromClient: [],
  });
  // A shared connection has one answer for all of its channels.
  if (channel.shared !== undefined) return;
  step.push(channel.memberId, {
    op: Op.Answer,
    rtcId: channel.rtcId,
    ...(channel.cctx !== undefined && { cctx: channel.cctx }),
    sdp: encodeSdp({ type: 'answer', sdp: answer }),
    ...(all.length > 0 && { cands: encodeCandidates(all) }),
  });
  if (channel.earlyFromClient.length > 0) {
    step.effect({ kind: 'candidates', transportId: channel.transportId, candidates: channel.earlyFromClient });
  }
}

/** The engine answered a publication: sends response, answer, then the announcement to the others. */
export function published(
  state: ConferenceState,
  { transportId, sourceId, result }: PublishedInput,
  context: ConferenceContext,
): Outcome {
  const step = new Step(state);
  const channel = step.channelOfTransport(transportId);
  const known = channel && state.streams.get(channel.streamId);
  if (channel === undefined || known === undefined) return discard(step, transportId, sourceId);
  if (!result.ok) {
    step.dropChannel(channel);
    step.effect({ kind: 'closeTransport', transportId });
    refuseChannel(step, channel, REFUSAL_CODES[result.reason], result.message);
    if (known.phase === 'starting') removeStream(step, known);
    else suspendStream(step, context, known);
    return step.outcome;
  }
  const { kinds, videoCodec } = result.answer;
  if (known.type === StreamType.Desktop && kinds.audio && isMixed(state)) {
    return refusePublished(step, channel, known, 'confr mix. not allow desktop with audio.', context);
  }
  const published: Stream = {
    ...known,
    phase: 'live',
    sver: known.phase === 'starting' ? known.sver : known.sver + 1,
    vcodes: kinds.video && videoCodec !== undefined ? [videoCodec] : [],
    kinds,
  };
  const excess = wantsVideo(published) ? videoExcess(state, context, published) : undefined;
  const stream = endSwitch(step, { ...published, isOverLimit: excess !== undefined });
  step.setStream(stream);
  step.reply(channel.memberId, channel.tsxId, ResultCode.Ok, publicationBody(stream));
  openChannel(step, channel, result.answer);
  if (excess !== undefined) tellExcess(step, stream, excess);
  step.effect({ kind: 'forwarded', sourceId: stream.id, forwarded: forwardedKinds(step.state, stream) });
  announceStream(step, stream, wireStream(step.state, stream));
  releaseHeld(step, stream.id);
  return step.outcome;
}

/** A publication that came with op 200 has no request of its own to answer, so its connection is ended (107). */
function refuseChannel(step: Step, { memberId, rtcId, tsxId }: Channel, result: number, msg: string): void {
  if (tsxId === undefined) step.push(memberId, { op: Op.Terminate, rtcId, msg });
  else step.reply(memberId, tsxId, result, { msg });
}

/** Refuses a publication that the engine accepted and the conference rejects. */
function refusePublished(
  step: Step,
  channel: Channel,
  stream: Stream,
  msg: string,
  context: ConferenceContext,
): Outcome {
  step.dropChannel(channel);
  step.effect({ kind: 'closeTransport', transportId: channel.transportId });
  refuseChannel(step, channel, ServerCode.PublishFailed, msg);
  if (stream.phase === 'starting') removeStream(step, stream);
  else suspendStream(step, context, stream);
  return step.outcome;
}

/** The engine answered a subscription. */
export function subscribed(
  state: ConferenceState,
  transportId: string,
  result: EngineResult<SubscribeAnswer>,
): Outcome {
  const step = new Step(state);
  const channel = step.channelOfTransport(transportId);
  if (channel === undefined) return discard(step, transportId);
  if (!result.ok) {
    if (result.reason === 'codec-unsupported') {
      step.push(channel.memberId, {
        op: Op.Terminate,
        rtcId: channel.rtcId,
        endReason: TerminateReason.VideoCodecUnsupported,
        msg: result.message,
      });
    }
    step.dropChannel(channel);
    step.effect({ kind: 'closeTransport', transportId });
    step.reply(channel.memberId, channel.tsxId, REFUSAL_CODES[result.reason], { msg: result.message });
    return step.outcome;
  }
  step.reply(channel.memberId, channel.tsxId, ResultCode.Ok);
  openChannel(step, channel, result.answer);
  return step.outcome;
}

/** The channel was closed while the engine processed it. */
function discard(step: Step, transportId: string, sourceId?: string): Outcome {
  step.effect({ kind: 'closeTransport', transportId });
  if (sourceId !== undefined && !step.state.streams.has(sourceId)) step.effect({ kind: 'removeSource', sourceId });
  return step.outcome;
}
