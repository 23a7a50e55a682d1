import { encodeCandidates, Op, ResultCode } from '@lectern/rtc/protocol';
import type { IceCandidate } from '../../media/engine.js';
import type { CandidatesFrame } from '../frames.js';
import type { ConferenceState, Member } from '../model.js';
import { Step, type Outcome } from '../step.js';

const MAX_EARLY_CANDIDATES = 64;

/** Op 105 from a client. Always acknowledged; late ones of an earlier peer connection (other `cctx`) are dropped. */
export function candidates(step: Step, member: Member, frame: CandidatesFrame, tsxId: string | undefined): void {
  const channel = step.channel(member.id, frame.rtcId);
  const isCurrent = channel !== undefined && (frame.cctx === undefined || frame.cctx === channel.cctx);
  if (isCurrent && frame.candidates.length > 0) {
    if (channel.phase === 'open') {
      step.effect({ kind: 'candidates', transportId: channel.transportId, candidates: frame.candidates });
    } else {
      const early = [...channel.earlyFromClient, ...frame.candidates].slice(0, MAX_EARLY_CANDIDATES);
      step.setChannel({ ...channel, earlyFromClient: early });
    }
  }
  step.reply(member.id, tsxId, ResultCode.Ok);
}

/** A candidate of the engine: held back until the answer is sent, since 106 comes before 105 (trap T5). */
export function engineCandidate(state: ConferenceState, transportId: string, candidate: IceCandidate): Outcome {
  const step = new Step(state);
  const channel = step.channelOfTransport(transportId);
  if (channel === undefined) return step.outcome;
  if (channel.phase !== 'open') {
    step.setChannel({ ...channel, earlyFromEngine: [...channel.earlyFromEngine, candidate] });
    return step.outcome;
  }
  step.push(channel.memberId, {
    op: Op.Candidates,
    rtcId: channel.rtcId,
    ...(channel.cctx !== undefined && { cctx: channel.cctx }),
    cands: encodeCandidates([candidate]),
  });
  return step.outcome;
}
