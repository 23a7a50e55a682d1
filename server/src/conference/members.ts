import { Op, Role } from '@lectern/rtc/protocol';
import { isTalker } from './authority.js';
import { closeOwnChannel, refuseGone, takeOutStream } from './channels.js';
import type { ConferenceContext } from './context.js';
import { grantRole } from './grants.js';
import { disconnectAll } from './connections.js';
import { mixIdOf } from './kinds.js';
import type { Member } from './model.js';
import { withdrawRecordings } from './ops/record.js';
import { isKept } from './operated.js';
import { dropRelays } from './relays.js';
import type { Step } from './step.js';
import { freeSurfaces } from './surfaces.js';

/** Ends the conference and releases all of its state. */
export function closeConference(step: Step): void {
  step.effect({ kind: 'stopTimer', timer: 'reap' });
  const mixId = mixIdOf(step.state);
  if (mixId !== undefined && step.state.phase === 'open') step.effect({ kind: 'removeSource', sourceId: mixId });
  if (step.state.hasStarted) step.effect({ kind: 'happened', event: { type: 'conference.ended' } });
  step.patch({ phase: 'closed' });
  step.effect({ kind: 'closed' });
}

/**
 * Removes a member with its streams and connections, and notifies the others (301) if they know it. `removedBy` is the
 * `memName` of the admin who removed it.
 */
export function dropMember(step: Step, member: Member, reason: number, removedBy?: string): void {
  const waiting = step.streamsOf(member.id).flatMap((stream) => takeOutStream(step, stream));
  for (const channel of step.channelsOf(member.id)) closeOwnChannel(step, channel);
  disconnectAll(step, member);
  dropRelays(step, member.id);
  freeSurfaces(step, ({ ownerId, controllerId }) => ownerId === member.id || controllerId === member.id);
  withdrawRecordings(step, member.id);
  step.dropMember(member.id);
  const data = { memId: member.id, memName: member.name, reason, ...(removedBy !== undefined && { removedBy }) };
  step.effect({ kind: 'happened', event: { type: 'member.left', data } });
  step.effect({ kind: 'stopTimer', timer: `member:${member.id}` });
  if (!member.isSilent) step.announce({ op: Op.MemberExited, memId: member.id, reason });
  refuseGone(step, waiting);
}

/**
 * Every conference needs an admin, except an operated one, where grants alone decide: when the last admin has left, the
 * talker with the longest stay is promoted.
 */
function appointSuccessor(step: Step, context: ConferenceContext, gone: Member): void {
  if (gone.role !== Role.Admin || step.state.config.operated !== undefined) return;
  const members = [...step.state.members.values()];
  if (members.some((member) => member.role === Role.Admin)) return;
  const talkers = members.filter(isTalker);
  const next = talkers.find((member) => member.link.state === 'online') ?? talkers[0];
  if (next !== undefined) grantRole(step, context, next.name, Role.Admin);
}

/** Like {@link dropMember}; the conference ends with its last member, unless it is kept, and always has an admin. */
export function removeMember(
  step: Step,
  context: ConferenceContext,
  member: Member,
  reason: number,
  removedBy?: string,
): void {
  dropMember(step, member, reason, removedBy);
  if (step.state.members.size === 0 && !isKept(step.state)) closeConference(step);
  else appointSuccessor(step, context, member);
}
