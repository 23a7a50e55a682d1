import { Op, Role, type OffFlag } from '@lectern/rtc/protocol';
import type { MediaKinds } from '../media/engine.js';
import type { ConferenceState, Member, Stream } from './model.js';
import type { Step } from './step.js';

/** True if an admin has muted a member, alone or with all others. Admins are never muted. */
export const isMuted = ({ cstate, mutes }: ConferenceState, member: Member): boolean =>
  member.role !== Role.Admin && (cstate?.muteAll === true || mutes.has(member.name));

/**
 * Media flags of a stream that the others receive: a kind is off if its publisher paused it or the conference holds it
 * back.
 */
export function shownFlags(state: ConferenceState, stream: Stream): { readonly voff: OffFlag; readonly aoff: OffFlag } {
  const owner = state.members.get(stream.memId);
  return {
    voff: stream.voff === 1 || stream.isOverLimit ? 1 : 0,
    aoff: stream.aoff === 1 || (owner !== undefined && isMuted(state, owner)) ? 1 : 0,
  };
}

/** Kinds of a stream that the engine forwards: exactly those that are shown as on. */
export function forwardedKinds(state: ConferenceState, stream: Stream): MediaKinds {
  const { voff, aoff } = shownFlags(state, stream);
  return { audio: aoff === 0, video: voff === 0 };
}

/**
 * Applies the changes of all streams since `before`: updates what the engine forwards, and notifies the others (op 400;
 * traps T11 and T20). The publisher is notified by other means.
 */
export function settleFlags(step: Step, before: ConferenceState): void {
  for (const stream of step.state.streams.values()) {
    const known = before.streams.get(stream.id);
    if (known === undefined) continue;
    const { voff, aoff } = shownFlags(step.state, stream);
    const old = shownFlags(before, known);
    if (old.voff === voff && old.aoff === aoff) continue;
    step.effect({ kind: 'forwarded', sourceId: stream.id, forwarded: { audio: aoff === 0, video: voff === 0 } });
    if (stream.phase === 'starting') continue;
    const frame = { op: Op.StreamControl, memId: stream.memId, streamId: stream.id, voff, aoff, sver: stream.sver };
    step.announce(frame, stream.memId);
  }
}
