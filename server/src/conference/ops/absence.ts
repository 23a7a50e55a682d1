import { ExitReason } from '@lectern/rtc/protocol';
import { removeStream } from '../channels.js';
import type { ConferenceContext } from '../context.js';
import type { Timer } from '../effects.js';
import { closeConference } from '../members.js';
import type { ConferenceState } from '../model.js';
import { isKept } from '../operated.js';
import { Step, type Outcome } from '../step.js';
import { leaveForGood } from './leave.js';
import { switchOverdue } from './subscribe.js';

/** A socket closed: its member stays, unseen by the others, for the grace time (trap T10). */
export function socketLost(state: ConferenceState, socketId: string, context: ConferenceContext): Outcome {
  const step = new Step(state);
  for (const member of state.members.values()) {
    if (member.link.state !== 'online' || member.link.socketId !== socketId) continue;
    step.setMember({ ...member, link: { state: 'away' } });
    step.effect({ kind: 'startTimer', timer: `member:${member.id}`, delayMs: context.timings.memberGraceMs });
  }
  return step.outcome;
}

/** A timer of the conference ran out. */
export function timerFired(state: ConferenceState, timer: Timer, context: ConferenceContext): Outcome {
  const step = new Step(state);
  if (timer === 'reap') {
    if (state.phase === 'waiting' && !isKept(state)) closeConference(step);
    return step.outcome;
  }
  const [kind, id] = [timer.slice(0, timer.indexOf(':')), timer.slice(timer.indexOf(':') + 1)];
  if (kind === 'member') {
    const member = step.member(id);
    if (member?.link.state === 'away') leaveForGood(step, context, member, ExitReason.Failed);
    return step.outcome;
  }
  const stream = state.streams.get(id);
  if (stream === undefined) return step.outcome;
  if (kind === 'codec') {
    switchOverdue(step, stream);
    return step.outcome;
  }
  const isFed = step.channelsTo(id).some((channel) => channel.direction === 'publish');
  // Without a socket its publisher cannot rebuild; the grace time restarts when it returns.
  const isPublisherAway = step.member(stream.memId)?.link.state === 'away';
  if (!isFed && !isPublisherAway) removeStream(step, stream);
  return step.outcome;
}
