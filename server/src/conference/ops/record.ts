import { ResultCode, Role, ServerCode, type OffFlag } from '@lectern/rtc/protocol';
import type { ConferenceContext, RecordRight } from '../context.js';
import { FrameError } from '../frames.js';
import type { ConferenceState, Member, Stream } from '../model.js';
import { Step, type Outcome } from '../step.js';

/** Result of a requested recording. */
export interface RecordedInput {
  readonly kind: 'recorded';
  readonly memberId: string;
  readonly streamId: string;
  readonly tsxId: string | undefined;
  /** Reason why it is not recorded; undefined where it is. */
  readonly refusal: string | undefined;
}

const RIGHTS: Readonly<Record<RecordRight, (member: Member, stream: Stream) => boolean>> = {
  admin: ({ role }) => role === Role.Admin,
  publisher: ({ role, id }, stream) => role === Role.Admin || stream.memId === id,
  talker: ({ role }) => role !== Role.Audience,
  member: () => true,
};

const REFUSALS: Readonly<Record<RecordRight, string>> = {
  admin: 'only admin can record',
  publisher: 'only admin can record the streams of others',
  talker: 'audience can not record',
  member: '',
};

/**
 * Op 500: starts or stops recording the stream behind a channel. Each member requests for itself; a stream is recorded
 * as long as one request stands, and recordings that the conference makes by itself cannot be stopped.
 */
export function record(
  step: Step,
  member: Member,
  frame: { readonly rtcId: string; readonly flag: OffFlag },
  tsxId: string | undefined,
  { recordRight }: ConferenceContext,
): void {
  const channel = step.channel(member.id, frame.rtcId);
  const stream = channel && step.state.streams.get(channel.streamId);
  if (frame.flag === 0) {
    // Clients stop before every 107, even for a closed channel.
    if (stream !== undefined) withdraw(step, stream, member.id);
    step.reply(member.id, tsxId, ResultCode.Ok);
    return;
  }
  if (stream === undefined) {
    throw new FrameError(ServerCode.BadParameters, `${frame.rtcId} neither publishes nor subscribes to a stream`);
  }
  if (!RIGHTS[recordRight](member, stream)) throw new FrameError(ServerCode.NoRights, REFUSALS[recordRight]);
  if (!stream.recordedBy.includes(member.id)) {
    step.setStream({ ...stream, recordedBy: [...stream.recordedBy, member.id] });
  }
  step.effect({ kind: 'record', memberId: member.id, streamId: stream.id, tsxId });
}

/** The recorder answered. */
export function recorded(state: ConferenceState, input: RecordedInput): Outcome {
  const step = new Step(state);
  const { memberId, streamId, tsxId, refusal } = input;
  if (refusal === undefined) {
    step.reply(memberId, tsxId, ResultCode.Ok);
    return step.outcome;
  }
  const stream = state.streams.get(streamId);
  if (stream !== undefined) withdraw(step, stream, memberId);
  step.reply(memberId, tsxId, ServerCode.SystemError, { msg: refusal });
  return step.outcome;
}

/** Withdraws the recording requests of a member that left. */
export function withdrawRecordings(step: Step, memberId: string): void {
  for (const stream of step.state.streams.values()) withdraw(step, stream, memberId);
}

function withdraw(step: Step, stream: Stream, memberId: string): void {
  if (!stream.recordedBy.includes(memberId)) return;
  step.setStream({ ...stream, recordedBy: stream.recordedBy.filter((id) => id !== memberId) });
}
