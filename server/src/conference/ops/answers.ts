import { encodeCandidates, encodeSdp, Op, ResultCode, ServerCode, TerminateReason } from '@lectern/rtc/protocol';
import type { MediaErrorReason, PublishAnswer, SubscribeAnswer } from '../../media/engine.js';
import { publicationBody, removeStream, suspendStream } from '../channels.js';
import type { ConferenceContext } from '../context.js';
import type { Channel, ConferenceState, Stream } from '../model.js';
import { Step, type Outcome } from '../step.js';
import { wireStream } from '../wire.js';
import { announceStream } from './publish.js';
import { releaseHeld } from './subscribe.js';

/** What the engine made of an offer. */
export type EngineResult<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly reason: MediaErrorReason | 'internal'; readonly message: string };

export interface PublishedInput {
  readonly kind: 'published';
  readonly transportId: string;
  readonly sourceId: string;
  readonly result: EngineResult<PublishAnswer>;
}

const CODES: Readonly<Record<MediaErrorReason | 'internal', number>> = {
  'bad-sdp': ServerCode.BadParameters,
  'no-source': ServerCode.BadParameters,
  'codec-unsupported': ServerCode.CodecUnsupported,
  'no-transport': ServerCode.SystemError,
  'engine-down': ServerCode.SystemError,
  internal: ServerCode.SystemError,
};

/** The answer goes out as op 106, after the response, with every candidate known so far (trap T5). */
function openChannel(step: Step, channel: Channel, { answer, candidates }: SubscribeAnswer): void {
  const all = [...candidates, ...channel.earlyFromEngine];
  step.setChannel({ ...channel, phase: 'open', tsxId: undefined, earlyFromEngine: [], earlyFromClient: [] });
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

/** The engine answered a publication: response, answer, then the news for the others. */
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
    step.reply(channel.memberId, channel.tsxId, CODES[result.reason], { msg: result.message });
    if (known.phase === 'starting') removeStream(step, known);
    else suspendStream(step, context, known);
    return step.outcome;
  }
  const { kinds, videoCodec } = result.answer;
  const stream: Stream = {
    ...known,
    phase: 'live',
    sver: known.phase === 'starting' ? known.sver : known.sver + 1,
    vcodes: kinds.video && videoCodec !== undefined ? [videoCodec] : [],
  };
  step.setStream(stream);
  step.reply(channel.memberId, channel.tsxId, ResultCode.Ok, publicationBody(stream));
  openChannel(step, channel, result.answer);
  step.effect({
    kind: 'forwarded',
    sourceId: stream.id,
    forwarded: { audio: stream.aoff === 0, video: stream.voff === 0 },
  });
  announceStream(step, stream, wireStream(stream));
  releaseHeld(step, stream.id);
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
    step.reply(channel.memberId, channel.tsxId, CODES[result.reason], { msg: result.message });
    return step.outcome;
  }
  step.reply(channel.memberId, channel.tsxId, ResultCode.Ok);
  openChannel(step, channel, result.answer);
  return step.outcome;
}

/** The channel went away while the engine worked on it. */
function discard(step: Step, transportId: string, sourceId?: string): Outcome {
  step.effect({ kind: 'closeTransport', transportId });
  if (sourceId !== undefined && !step.state.streams.has(sourceId)) step.effect({ kind: 'removeSource', sourceId });
  return step.outcome;
}
