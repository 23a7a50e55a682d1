import { Op, ResultCode, Role, ServerCode, StreamType, TerminateReason } from '@lectern/rtc/protocol';
import { isTalker } from './authority.js';
import type { CommandRefusal } from './commands.js';
import type { ConferenceContext } from './context.js';
import { entersSilently } from './kinds.js';
import type { ConferenceState, Member, Stream } from './model.js';
import type { Step } from './step.js';

/** A conference may lower the server's limit, never raise it. */
const lower = (limit: number, asked: number | undefined): number => Math.min(limit, asked ?? limit);

export const talkerLimit = ({ config }: ConferenceState, { limits }: ConferenceContext): number =>
  lower(limits.maxTalkers, config.maxTalkers);

export const audienceLimit = ({ config }: ConferenceState, { limits }: ConferenceContext): number =>
  lower(limits.maxAudience, config.maxAudience);

/** Reason for which a user cannot enter with this role, without counting `leaving`; undefined when it can. */
export function entryRefusal(
  state: ConferenceState,
  context: ConferenceContext,
  memName: string,
  role: Role,
  leaving: Member | undefined,
): CommandRefusal | undefined {
  const { maxMembers, maxSessionsPerUser } = context.limits;
  const members = [...state.members.values()].filter((member) => member !== leaving);
  if (members.filter((member) => member.name === memName).length >= maxSessionsPerUser) {
    const message = `a user may be in a conference ${maxSessionsPerUser} times at most; leave it elsewhere first`;
    return { code: ServerCode.TooManyMembers, message };
  }
  // However many came before: without its host an operated conference is none.
  if (state.config.operated !== undefined && memName === state.creator) return undefined;
  const talkers = members.filter(isTalker).length;
  const audience = members.length - talkers;
  if (role !== Role.Audience && talkers >= talkerLimit(state, context)) {
    const message = `the conference has ${talkers} talkers already; join as audience`;
    return { code: ResultCode.TalkersFull, message };
  }
  if (role === Role.Audience && audience >= audienceLimit(state, context)) {
    return { code: ServerCode.TooManyMembers, message: `the conference is full (${audience} audience members)` };
  }
  const counted = entersSilently(state, Role.Audience) ? talkers : members.length;
  if (!entersSilently(state, role) && counted >= maxMembers) {
    return { code: ServerCode.TooManyMembers, message: `the conference is full (${maxMembers} members)` };
  }
  return undefined;
}

const isDesktop = (stream: Stream): boolean => stream.type === StreamType.Desktop;

/** True if the publisher sends video that is not paused. */
export const wantsVideo = (stream: Stream): boolean => stream.kinds.video && stream.voff === 0;

/** True if the stream's video counts against the limit. */
const takesPlace = (stream: Stream): boolean => wantsVideo(stream) && !stream.isOverLimit;

/** Reason for which the video of a stream would exceed a limit; undefined when it would not. */
export function videoExcess(
  state: ConferenceState,
  context: ConferenceContext,
  stream: Stream,
): TerminateReason | undefined {
  const { limits } = context;
  const { config } = state;
  const others = [...state.streams.values()].filter(
    (other) => other.id !== stream.id && isDesktop(other) === isDesktop(stream) && takesPlace(other),
  ).length;
  if (isDesktop(stream)) {
    const limit = lower(limits.maxDesktopPublishers, config.maxDesktopPublishers);
    return others >= limit ? TerminateReason.TooManyDesktopPublishers : undefined;
  }
  const limit = lower(limits.maxVideoPublishers, config.maxVideoPublishers);
  return others >= limit ? TerminateReason.TooManyVideoPublishers : undefined;
}

/** 107 with 23 or 24: the publication stays, but its video is not forwarded (wire-conference 2.5). */
export function tellExcess(step: Step, stream: Stream, endReason: TerminateReason): void {
  const isDesktopExcess = endReason === TerminateReason.TooManyDesktopPublishers;
  const msg = `too many ${isDesktopExcess ? 'desktops are shared' : 'videos are published'} already`;
  step.push(stream.memId, { op: Op.Terminate, rtcId: stream.rtcId, endReason, msg });
}
